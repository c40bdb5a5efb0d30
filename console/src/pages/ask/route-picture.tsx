// The route of an answer as a picture, and the same as a list for whoever does not see it.

import { Badge, Button, Empty, Stored } from "../../parts/index.ts";
import { piecesOf } from "../../parts/unseen-characters.ts";
import type { Answer } from "./data.ts";
import { type DrawnLine, type DrawnNode, drawingOf, NODE } from "./route.ts";

interface Props {
  readonly answer: Answer;
  readonly look: (id: string) => void;
}

const LETTERS = 28;
const ROLE: Readonly<Record<DrawnNode["role"], string>> = {
  seed: "found by the question",
  reached: "reached by a walk",
  suppressed: "kept out",
};

export function RoutePicture({ answer, look }: Props) {
  const { nodes, lines, width, height } = drawingOf(answer);
  if (nodes.length === 0) return <Empty title="No route: nothing was found" />;
  return (
    <div class="stack">
      <ul class="row legend" aria-hidden="true">
        {Object.entries(ROLE).map(([role, said]) => (
          <li key={role} class={role}>
            {said}
          </li>
        ))}
      </ul>
      <div class="route">
        {/* biome-ignore lint/a11y/useSemanticElements: nor a fieldset */}
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="group"
          aria-label="Picture of the route"
        >
          <defs>
            <Head id="leads" />
            <Head id="inhibits" />
            <clipPath id="within">
              <rect width={NODE.width - 8} height={NODE.height} />
            </clipPath>
          </defs>
          {lines.map((line) => (
            <Line key={`${line.source} ${line.target}`} line={line} />
          ))}
          {nodes.map((node) => (
            // biome-ignore lint/a11y/useSemanticElements: a picture has no button element
            <g
              key={node.id}
              class={`node ${node.role} ${node.rank === null ? "" : "fired"}`}
              transform={`translate(${node.x} ${node.y})`}
              role="button"
              tabindex={0}
              onClick={() => look(node.id)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" && event.key !== " ") return;
                event.preventDefault();
                look(node.id);
              }}
            >
              <rect width={NODE.width} height={NODE.height} rx={10} />
              <text x={12} y={20} class="name" clip-path="url(#within)">
                {beginning(node.text)}
              </text>
              <text x={12} y={36}>
                {placeOf(node)}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <details>
        <summary>The route as a list</summary>
        <ul class="kept-out">
          {nodes.map((node) => (
            <li key={node.id}>
              <Button look="quiet" class="small" onClick={() => look(node.id)}>
                <Stored text={node.id} most={80} />
              </Button>
              <span class="row fine">
                {node.rank !== null && <Badge look="accent">place {node.rank}</Badge>}
                {ROLE[node.role]}
                {lines
                  .filter(({ target }) => target === node.id)
                  .map((line) => (
                    <span key={line.source}>
                      {line.inhibits ? "kept out by " : "from "}
                      <Stored text={line.source} most={60} />
                      {line.weight !== null && ` (${line.weight.toFixed(2)})`}
                    </span>
                  ))}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Head({ id }: { readonly id: string }) {
  return (
    <marker
      id={id}
      class={id}
      viewBox="0 0 8 8"
      refX={7}
      refY={4}
      markerWidth={5}
      markerHeight={5}
      orient="auto"
    >
      <path d="M0 0 8 4 0 8z" />
    </marker>
  );
}

function Line({ line: { path, inhibits, weight } }: { readonly line: DrawnLine }) {
  const kind = inhibits ? "inhibits" : "leads";
  return (
    <path
      class={`line ${kind}`}
      d={path}
      stroke-width={1 + 2 * Math.abs(weight ?? 0)}
      marker-end={`url(#${kind})`}
    />
  );
}

function placeOf({ rank, role }: DrawnNode): string {
  return rank === null ? ROLE[role] : `place ${rank} · ${ROLE[role]}`;
}

/** The first words, with what is not seen in them made visible. */
function beginning(text: string): string {
  const line = text.replace(/[#\s]+/g, " ").trim();
  const shown = piecesOf(line.slice(0, LETTERS))
    .map((piece) => piece.text)
    .join("");
  return line.length > LETTERS ? `${shown}…` : shown;
}
