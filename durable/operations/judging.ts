// Feedback as its operations hand it over: a walk is judged, and what is right is added.
// `doLearn` and `captureFeedback` are the two feedbacks; settings decide how far each part goes.

import { type Suppressed, suppress } from "../graph/inhibiting.ts";
import type { NodeRecord } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import { type Injected, recordInjection } from "./injection-entry.ts";
import type { Work } from "./memory.ts";
import { placedNode } from "./taught-node.ts";
import {
  type AskedQuestion,
  type CountedLesson,
  injectNode,
  learnFromWalk,
  plainMinSimilarity,
  teachCorrection,
  teachPlain,
} from "./teaching.ts";
import type { Walk } from "./walk-of.ts";

export interface Feedback {
  readonly walk: Walk | null;
  /** −1…1; 0 judges nothing. */
  readonly outcome: number;
  /** What is to be known from now on; null: only the walk is judged. */
  readonly lesson: {
    readonly node: NodeRecord;
    readonly vector: Vector | null;
    readonly question: AskedQuestion | null;
    readonly corrects: readonly string[] | null;
  } | null;
}

export interface FeedbackResult {
  /** Null when there was nothing to judge. */
  readonly lesson: CountedLesson | null;
  readonly taught: (Injected & { readonly suppressed: Suppressed; readonly waits: boolean }) | null;
  /** Edges that the policy gradient updated, and those that are inhibitory now and were not. */
  readonly edgesUpdated: number;
}

/** Judges a walk, then adds what is right; a correction suppresses what was wrong. */
export function doLearn(work: Work, feedback: Feedback): FeedbackResult {
  const { walk, outcome } = feedback;
  const judged = walk !== null && walk.fired.length > 0 && outcome !== 0;
  const lesson = judged ? learnFromWalk(work, walk, outcome) : null;
  const taught =
    feedback.lesson &&
    taughtBy(work, walk, { ...feedback.lesson, node: placedNode(work, feedback.lesson.node) });
  const learned = lesson ? lesson.learned.ofEdges().length : 0;
  return { lesson, taught, edgesUpdated: learned + (taught?.suppressed.created ?? 0) };
}

export interface Capture {
  readonly walk: Walk;
  readonly node: NodeRecord;
  readonly vector: Vector | null;
  readonly question: AskedQuestion | null;
  /** Null: −1 for a correction, else nothing is judged. */
  readonly outcome: number | null;
  /** The feedback is taken once for each key; null: always. */
  readonly dedupKey: string | null;
}

export interface CaptureResult {
  readonly deduped: boolean;
  readonly injected: boolean;
  readonly edgesUpdated: number;
  readonly outcome: number | null;
}

/** Takes a feedback that a chat brought along, once for each key. */
export function captureFeedback(work: Work, capture: Capture): CaptureResult {
  const { walk, node, vector } = capture;
  const key = capture.dedupKey === null ? null : `capture ${capture.dedupKey}`;
  if (key !== null && work.store.answered(key)) {
    return { deduped: true, injected: false, edgesUpdated: 0, outcome: null };
  }
  const outcome = capture.outcome ?? (node.kind === "correction" ? -1 : null);
  const { injected } =
    node.kind === "correction"
      ? capturedCorrection(work, capture)
      : teachPlain(work, node, vector, plainMinSimilarity(work));
  const lesson = outcome === null || walk.fired.length === 0 ? null : learnFromWalk(work, walk, outcome);
  if (key !== null) work.store.remember(key, "", null, work.call.now);
  return { deduped: false, injected, edgesUpdated: lesson?.learned.ofEdges().length ?? 0, outcome };
}

/** Without a share, a captured correction corrects its neighbours instead of what fired. */
function capturedCorrection(work: Work, capture: Capture): Injected {
  const { draft, settings } = work;
  const { vector } = capture;
  if (settings.injection.correctedShare !== null || vector === null)
    return teachCorrection(work, { ...capture, corrects: null });
  const injected = injectNode(work, capture.node, vector, settings.injection.minSimilarity);
  const corrected = injected.neighbours.map(({ id }) => id);
  const { ids } = suppress(draft, injected.nodeId, corrected, settings);
  recordInjection(work, injected, capture.node, { suppresses: ids, earlier: null });
  return injected;
}

function taughtBy(
  work: Work,
  walk: Walk | null,
  lesson: NonNullable<Feedback["lesson"]>,
): NonNullable<FeedbackResult["taught"]> {
  if (lesson.node.kind === "correction") return teachCorrection(work, { ...lesson, walk });
  const taught = teachPlain(work, lesson.node, lesson.vector, work.settings.injection.minSimilarity);
  return { ...taught, suppressed: { ids: [], created: 0 } };
}
