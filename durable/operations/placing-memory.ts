// What becomes of a new memory beside those that are near it. Only current ones of the same project, visibility and user are
// looked at: what is somebody else's, or over, is no duplicate.

import { type LikenessSettings, type Outcome, outcomeOf } from "../graph/memories/likeness.ts";
import {
  areOfOthers,
  bothSayMore,
  disagreementOf,
  shareSubject,
  statementsOf,
} from "../text/disagreement.ts";
import { relationsClash } from "../text/exclusive-relations.ts";
import { valueStance, valuesOf } from "../text/value-tokens.ts";
import { wordsOf } from "../text/words.ts";

export interface Near {
  readonly id: string;
  readonly content: string;
  readonly similarity: number;
}

export interface Placing {
  readonly outcome: Outcome;
  /** The memory that it is about; null where the new one stands alone. */
  readonly near: Near | null;
}

/** So many of the nearest are looked at. */
export const LOOKED_AT = 10;

/** The first of the nearest that a new text says the same as, or something else of the same thing as. */
export function placingOf(content: string, near: readonly Near[], settings: LikenessSettings): Placing {
  const nearest = near.toSorted((a, b) => b.similarity - a.similarity).slice(0, LOOKED_AT);
  const values = valuesOf(content);
  const statements = statementsOf(content);
  for (const one of nearest) {
    const theirs = statementsOf(one.content);
    if (areOfOthers(statements, theirs)) continue;
    const outcome = outcomeOf(
      {
        similarity: one.similarity,
        values: valueStance(values, valuesOf(one.content)),
        disagrees:
          disagreementOf(statements, theirs) !== null ||
          (relationsClash(content, one.content) && shareSubject(statements, theirs)),
        bothSayMore: bothSayMore(statements, theirs),
        isLonger: wordsOf(content).length > wordsOf(one.content).length,
      },
      settings,
    );
    if (outcome !== "store") return { outcome, near: one };
  }
  return { outcome: "store", near: null };
}

/** Whether two texts may stand for each other: no value of one is another in the other. */
export function sayTheSame(a: string, b: string): boolean {
  const [ours, theirs] = [statementsOf(a), statementsOf(b)];
  if (valueStance(valuesOf(a), valuesOf(b)) === "other" || relationsClash(a, b)) return false;
  if (areOfOthers(ours, theirs) || bothSayMore(ours, theirs)) return false;
  return disagreementOf(ours, theirs) === null;
}
