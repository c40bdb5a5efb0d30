// The chosen node: its text, what it is tied to, and how much around it is looked at.

import { useMemo, useState } from "preact/hooks";
import { GRAPH_TIERS } from "../../../../wire/graph-reading.ts";
import { Badge, Button, Shown, Stored } from "../../parts/index.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { neighboursOf, type ShownPart, type Whole } from "./data.ts";
import { NodeButton } from "./node-list.tsx";

interface Props {
  readonly whole: Whole;
  readonly shown: ShownPart;
  readonly node: number;
  /** Hops around it that are looked at; 0: everything. */
  readonly hops: number;
  readonly look: (hops: number) => void;
  readonly choose: (node: number) => void;
  readonly open: () => void;
  readonly close: () => void;
}

const TEXT_SHOWN = 400;
const PAGE = 15;
const AROUND = [
  [0, "Everything"],
  [1, "1 hop"],
  [2, "2 hops"],
] as const;

export function Chosen({ whole, shown, node, hops, look, choose, open, close }: Props) {
  const { memory } = useSession();
  const id = whole.ids[node];
  const read = useLoaded((signal) => memory.node(id, { signal }), [memory, id]);
  const neighbours = useMemo(() => neighboursOf(whole, shown, node), [whole, shown, node]);
  const [most, setMost] = useState(PAGE);
  return (
    <section class="graph-chosen stack" aria-label="Chosen node">
      <header>
        <h2>
          <Stored text={whole.names[node]} most={80} />
        </h2>
        <Button look="quiet" aria-label="Choose none" onClick={close}>
          ✕
        </Button>
      </header>
      <Shown of={read} lines={2}>
        {({ kind, text }) => (
          <>
            <p>
              <Badge>{kind}</Badge>
            </p>
            <p class="graph-text">
              <Stored text={text} most={TEXT_SHOWN} />
            </p>
          </>
        )}
      </Shown>
      <Button onClick={open}>Text and provenance</Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would take a line of its own */}
      <div role="group" aria-label="Look at" class="row">
        {AROUND.map(([count, said]) => (
          <Button key={count} aria-pressed={hops === count} onClick={() => look(count)}>
            {said}
          </Button>
        ))}
      </div>
      <h3>Routes ({neighbours.length})</h3>
      {neighbours.length === 0 && <p class="fine">No route that is shown leads to it or from it.</p>}
      <ul>
        {neighbours.slice(0, most).map(({ node: other, edge, isOut }) => {
          const tier = GRAPH_TIERS[whole.tiers[edge]];
          return (
            <li key={edge}>
              <NodeButton whole={whole} node={other} choose={choose} />
              <span class={tier === "inhibitory" ? "fine inhibits" : "fine"}>
                {isOut ? "leads to it" : "comes from it"}, {tier} {whole.weights[edge].toFixed(2)}
              </span>
            </li>
          );
        })}
      </ul>
      {neighbours.length > most && <Button onClick={() => setMost(most + PAGE)}>Show more</Button>}
    </section>
  );
}
