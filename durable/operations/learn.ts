// Learn: says how a walk went, so that its routes are followed more or less from now on, and which nodes answered its
// question, so that questions like it lead there. What misled comes lower for them.

import { Refusal } from "../../wire/errors.ts";
import type { LearnReply, LearnRequest } from "../../wire/learning.ts";
import { LIMITS } from "../../wire/limits.ts";
import { LEADING, MISLEADING } from "../graph/correcting.ts";
import { type CreditedQuestion, credit, doubt, takeBackQuestion } from "../graph/crediting.ts";
import type { TaughtSettings } from "../graph/recall-settings.ts";
import type { Asked, Json } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import { digestOf } from "../text/digest.ts";
import { vectorOrNull } from "./embedding.ts";
import { learnReply } from "./feedback.ts";
import { contrastAmong, judgedNodes } from "./leaning.ts";
import type { Operation, Work } from "./memory.ts";
import { checkVector, learnFromWalk, taughtNow } from "./teaching.ts";
import { bestFirst, seenWalk, type Walk, walkOf, walkOfIds } from "./walk-of.ts";

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
    const walk = seenWalk(work, walkOf(work.store, request) ?? walkOfIds([]));
    const outcomes = request.outcomes && new Map(Object.entries(request.outcomes));
    const wanted = request.wanted_ids ?? [];
    if (wanted.length > 0 && !walk.question) {
      throw new Refusal(
        "invalid_request",
        "wanted_ids answer a question: name the walk by query_id or chat_id, so that it is known which",
      );
    }
    const { taught } = work.settings;
    const question = walk.question && vector && { asked: taughtNow(work, walk.question), vector };
    const credits = taught && question ? judge(work, walk, request, question, taught) : NO_CREDITS;
    const lesson = learnFromWalk(work, walk, request.outcome, outcomes, credits.noted);
    const reply = learnReply(work, lesson);
    const strangers = [...wanted, ...(request.fired_ids ?? [])].filter((id) => !work.draft.graph.has(id));
    const late = wanted.length > 0 && taught !== null && !question;
    const { note, ...learned } = reply;
    return {
      ...learned,
      ...(note !== undefined && credits.noted === null && { note }),
      unknown_ids: [...new Set([...reply.unknown_ids, ...strangers])],
      credited_ids: [...credits.credited],
      discredited_ids: [...new Set(credits.discredited)],
      lowered_ids: [...credits.lowered],
      ...(late && {
        note: "the question could not be embedded now, so it leads nowhere yet: send this feedback again later",
      }),
    };
  },
};

/** Nodes that misled and are remembered of a judgement, the first ones. */
const MISLED_JUDGED = 10;

interface Credits {
  readonly credited: readonly string[];
  readonly discredited: readonly string[];
  readonly lowered: readonly string[];
  /** For the journal: what an undo has to take back. */
  readonly noted: Readonly<Record<string, Json>> | null;
}

const NO_CREDITS: Credits = { credited: [], discredited: [], lowered: [], noted: null };

function judge(
  work: Work,
  walk: Walk,
  { outcome, outcomes, wanted_ids: wanted = [] }: LearnRequest,
  question: CreditedQuestion,
  settings: TaughtSettings,
): Credits {
  const { draft, call } = work;
  checkVector(work, question.vector);
  const judged = Object.entries(outcomes ?? {});
  const whole = outcomes === undefined;
  const best = bestFirst(walk).slice(0, settings.credited);
  // Who names the answer means no other.
  const whoever = whole && outcome > 0 && wanted.length === 0 ? best : [];
  const good = [...(whole ? whoever : signed(judged, 1)), ...wanted];
  const bad = whole ? (outcome < 0 ? walk.fired : []) : signed(judged, -1);
  const misled = bad.filter((id) => !wanted.includes(id));
  // What others taught is lowered, and only an owner takes it away.
  const goes = (asked: Asked) => call.role === "owner" || (asked.teacher ?? asked.by) === call.author;
  const discredited = takeBackQuestion(draft, misled, question, settings, LEADING, goes);
  const cleared = takeBackQuestion(draft, good, question, settings, MISLEADING, goes);
  const { text } = question.asked;
  const [answered, others] = settings.ranking
    ? [judgedNodes(work, text, good), judgedNodes(work, text, misled.slice(0, MISLED_JUDGED))]
    : [[], []];
  const contrastOf = (id: string) => contrastAmong(id, answered, others);
  const credited = credit(draft, good, { ...question, contrastOf }, settings);
  const blamed = whole ? misled.filter((id) => best.includes(id)) : misled;
  const lowered = doubt(draft, blamed, question, settings, work.settings);
  const lost = [...discredited, ...cleared, ...credited.displaced, ...lowered.displaced];
  const noted = {
    credited: [...credited.ids],
    lowered: [...lowered.ids],
    question: digestOf(text),
    // For the ranking of all answers.
    ...(others.length > 0 && {
      answered: answered.filter(([id]) => credited.ids.includes(id)),
      misled: others,
    }),
    taken: lost.map(({ id, question: { asked }, side }) => [
      id,
      digestOf(asked?.text ?? ""),
      side === LEADING,
    ]),
  };
  const changes = credited.ids.length + lowered.ids.length + lost.length;
  return {
    credited: credited.ids,
    discredited: discredited.map(({ id }) => id),
    lowered: lowered.ids,
    noted: changes > 0 ? noted : null,
  };
}

function signed(outcomes: readonly (readonly [id: string, outcome: number])[], sign: 1 | -1): string[] {
  return outcomes.filter(([, outcome]) => Math.sign(outcome) === sign).map(([id]) => id);
}
