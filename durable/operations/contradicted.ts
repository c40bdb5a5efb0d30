// Which memories a new text contradicts, in three stages: those near enough, of these those that say something else of the same
// thing, and of these the very near ones at once and the others when a model, where there is one, says so too.

import { areOfOthers, disagreementOf, shareSubject, statementsOf } from "../text/disagreement.ts";
import { relationsClash } from "../text/exclusive-relations.ts";
import type { Near } from "./placing-memory.ts";

const NEAR = 0.75;
const VERY_NEAR = 0.82;
const LOOKED_AT = 20;

/** `ask`: a model's word on one of them; null where there is no model. */
export function contradictedBy(
  content: string,
  near: readonly Near[],
  ask: ((other: Near) => boolean) | null,
): Near[] {
  const statements = statementsOf(content);
  return near
    .filter(({ similarity }) => similarity >= NEAR)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, LOOKED_AT)
    .filter((other) => {
      const theirs = statementsOf(other.content);
      if (areOfOthers(statements, theirs)) return false;
      if (relationsClash(content, other.content) && shareSubject(statements, theirs)) return true;
      // Another word alone may be said besides: who likes coffee may like tea.
      const because = disagreementOf(statements, theirs)?.because ?? "value";
      return because !== "value";
    })
    .filter((other) => other.similarity >= VERY_NEAR || ask === null || ask(other));
}
