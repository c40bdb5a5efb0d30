// What every way of teaching shares: learning from a walk, adding a node, and letting a correction suppress.
// `doLearn` and `captureFeedback` are the two feedbacks made of them; settings decide how far each part goes.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import { lead, type Neighbour, plant } from "../graph/connecting.ts";
import { correct, correctedAmong, rivalsOf, teachQuestion } from "../graph/correcting.ts";
import { changedAround, edgesAround } from "../graph/edge-notes.ts";
import type { EdgeBefore } from "../graph/episodes.ts";
import { type Suppressed, suppress } from "../graph/inhibiting.ts";
import { type Lesson, learnWalk } from "../graph/learning.ts";
import type { Json, Metadata, NodeKind, NodeRecord } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import { digestOf } from "../text/digest.ts";
import { firstLine } from "../text/lines.ts";
import { requireNotErased } from "./erased-before.ts";
import { keptLesson, lessonBody } from "./lesson-entry.ts";
import type { Memory, Work } from "./memory.ts";
import { bestFirst, type Walk } from "./walk-of.ts";

export type TaughtKind = Extract<NodeKind, "correction" | "teaching" | "directive">;

/** Edges that the entry of a repeated correction holds as they were; where there are more it holds none. */
const EDGES_NOTED = 500;
const ID_DIGITS = 12;

/** Id of a taught node, made from its content: the same content is the same node. */
export function taughtId(kind: TaughtKind, content: string): string {
  return `${kind}::${digestOf(content).slice(0, ID_DIGITS)}`;
}

export function taughtNode(kind: TaughtKind, id: string, content: string, metadata: Metadata): NodeRecord {
  return {
    id,
    kind,
    origin: "injected",
    authority: "overlay",
    text: content,
    summary: firstLine(content),
    file: null,
    chunk: null,
    metadata,
  };
}

/** The node under an id that is free, or that of the same text: a node that was edited keeps the id of its first text. */
export function placedNode({ draft }: Work, node: NodeRecord): NodeRecord {
  const isFree = (id: string) => (draft.node(id)?.text ?? node.text) === node.text;
  if (isFree(node.id)) return node;
  for (let count = 1; ; count++)
    if (isFree(`${node.id}:${count}`)) return { ...node, id: `${node.id}:${count}` };
}

/** Refuses a vector that another embedder made than those of this agent. */
export function checkVector(
  { vectors, embedder }: Pick<Memory, "vectors" | "embedder">,
  vector: Vector,
): void {
  for (const expected of [vectors.dimension, embedder.dimension]) {
    if (expected === 0 || expected === vector.length) continue;
    throw new Refusal(
      "embedder_mismatch",
      `the vector has ${vector.length} entries and this agent's have ${expected}: use the agent's own embedder (${embedder.name}), or embed the agent anew`,
      { expected, given: vector.length },
    );
  }
}

/** Least similarity of the neighbours of a plain injection. */
export function plainMinSimilarity({ embedder, settings }: Memory): number {
  const { minSimilarity, minSimilarityHash } = settings.injection;
  return embedder.name.startsWith("hash") ? minSimilarityHash : minSimilarity;
}

/** Learns a walk's outcome and keeps the lesson in the journal, so that it can be undone. */
export function learnFromWalk(
  work: Work,
  walk: Walk,
  outcome: number,
  outcomes?: ReadonlyMap<string, number>,
): Lesson {
  const { draft, settings, store, call } = work;
  const lesson = learnWalk(draft, walk, outcome, settings, { perNode: outcomes });
  const kept = keptLesson({ ...walk, outcome, perNode: outcomes }, lesson, settings);
  const body = { event: call.id, ...lessonBody(kept, draft.graph) };
  store.record("learn", body, { at: call.now, author: call.author });
  return lesson;
}

export interface Injected {
  readonly nodeId: string;
  /** False when the id was there already; then nothing changed. */
  readonly injected: boolean;
  /** Nearest first. */
  readonly neighbours: readonly Neighbour[];
  /** Those that it is linked with: both ways, or from a corrected node to its correction. */
  readonly linked: readonly string[];
  readonly edgesAdded: number;
  /** Least similarity of the neighbours, where it was linked with them. */
  readonly leastSimilarity?: number;
}

/** Adds a node beside its neighbours and, unless only what it corrects shall lead to it, links them. Refuses vectors of another embedder and full agents. */
export function injectNode(work: Work, node: NodeRecord, vector: Vector, minSimilarity: number): Injected {
  const { draft, settings } = work;
  if (draft.graph.has(node.id))
    return { nodeId: node.id, injected: false, neighbours: [], linked: [], edgesAdded: 0 };
  checkVector(work, vector);
  requireNotErased(work, node.text);
  if (draft.graph.nodeCount >= LIMITS.nodesPerAgent) {
    throw new Refusal(
      "agent_full",
      `this agent holds ${LIMITS.nodesPerAgent} nodes, which is the most: remove some, or use another agent`,
    );
  }
  const links = node.kind !== "correction" || settings.injection.correctionLinks === "neighbours";
  const neighbours = plant(draft, node, vector, { topK: settings.injection.topK, minSimilarity }, links);
  const linked = links ? neighbours.map(({ id }) => id) : [];
  const injected = { nodeId: node.id, injected: true, neighbours, linked, edgesAdded: 2 * linked.length };
  return links ? { ...injected, leastSimilarity: minSimilarity } : injected;
}

