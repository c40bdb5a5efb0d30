// Credit for an answer: the question becomes a route to the nodes that answered it, and is no route any more to those that
// misled; for these it is kept as one for which they misled. Either acts on questions that resemble it, in proportion, and
// on no others; so whoever judges one node a thousand times for one question teaches it once.

import {
  dropQuestions,
  isTaught,
  LEADING,
  MISLEADING,
  makeRoom,
  type Side,
  type TaughtQuestion,
  teachQuestion,
} from "./correcting.ts";
import type { Draft } from "./draft.ts";
import { mayBeSuppressed } from "./inhibiting.ts";
import type { Contrast } from "./learned-ranking.ts";
import type { TaughtSettings } from "./recall-settings.ts";
import type { Asked } from "./records.ts";
import type { Settings } from "./settings.ts";
import { cosine, type Vector } from "./vectors.ts";

export interface CreditedQuestion {
  readonly asked: Asked;
  readonly vector: Vector;
  /** How a node differs from what misled beside it; absent or null: that is not known. */
  readonly contrastOf?: (id: string) => Contrast | null;
}

/** A question that a node had before. */
export interface Lost {
  readonly id: string;
  readonly question: TaughtQuestion;
  readonly side: Side;
}

export interface Credited {
  /** Nodes to which the question belongs from now on. */
  readonly ids: readonly string[];
  /** What made room for it. */
  readonly displaced: readonly Lost[];
}

/**
 * Makes a question a route to nodes. Left out are ids that are no nodes, and nodes without a place for it: a token keeps
 * `perAuthor` questions at a node, the newest, and takes the place of another's only where that one has more.
 */
export function credit(
  draft: Draft,
  ids: Iterable<string>,
  question: CreditedQuestion,
  settings: TaughtSettings,
): Credited {
  return placed(draft, ids, question, settings, LEADING);
}

/** Keeps a question as one for which nodes misled. Those that can't be suppressed are left out too. */
export function doubt(
  draft: Draft,
  ids: Iterable<string>,
  question: CreditedQuestion,
  taught: TaughtSettings,
  settings: Settings,
): Credited {
  const lowered = [...ids].filter((id) => mayBeSuppressed(draft, id, settings));
  return placed(draft, lowered, question, taught, MISLEADING);
}

/** Takes back what the same question, or one that hardly differs, was taught on a side, as far as it `goes`. */
export function takeBackQuestion(
  draft: Draft,
  ids: Iterable<string>,
  { asked, vector }: CreditedQuestion,
  { same }: TaughtSettings,
  side: Side,
  goes: (asked: Asked) => boolean = () => true,
): Lost[] {
  const isSame = (known: TaughtQuestion) =>
    known.asked?.text === asked.text || cosine(known.vector, vector) >= same;
  return [...new Set(ids)]
    .filter((id) => draft.graph.has(id))
    .flatMap((id) =>
      dropQuestions(
        draft,
        id,
        (known) => isSame(known) && (known.asked === null || goes(known.asked)),
        side,
      ).map((question) => ({ id, question, side })),
    );
}

function placed(
  draft: Draft,
  ids: Iterable<string>,
  { asked, vector, contrastOf }: CreditedQuestion,
  { perAuthor }: TaughtSettings,
  side: Side,
): Credited {
  const displaced: Lost[] = [];
  const known = [...new Set(ids)].filter((id) => {
    if (!draft.graph.has(id)) return false;
    if (isTaught(draft, id, vector, asked, side)) return true;
    if (vector.length === 0 || Array.from(vector).every((entry) => entry === 0)) return false;
    const room = makeRoom(draft, id, asked, side, perAuthor);
    if (room === null) return false;
    displaced.push(...room.map((question) => ({ id, question, side })));
    const contrast = contrastOf?.(id);
    teachQuestion(draft, id, vector, contrast ? { ...asked, contrast } : asked, side);
    return true;
  });
  return { ids: known, displaced };
}
