// Credit for an answer: the question becomes a route to the nodes that answered it, and is no route any more to those
// that misled. It acts on questions that resemble it, in proportion, and on no others; so whoever credits one node a
// thousand times with one question teaches it once.

import { dropQuestions, leadsThere, MOST_QUESTIONS, questionsOf, teachQuestion } from "./correcting.ts";
import type { Draft } from "./draft.ts";
import type { TaughtSettings } from "./recall-settings.ts";
import type { Asked } from "./records.ts";
import { cosine, type Vector } from "./vectors.ts";

export interface CreditedQuestion {
  readonly asked: Asked;
  readonly vector: Vector;
}

/**
 * Teaches a question to nodes; ids that are no nodes are left out, and nodes that have no place for it: a token keeps
 * `perAuthor` questions at a node, the newest, and never takes the place of another's.
 * Returns the nodes that it leads to from now on.
 */
export function credit(
  draft: Draft,
  ids: Iterable<string>,
  { asked, vector }: CreditedQuestion,
  { perAuthor }: TaughtSettings,
): string[] {
  return [...new Set(ids)].filter((id) => {
    if (!draft.graph.has(id)) return false;
    if (leadsThere(draft, id, vector, asked)) return true;
    if (!makePlace(draft, id, asked, perAuthor)) return false;
    teachQuestion(draft, id, vector, asked);
    return leadsThere(draft, id, vector, asked);
  });
}

/** Whether a node has a place for one more question of a token, if need be its oldest one's. */
function makePlace(draft: Draft, id: string, { by }: Asked, perAuthor: number): boolean {
  const all = questionsOf(draft, id);
  const own = all.flatMap(({ asked }) => (asked?.by === by ? [asked.text] : []));
  if (own.length < perAuthor && all.length < MOST_QUESTIONS) return true;
  return dropQuestions(draft, id, ({ asked }) => asked?.by === by && asked.text === own[0]) > 0;
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
