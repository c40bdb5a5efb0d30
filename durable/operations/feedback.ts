// What correction and self-learn share: they wait for the same vectors and answer in the same shape.

import type { CorrectionReply, LearnReply } from "../../wire/learning.ts";
import { LIMITS } from "../../wire/limits.ts";
import { changesOf } from "../graph/learning.ts";
import type { Vector } from "../graph/vectors.ts";
import { strip } from "../text/lines.ts";
import { vectorOrNull } from "./embedding.ts";
import type { FeedbackResult } from "./judging.ts";
import type { Memory, Work } from "./memory.ts";
import type { AskedQuestion, CountedLesson } from "./teaching.ts";
import { type NamedWalk, type Walk, walkOf } from "./walk-of.ts";

export interface AwaitedFeedback {
  readonly walk: Walk | null;
  readonly content: string;
  /** Null where the embedder failed, or took too long: then it follows. */
  readonly vector: Vector | null;
  /** The question of the walk, where it is known and taught. */
  readonly question: AskedQuestion | null;
}

/** Finds the walk and embeds what is said and what was asked. */
export async function awaitFeedback(
  memory: Memory,
  request: NamedWalk & { readonly content: string },
): Promise<AwaitedFeedback> {
  return embedFeedback(memory, walkOf(memory.store, request), request.content);
}

/** Embeds what is said about a walk and, where it is taught, what was asked. */
export async function embedFeedback(
  { embedder, settings }: Memory,
  walk: Walk | null,
  said: string,
): Promise<AwaitedFeedback> {
  const content = strip(said);
  const asked = settings.injection.teachQuestion ? (walk?.question ?? null) : null;
  const within = embedder.slow ? LIMITS.lessonEmbeddingMs : undefined;
  const [vector, question] = await Promise.all([
    vectorOrNull(embedder, content, "document", within),
    asked && vectorOrNull(embedder, asked.text, "query", within),
  ]);
  return { walk, content, vector, question: asked && { asked, vector: question } };
}

/** The part of a reply that says what was learned from the walk. */
export function learnReply(work: Work, lesson: CountedLesson | null): LearnReply {
  const { call, settings } = work;
  const changes = lesson ? changesOf(lesson, settings).filter(({ target }) => target !== null) : [];
  const note = noteOn(lesson, changes.length);
  return {
    event_id: call.id,
    edges_updated: changes.length,
    max_weight_delta: changes.reduce((most, { change }) => Math.max(most, Math.abs(change)), 0),
    fired_ids: [...(lesson?.firedIds ?? [])],
    unknown_ids: [...(lesson?.unknownIds ?? [])],
    ...(note !== null && { note }),
    total_ms: call.elapsed(),
  };
}

export function correctionReply(work: Work, { lesson, taught }: FeedbackResult): CorrectionReply {
  if (!taught) throw new Error("a correction always teaches something");
  return {
    ...learnReply(work, lesson),
    node_id: taught.nodeId,
    node_injected: taught.injected,
    ...(taught.waits && { embedding: "pending" }),
    corrected_ids: [...taught.suppressed.ids],
  };
}

function noteOn(lesson: CountedLesson | null, edgesUpdated: number): string | null {
  if (!lesson) return "no walk was judged, so no route changed";
  if (lesson.firedIds.length < 2) return "a route needs two nodes: nothing was learned from this walk";
  if (lesson.isCut)
    return "this token has said of some of these nodes as much as counts for now: their routes change less, or not at all";
  return edgesUpdated === 0 ? "no edge led from one fired node to another: no route changed" : null;
}
