// Learn: says how a walk went, so that its routes are followed more or less from now on, and which nodes answered its
// question, so that questions like it lead there.

import { Refusal } from "../../wire/errors.ts";
import type { LearnReply, LearnRequest } from "../../wire/learning.ts";
import { LIMITS } from "../../wire/limits.ts";
import { type CreditedQuestion, credit, discredit } from "../graph/crediting.ts";
import type { TaughtSettings } from "../graph/recall-settings.ts";
import type { Vector } from "../graph/vectors.ts";
import { digestOf } from "../text/digest.ts";
import { vectorOrNull } from "./embedding.ts";
import { learnReply } from "./feedback.ts";
import type { Operation, Work } from "./memory.ts";
import { checkVector, learnFromWalk } from "./teaching.ts";
import { bestFirst, type Walk, walkOf, walkOfIds } from "./walk-of.ts";

export const learn: Operation<LearnRequest, LearnReply, Vector | null> = {
  async wait({ store, settings, embedder }, request) {
    const question = settings.taught && walkOf(store, request)?.question;
    if (!question) return null;
    return vectorOrNull(
      embedder,
      question.text,
      "query",
      embedder.slow ? LIMITS.lessonEmbeddingMs : undefined,
    );
  },

  act(work, request, vector) {
    const walk = walkOf(work.store, request) ?? walkOfIds([]);
    const outcomes = request.outcomes && new Map(Object.entries(request.outcomes));
    const wanted = request.wanted_ids ?? [];
    if (wanted.length > 0 && !walk.question) {
      throw new Refusal(
        "invalid_request",
        "wanted_ids answer a question: name the walk by query_id or chat_id, so that it is known which",
      );
    }
    const { taught } = work.settings;
    const question = walk.question && vector && { asked: walk.question, vector };
    const credits = taught && question ? judge(work, walk, request, question, taught) : NO_CREDITS;
    const lesson = learnFromWalk(work, walk, request.outcome, outcomes, credits.noted);
    const reply = learnReply(work, lesson);
    const strangers = wanted.filter((id) => !work.draft.graph.has(id));
    const late = wanted.length > 0 && taught !== null && !question;
    const { note, ...learned } = reply;
    return {
      ...learned,
      ...(note !== undefined && credits.noted === null && { note }),
      unknown_ids: [...new Set([...reply.unknown_ids, ...strangers])],
      credited_ids: [...credits.credited],
      discredited_ids: [...credits.discredited],
      ...(late && {
        note: "the question could not be embedded now, so it leads nowhere yet: send this feedback again later",
      }),
    };
  },
};

interface Credits {
  readonly credited: readonly string[];
  readonly discredited: readonly string[];
  /** For the journal: what an undo has to take back. */
  readonly noted: {
    readonly credited: string[];
    readonly discredited: string[];
    readonly question: string;
  } | null;
}

const NO_CREDITS: Credits = { credited: [], discredited: [], noted: null };

function judge(
  work: Work,
  walk: Walk,
  { outcome, outcomes, wanted_ids: wanted = [] }: LearnRequest,
  question: CreditedQuestion,
  settings: TaughtSettings,
): Credits {
  checkVector(work, question.vector);
  const judged = Object.entries(outcomes ?? {});
  const whole = outcomes === undefined;
  // Who names the answer means no other.
  const whoever =
    whole && outcome > 0 && wanted.length === 0 ? bestFirst(walk).slice(0, settings.credited) : [];
  const good = whole ? whoever : signed(judged, 1);
  const bad = whole ? (outcome < 0 ? walk.fired : []) : signed(judged, -1);
  const misled = bad.filter((id) => !wanted.includes(id));
  const discredited = discredit(work.draft, misled, question, settings);
  const credited = credit(work.draft, [...good, ...wanted], question, settings);
  const noted = { credited, discredited, question: digestOf(question.asked.text) };
  return { credited, discredited, noted: credited.length + discredited.length > 0 ? noted : null };
}

function signed(outcomes: readonly (readonly [id: string, outcome: number])[], sign: 1 | -1): string[] {
  return outcomes.filter(([, outcome]) => Math.sign(outcome) === sign).map(([id]) => id);
}
