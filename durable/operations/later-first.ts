// Of memories that tell of one subject and answer a question about equally well, the one that holds since later comes first:
// what was said in January may have changed by June, also where no two words of it contradict.

import { byScoreThenId, type Scored } from "../graph/vectors.ts";
import { firstCharacters } from "../text/characters.ts";
import { shareSubject, statementsOf } from "../text/disagreement.ts";
import type { Work } from "./memory.ts";
import { type MemoryQuestion, viewOf } from "./memory-shelf.ts";

/** Found nodes that are looked at, the best. */
const LOOKED_AT = 10;
/** Share of the better score that the later one has at least. */
const ABOUT_EQUAL = 0.85;
/** What was told in one sitting has no order in time. */
const APART_MS = 3_600_000;
/** Characters of a text that are compared. */
const COMPARED = 2_000;
const AHEAD = 1 + 1e-6;

/** `found`: best first; `isMemory`: what may have a time. */
export function laterFirst(
  work: Work,
  found: readonly Scored[],
  isMemory: (id: string) => boolean,
  { visibility, asOf }: MemoryQuestion,
): readonly Scored[] {
  const view = viewOf(work, visibility, asOf);
  const best = found.slice(0, LOOKED_AT).flatMap(([id, score]) => {
    const memory = isMemory(id) ? view.seen(id) : undefined;
    return memory ? [{ id, score, since: memory.validFrom ?? memory.createdAt }] : [];
  });
  const raised = new Map<string, number>();
  const told = new Map<string, ReturnType<typeof statementsOf>>();
  const statementsAt = (id: string) => {
    const known = told.get(id) ?? statementsOf(firstCharacters(work.store.node(id)?.text ?? "", COMPARED));
    told.set(id, known);
    return known;
  };
  for (const [at, one] of best.entries()) {
    // The best of the earlier ones that it may stand before.
    const earlier = best.slice(0, at).find((other) => {
      const isLater = one.since - other.since >= APART_MS && one.score >= ABOUT_EQUAL * other.score;
      return isLater && shareSubject(statementsAt(one.id), statementsAt(other.id));
    });
    if (earlier) raised.set(one.id, (raised.get(earlier.id) ?? earlier.score) * AHEAD);
  }
  if (raised.size === 0) return found;
  return found.map(([id, score]): Scored => [id, raised.get(id) ?? score]).sort(byScoreThenId);
}