export interface NewCorrection {
  readonly node: NodeRecord;
  readonly vector: Vector;
  /** Vector of the question that was answered wrongly, where it is known. */
  readonly question: Vector | null;
  /** The walk that was wrong; null where none is named: then the nearest neighbours are corrected. */
  readonly walk: Walk | null;
  /** The wrong nodes by name, in place of those that would be found. */
  readonly corrects: readonly string[] | null;
}

export interface Corrected extends Injected {
  readonly suppressed: Suppressed;
}

/** Adds a correction, or teaches a known one anew, and lets it suppress what it corrects. */
export function teachCorrection(work: Work, correction: NewCorrection): Corrected {
  const { draft, settings } = work;
  const { node, vector, question } = correction;
  const earlier = draft.graph.has(node.id) ? edgesAround(draft.graph, node.id) : null;
  const injected = injectNode(work, node, vector, settings.injection.minSimilarity);
  const named = correction.corrects ?? wrongNodes(work, correction, injected.neighbours);
  const wrong = [...named, ...rivalsOf(draft, { id: node.id, vector, question }, named, settings)];
  const suppressed = correct(draft, node.id, wrong, settings);
  if (settings.injection.teachQuestion && question) teachQuestion(draft, node.id, question);
  const placed =
    settings.injection.correctionLinks === "corrected" ? leadTo(work, injected, suppressed.ids) : injected;
  recordInjection(work, placed, node, suppressed.ids, earlier);
  return { ...placed, suppressed };
}

/** Lets what a correction corrects lead to it, and to nothing else. */
function leadTo({ draft, settings }: Work, injected: Injected, corrected: readonly string[]): Injected {
  const edgesAdded = lead(draft, corrected, injected.nodeId, settings.injection.correctionPull);
  return { ...injected, linked: corrected, edgesAdded };
}

/** Adds a teaching or directive; it suppresses nothing. */
export function teachPlain(work: Work, node: NodeRecord, vector: Vector, minSimilarity: number): Injected {
  const injected = injectNode(work, node, vector, minSimilarity);
  if (injected.injected) recordInjection(work, injected, node, [], null);
  return injected;
}

/** A feedback as its operations hand it over. */
export interface Feedback {
  readonly walk: Walk | null;
  /** −1…1; 0 judges nothing. */
  readonly outcome: number;
  /** What is to be known from now on; null: only the walk is judged. */
  readonly lesson: {
    readonly node: NodeRecord;
    readonly vector: Vector;
    readonly question: Vector | null;
    readonly corrects: readonly string[] | null;
  } | null;
}

export interface FeedbackResult {
  /** Null when there was nothing to judge. */
  readonly lesson: Lesson | null;
  readonly taught: Corrected | null;
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
  readonly vector: Vector;
  readonly question: Vector | null;
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
  if (settings.injection.correctedShare !== null)
    return teachCorrection(work, { ...capture, corrects: null });
  const injected = injectNode(work, capture.node, capture.vector, settings.injection.minSimilarity);
  const corrected = injected.neighbours.map(({ id }) => id);
  const { ids } = suppress(draft, injected.nodeId, corrected, settings);
  recordInjection(work, injected, capture.node, ids, null);
  return injected;
}

function taughtBy(work: Work, walk: Walk | null, lesson: NonNullable<Feedback["lesson"]>): Corrected {
  if (lesson.node.kind === "correction") return teachCorrection(work, { ...lesson, walk });
  const injected = teachPlain(work, lesson.node, lesson.vector, work.settings.injection.minSimilarity);
  return { ...injected, suppressed: { ids: [], created: 0 } };
}

function wrongNodes(work: Work, correction: NewCorrection, neighbours: readonly Neighbour[]): string[] {
  const { draft, settings } = work;
  const { node, vector, question, walk } = correction;
  if (walk && walk.fired.length > 0)
    return correctedAmong(draft, { id: node.id, vector, question }, bestFirst(walk), settings);
  // Where no share is set, a correction acts on what fired and on nothing else.
  const share = settings.injection.correctedShare;
  if (share === null || neighbours.length === 0) return [];
  const least = share * neighbours[0].similarity;
  return neighbours.filter(({ similarity }) => similarity >= least).map(({ id }) => id);
}

/** `earlier`: the edges of a node that was there already, before anything changed them. */
function recordInjection(
  work: Work,
  injected: Injected,
  node: NodeRecord,
  suppresses: readonly string[],
  earlier: readonly EdgeBefore[] | null,
): void {
  const { store, call, draft } = work;
  const changed = earlier && changedAround(draft.graph, node.id, earlier);
  const body = {
    event: call.id,
    node_id: node.id,
    kind: node.kind,
    injected: injected.injected,
    connected_to: injected.linked,
    suppresses,
    ...(injected.leastSimilarity !== undefined && { least_similarity: injected.leastSimilarity }),
    ...(changed && changed.length <= EDGES_NOTED && { edges_before: changed.map(asNoted) }),
  };
  store.record("inject", body, { at: call.now, author: call.author });
}

function asNoted({ source, target, weight, kind }: EdgeBefore): Json {
  return [source, target, weight, kind];
}
