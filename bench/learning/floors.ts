// What simple means would make of the same feedback: the answers without feedback, ranked anew.
//   boost  everything that was evidence once counts more, whatever is asked
//   lent   a fed question lends its evidence a score, in proportion to how much the present question resembles it

import { cosine, type Vector } from "../../durable/graph/vectors.ts";
import type { Question } from "../quality/evaluation-set.ts";
import type { Ranking } from "./answers.ts";

export const FLOORS = ["boost", "lent"] as const;
export type Floor = (typeof FLOORS)[number];

// Chosen to do well for themselves: more gains little where evidence is shared and loses much where it is not.
/** Shares of the best score. */
const BOOST = 0.1;
const LENT = 0.5;
/** Resemblance that lends nothing yet. */
const LEAST = 0.5;

export interface FedQuestion {
  readonly question: Question;
  readonly vector: Vector;
}

/** The ranking that a question would have got. Refused questions stay refused. */
export function rankedBy(
  floor: Floor,
  untaught: Ranking,
  asked: Vector,
  fed: readonly FedQuestion[],
): Ranking {
  if (untaught.length === 0) return [];
  const best = untaught[0][1];
  const scores = new Map(untaught);
  for (const [document, share] of floor === "boost" ? boosts(fed, scores) : loans(asked, fed)) {
    scores.set(document, (scores.get(document) ?? 0) + share * best);
  }
  return [...scores].sort(([, a], [, b]) => b - a);
}

/** Of what was found anyway: to raise everything would say nothing. */
function boosts(fed: readonly FedQuestion[], found: ReadonlyMap<string, number>): Map<string, number> {
  const known = fed.flatMap(({ question }) => [...question.gold]);
  return new Map(known.filter((id) => found.has(id)).map((id) => [id, BOOST]));
}

/** Of several fed questions with the same evidence the one that resembles most. */
function loans(asked: Vector, fed: readonly FedQuestion[]): Map<string, number> {
  const lent = new Map<string, number>();
  for (const { question, vector } of fed) {
    const share = LENT * (cosine(asked, vector) - LEAST);
    if (share <= 0) continue;
    for (const id of question.gold) lent.set(id, Math.max(share, lent.get(id) ?? 0));
  }
  return lent;
}
