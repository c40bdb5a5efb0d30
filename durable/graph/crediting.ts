// Credit for an answer: the question becomes a route to the nodes that answered it, and is no route any more to those
// that misled. It acts on questions that resemble it, in proportion, and on no others; so whoever credits one node a
// thousand times with one question teaches it once.

import { dropQuestions, questionsOf, teachQuestion } from "./correcting.ts";
import type { Draft } from "./draft.ts";
import type { TaughtSettings } from "./recall-settings.ts";
import type { Asked } from "./records.ts";
import { cosine, type Vector } from "./vectors.ts";

export interface CreditedQuestion {
  readonly asked: Asked;
  readonly vector: Vector;
}

/** Teaches a question to nodes; ids that are no nodes are left out. Returns the nodes that it leads to from now on. */
export function credit(
  draft: Draft,
  ids: Iterable<string>,
  { asked, vector }: CreditedQuestion,
  { perAuthor }: TaughtSettings,
): string[] {
  const credited = [...new Set(ids)].filter((id) => draft.graph.has(id));
  for (const id of credited) {
    const own = questionsOf(draft, id).filter((known) => known.asked?.by === asked.by);
    // One token never takes the places of others.
    const oldest = own[0];
    if (own.length >= perAuthor && !own.some((known) => known.asked?.text === asked.text))
      dropQuestions(draft, id, ({ asked: known }) => known !== null && known === oldest.asked);
    teachQuestion(draft, id, vector, asked);
  }
  return credited;
}

/** Takes back what the same question, or one that hardly differs, was taught to lead to. Returns the nodes that lost one. */
export function discredit(
  draft: Draft,
  ids: Iterable<string>,
  { asked, vector }: CreditedQuestion,
  { same }: TaughtSettings,
): string[] {
  return [...new Set(ids)].filter(
    (id) =>
      draft.graph.has(id) &&
      dropQuestions(
        draft,
        id,
        (known) => known.asked?.text === asked.text || cosine(known.vector, vector) >= same,
      ) > 0,
  );
}
