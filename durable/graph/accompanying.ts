// A text that was corrected is never shown alone: where it fires all the same, since it says other things too, its
// correction fires with it, and first.

import type { RouteGraph } from "./route-graph.ts";
import type { TraversalSettings } from "./settings.ts";
import type { Walk } from "./walk.ts";

/** How far a correction stands above what it corrects. */
const ABOVE = 1.001;

/** The walk with the corrections of all that fired. Where no more may fire, they take the place of what they correct. */
export function accompanied(graph: RouteGraph, walk: Walk, settings: TraversalSettings): Walk {
  const fired = [...walk.fired];
  const scores = new Map(walk.scores);
  const silenced = new Set(walk.suppressed.map(({ id }) => id));
  // What comes in is looked at too: a correction may have been corrected.
  for (let index = 0; index < fired.length; index++) {
    const id = fired[index];
    for (const correction of correctionsOf(graph, id, settings)) {
      if (silenced.has(correction)) continue;
      const score = ABOVE * (scores.get(id) as number);
      const known = scores.get(correction);
      if (known === undefined && fired.length >= (settings.maxFiredNodes ?? Number.POSITIVE_INFINITY)) {
        fired[index] = correction;
        scores.delete(id);
      } else if (known === undefined) {
        fired.push(correction);
      }
      scores.set(correction, Math.max(known ?? 0, score));
      if (fired[index] === correction) break;
    }
  }
  return { ...walk, fired, scores };
}

function correctionsOf(graph: RouteGraph, id: string, { inhibitoryThreshold }: TraversalSettings): string[] {
  const position = graph.positionOf(id);
  if (position < 0) return [];
  const { inhibitors, sources, weights } = graph;
  const start = inhibitors.starts[position];
  const edges = Array.from(inhibitors.items.subarray(start, start + inhibitors.counts[position]));
  return edges
    .filter((edge) => weights[edge] <= inhibitoryThreshold && graph.isNode[sources[edge]])
    .filter((edge) => graph.kindAt(sources[edge]) === "correction")
    .map((edge) => graph.idAt(sources[edge]));
}
