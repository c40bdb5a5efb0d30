// A procedure is shown as one: where it or any of its steps fires, all of it fires, the steps in their order below it.
// Where no more may fire, what scores best comes first, and of a procedure that does not fit its beginning.

import type { RouteGraph } from "./route-graph.ts";
import { procedureOf, stepsOf } from "./structure.ts";
import type { Walk } from "./walk.ts";

/** How far each step stands below the one before: enough for the order, too little to let anything else between. */
const STEP_DOWN = 1e-9;

interface Group {
  readonly ids: readonly string[];
  readonly score: number;
}

/** The walk with the procedures of all parts that fired. What was kept out of the walk stays out. */
export function gathered(graph: RouteGraph, walk: Walk, most: number | null): Walk {
  const groups = new Map<string, Group>();
  for (const id of walk.fired) {
    const score = walk.scores.get(id) as number;
    const position = graph.positionOf(id);
    const root = position < 0 ? -1 : procedureOf(graph, position);
    const name = root < 0 ? id : graph.idAt(root);
    const known = groups.get(name);
    const ids = known?.ids ?? (root < 0 ? [id] : wholeOf(graph, root, walk));
    groups.set(name, { ids, score: Math.max(known?.score ?? Number.NEGATIVE_INFINITY, score) });
  }
  if ([...groups.values()].every(({ ids }) => ids.length === 1)) return walk;
  const kept = limited(groups, most ?? Number.POSITIVE_INFINITY);
  const scores = new Map<string, number>();
  for (const { ids, score } of kept) {
    for (const [place, id] of ids.entries()) scores.set(id, score * (1 - place * STEP_DOWN));
  }
  return { ...walk, fired: kept.flatMap(({ ids }) => ids), scores };
}

function wholeOf(graph: RouteGraph, root: number, { suppressed }: Walk): string[] {
  const out = new Set(suppressed.map(({ id }) => id));
  return [root, ...stepsOf(graph, root)].map((part) => graph.idAt(part)).filter((id) => !out.has(id));
}

/** The groups in their order, the best ones where not all may fire. */
function limited(groups: ReadonlyMap<string, Group>, most: number): Group[] {
  let room = most;
  const kept = new Map<Group, Group>();
  for (const group of [...groups.values()].sort((a, b) => b.score - a.score)) {
    if (room <= 0) break;
    kept.set(group, { ...group, ids: group.ids.slice(0, room) });
    room -= group.ids.length;
  }
  return [...groups.values()].flatMap((group) => kept.get(group) ?? []);
}
