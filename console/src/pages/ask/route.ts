// The route of an answer as a picture in numbers: which nodes stand where, and which lines lie between them. Columns are
// hops: what the question found by itself stands left, what a walk reached further right, what was kept out below.

import type { Answer } from "./data.ts";

export interface DrawnNode {
  readonly id: string;
  readonly role: "seed" | "reached" | "suppressed";
  /** Its place in the answer, from 1; null: not in it. */
  readonly rank: number | null;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface DrawnLine {
  readonly source: string;
  readonly target: string;
  readonly weight: number | null;
  readonly inhibits: boolean;
  readonly path: string;
}

export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly lines: readonly DrawnLine[];
  readonly width: number;
  readonly height: number;
}

export const NODE = { width: 224, height: 48 };
const GAP = { x: 64, y: 16 };
const MARGIN = 12;
/** More would be a wall; the list has them all. */
const MOST = 16;

export function drawingOf({ reply, why }: Answer): Drawing {
  const texts = new Map(reply.fired.map(({ id, text }) => [id, text]));
  const ranks = new Map(reply.fired.map(({ id }, at) => [id, at + 1]));
  const columns: { id: string; role: DrawnNode["role"] }[][] = [];
  const put = (column: number, id: string, role: DrawnNode["role"]): void => {
    columns[column] ??= [];
    columns[column].push({ id, role });
  };
  const shown = why.fired.slice(0, MOST);
  for (const { id, seed, route } of shown) {
    const hop = seed ? 0 : Math.max(1, ...route.map((step) => step.hop));
    put(hop, id, seed ? "seed" : "reached");
  }
  const known = new Set(shown.map(({ id }) => id));
  const steps = shown.flatMap(({ route }) => route);
  for (const { source, hop } of steps) {
    if (known.has(source)) continue;
    known.add(source);
    put(Math.max(0, hop - 1), source, hop <= 1 ? "seed" : "reached");
  }
  const kept = why.suppressed.slice(0, MOST).filter(({ id }) => !known.has(id));
  for (const { id, by } of kept) {
    known.add(id);
    const from = Math.max(0, ...by.map(({ source }) => columnOf(columns, source)));
    put(from + 1, id, "suppressed");
  }
  const nodes = columns.flatMap((column = [], at) =>
    column.map(({ id, role }, row) => ({
      id,
      role,
      rank: ranks.get(id) ?? null,
      text: texts.get(id) ?? id,
      x: MARGIN + at * (NODE.width + GAP.x),
      y: MARGIN + row * (NODE.height + GAP.y),
    })),
  );
  const places = new Map(nodes.map((node) => [node.id, node]));
  const edges = [
    ...steps.map(({ source, target, weight_then }) => ({
      source,
      target,
      weight: weight_then,
      inhibits: false,
    })),
    ...why.suppressed
      .flatMap(({ by }) => by)
      .map(({ source, target, weight }) => ({ source, target, weight, inhibits: true })),
  ];
  const lines = new Map<string, DrawnLine>();
  for (const edge of edges) {
    const [source, target] = [places.get(edge.source), places.get(edge.target)];
    if (source && target && source !== target)
      lines.set(JSON.stringify([source.id, target.id]), { ...edge, path: pathOf(source, target) });
  }
  return {
    nodes,
    lines: [...lines.values()],
    width: MARGIN * 2 + Math.max(0, ...nodes.map(({ x }) => x - MARGIN + NODE.width)),
    height: MARGIN * 2 + Math.max(0, ...nodes.map(({ y }) => y - MARGIN + NODE.height)),
  };
}

function columnOf(columns: readonly (readonly { id: string }[] | undefined)[], id: string): number {
  return columns.findIndex((column) => column?.some((node) => node.id === id));
}

/** From the right side of one to the left side of the other; beside a column where both stand in it. */
function pathOf(source: DrawnNode, target: DrawnNode): string {
  const [x1, y1] = [source.x + NODE.width, source.y + NODE.height / 2];
  const [x2, y2] = [target.x, target.y + NODE.height / 2];
  if (x2 >= x1) {
    const middle = (x1 + x2) / 2;
    return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
  }
  const right = target.x + NODE.width;
  const out = Math.max(x1, right) + GAP.x / 2;
  return `M${x1} ${y1}C${out} ${y1} ${out} ${y2} ${right} ${y2}`;
}
