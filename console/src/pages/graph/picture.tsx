// The picture with its buttons. It draws nothing itself: what it is given goes to the host, which has a worker for that.

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/index.ts";
import type { Places } from "./camera.ts";
import type { ShownPart, Whole } from "./data.ts";
import { takeHands } from "./hands.ts";
import { lookIn, watchTheme } from "./look.ts";
import { PictureHost } from "./picture-host.ts";

interface Props {
  readonly worker: Worker;
  readonly whole: Whole;
  readonly shown: ShownPart;
  /** By place, 1 for what is looked at; null: all. */
  readonly focus: Uint8Array | null;
  readonly chosen: number;
  /** Puts a node into the middle, each time that another one is given. */
  readonly middle: { readonly node: number } | null;
  readonly choose: (node: number) => void;
  readonly open: (node: number) => void;
}

export function Picture({ worker, whole, shown, focus, chosen, middle, choose, open }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [host, setHost] = useState<PictureHost>();
  const [state, setState] = useState<"placing" | "drawn" | "settled">("placing");
  const told = useRef({ choose, open });
  told.current = { choose, open };
  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    const made = new PictureHost(element, worker, {
      drawn() {
        performance.mark("graph-interactive");
        setState((before) => (before === "placing" ? "drawn" : before));
      },
      settled: () => setState("settled"),
    });
    const release = takeHands(element, made, {
      chosen: (node) => told.current.choose(node),
      opened: (node) => told.current.open(node),
      hovered: (node) => element.classList.toggle("over", node >= 0),
    });
    const sizes = new ResizeObserver(() =>
      made.resize({ width: element.clientWidth, height: element.clientHeight }),
    );
    sizes.observe(element);
    setHost(made);
    return () => {
      sizes.disconnect();
      release();
      made.end();
    };
  }, []);
  const before = useRef<{ readonly whole: Whole } | null>(null);
  useEffect(() => {
    if (!host) return;
    setState("placing");
    const known = before.current && { whole: before.current.whole, places: host.places };
    const { names, kindOf, degrees, from, to, weights, tiers } = whole;
    host.show(
      { names, kindOf, degrees, from, to, weights, tiers, before: stoodBefore(whole, known) },
      matchMedia("(prefers-reduced-motion: reduce)").matches,
    );
    before.current = { whole };
    const paint = () => host.paint(lookIn(canvas.current?.parentElement as HTMLElement, whole.kinds));
    paint();
    return watchTheme(paint);
  }, [host, whole]);
  useEffect(() => {
    host?.filter({ nodes: shown.nodes, edges: shown.edges, focus });
  }, [host, whole, shown, focus]);
  useEffect(() => host?.fit(), [host, whole, focus]);
  useEffect(() => host?.mark({ chosen }), [host, whole, chosen]);
  useEffect(() => {
    if (middle && !focus) host?.centre(middle.node);
  }, [host, middle]);
  const said = `Picture of ${shown.nodeCount} nodes and ${shown.edgeCount} routes`;
  return (
    <figure class="graph-picture" data-state={state}>
      <canvas
        ref={canvas}
        role="img"
        tabIndex={0}
        aria-label={`${said}. Arrows move it, plus and minus zoom, 0 shows all of it. The list has the same nodes.`}
      />
      <div class="graph-zoom">
        <Button aria-label="Zoom in" title="Zoom in (+)" onClick={() => host?.zoom(1.4)}>
          +
        </Button>
        <Button aria-label="Zoom out" title="Zoom out (−)" onClick={() => host?.zoom(1 / 1.4)}>
          −
        </Button>
        <Button aria-label="Show all of it" title="Show all of it (0)" onClick={() => host?.fit()}>
          ⤢
        </Button>
      </div>
      <p class="graph-said fine" role="status">
        {state === "placing" && "Finding places …"}
        {state === "drawn" && "Still finding better places; it can be used already."}
      </p>
    </figure>
  );
}

/** Where the nodes of another graph stood, for those that are in both. */
function stoodBefore(
  { ids }: Whole,
  known: { readonly whole: Whole; readonly places: Places | undefined } | null,
): Places | null {
  if (!known?.places) return null;
  const { places } = known;
  const at = new Map(known.whole.ids.map((id, place) => [id, place]));
  const side = (of: Float32Array) =>
    Float32Array.from(ids, (id) => {
      const place = at.get(id);
      return place === undefined ? Number.NaN : of[place];
    });
  return { x: side(places.x), y: side(places.y) };
}
