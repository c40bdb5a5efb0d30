// A text that was corrected is never shown alone: where it fires all the same, since it says other things too, its
// correction fires with it, and first. What the correction spares, since the question is about something else, stays as it is.

import { correctionsOf } from "./raising-corrections.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { TraversalSettings } from "./settings.ts";
import type { Spares, Walk } from "./walk.ts";

/** How far a correction stands above what it corrects. */
const ABOVE = 1.001;

/** The walk with the corrections of all that fired. Where no more may fire, they take the place of what they correct. */
export function accompanied(
  graph: RouteGraph,
  walk: Walk,
  settings: TraversalSettings,
  spares?: Spares,
): Walk {
  const fired = [...walk.fired];
  const scores = new Map(walk.scores);
  const silenced = new Set(walk.suppressed.map(({ id }) => id));
  // What comes in is looked at too: a correction may have been corrected.
  for (let index = 0; index < fired.length; index++) {
    const id = fired[index];
    for (const correction of correctionsOf(graph, id, settings.inhibitoryThreshold)) {
      if (silenced.has(correction) || spares?.(graph.positionOf(correction), graph.positionOf(id))) continue;
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
