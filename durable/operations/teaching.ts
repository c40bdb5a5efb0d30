// What every way of teaching shares: learning from a walk, adding a node, and letting a correction suppress.
// A node whose vector is not there yet is added all the same; what needs the vector is left to the backlog.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import { allowedOf, type Judgement } from "../graph/allowance.ts";
import { lead, plant } from "../graph/connecting.ts";
import { correct, correctedAmong, rivalsOf, teachQuestion } from "../graph/correcting.ts";
import type { Draft } from "../graph/draft.ts";
import { edgesAround } from "../graph/edge-notes.ts";
import type { Suppressed } from "../graph/inhibiting.ts";
import { type Lesson, learnWalk } from "../graph/learning.ts";
import type { Asked, Json, NodeRecord } from "../graph/records.ts";
import { isKeptBack } from "../graph/structure.ts";
import type { Vector } from "../graph/vectors.ts";
import { requireNotErased } from "./erased-before.ts";
import { type Deferred, type Injected, recordInjection } from "./injection-entry.ts";
import { keptLesson, lessonBody } from "./lesson-entry.ts";
import type { Memory, Work } from "./memory.ts";
import { noteUse } from "./memory-marks.ts";
import { namedInWords } from "./named-in-words.ts";
import { bestFirst, seenWalk, type Walk } from "./walk-of.ts";

const DAY = 86_400_000;

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

export interface CountedLesson extends Lesson {
  /** True: the token has said so much of some nodes already that not all of this counts. */
  readonly isCut: boolean;
}

/**
 * Learns a walk's outcome, as far as the token's verdicts still count, and keeps the lesson in the journal, so that it can be
 * undone.
 */
export function learnFromWalk(
  work: Work,
  walked: Walk,
  outcome: number,
  given?: ReadonlyMap<string, number>,
  credits: Readonly<Record<string, Json>> | null = null,
): CountedLesson {
  const { draft, settings, store, call } = work;
  const walk = seenWalk(work, walked);
  const counted = countedOf(work, { fired: walk.fired, outcome, perNode: given });
  const outcomes = counted ?? given;
  const lesson = learnWalk(draft, walk, outcome, settings, { perNode: outcomes });
  const kept = keptLesson({ ...walk, outcome, perNode: outcomes }, lesson, settings);
  const body = {
    event: call.id,
    ...(call.source !== undefined && { source: call.source }),
    ...lessonBody(kept, draft.graph),
    ...(credits && { credits }),
  };
  store.record("learn", body, { at: call.now, author: call.author });
  noteUse(
    work,
    walk.fired.filter((id) => (outcomes ? (outcomes.get(id) ?? 0) : outcome) > 0),
  );
  return { ...lesson, isCut: counted !== null };
}

/** What counts of a verdict, by node; null where all of it does. */
function countedOf(
  { settings: { taught }, store, call }: Work,
  judged: Judgement,
): Map<string, number> | null {
  if (!taught) return null;
  const since = call.now - taught.allowance.days * DAY;
  const sums = store.erasing.verdicts.sumBy(call.author, since);
  return allowedOf(judged, (id) => sums.get(id) ?? 0, taught.allowance);
}

/**
 * Adds a node and, where its vector is there, finds its neighbours and links it with them, unless only what it corrects
 * shall lead to it. Refuses vectors of another embedder and full agents.
 */
export function injectNode(
  work: Work,
  node: NodeRecord,
  vector: Vector | null,
  minSimilarity: number,
): Injected {
  const { draft, settings } = work;
  if (draft.graph.has(node.id))
    return { nodeId: node.id, injected: false, neighbours: [], linked: [], edgesAdded: 0 };
  if (vector) checkVector(work, vector);
  requireNotErased(work, node.text);
  if (draft.graph.nodeCount >= LIMITS.nodesPerAgent) {
    throw new Refusal(
      "agent_full",
      `this agent holds ${LIMITS.nodesPerAgent} nodes, which is the most: remove some, or use another agent`,
    );
  }
  if (!vector) {
    draft.putNode(node);
    return { nodeId: node.id, injected: true, neighbours: [], linked: [], edgesAdded: 0 };
  }
  const links = linksNeighbours(work, node);
  const { topK, neighbourShare: share } = settings.injection;
  const neighbours = plant(draft, node, vector, { topK, minSimilarity, share }, links);
  const linked = links && !isKeptBack(draft.graph, node.id) ? neighbours.map(({ id }) => id) : [];
  const injected = { nodeId: node.id, injected: true, neighbours, linked, edgesAdded: 2 * linked.length };
  return links ? { ...injected, leastSimilarity: minSimilarity } : injected;
}

/** True unless only what a node corrects shall lead to it. */
export function linksNeighbours({ settings }: Work, node: NodeRecord): boolean {
  return node.kind !== "correction" || settings.injection.correctionLinks === "neighbours";
}

/** A question as it is taught by who calls, now. */
export function taughtNow({ call }: Pick<Work, "call">, { text, by }: Asked): Asked {
  return { text, by, at: call.now, ...(by !== call.author && { teacher: call.author }) };
}

/** A question that was answered wrongly. */
export interface AskedQuestion {
  readonly asked: Asked;
  /** Null while it is not there yet. */
  readonly vector: Vector | null;
}

export interface NewCorrection {
  readonly node: NodeRecord;
  /** Null while it is not there yet. */
  readonly vector: Vector | null;
  readonly question: AskedQuestion | null;
  /** The walk that was wrong; null where none is named: then the nearest neighbours are corrected. */
  readonly walk: Walk | null;
  /** The wrong nodes by name, in place of those that would be found. */
  readonly corrects: readonly string[] | null;
}

export interface Taught extends Injected {
  /** True while a part of it waits for a vector. */
  readonly waits: boolean;
}

export interface Corrected extends Taught {
  readonly suppressed: Suppressed;
}

/** Adds a correction, or teaches a known one anew, and lets it suppress what it corrects. */
export function teachCorrection(work: Work, told: NewCorrection): Corrected {
  const { draft, settings } = work;
  const correction = { ...told, walk: told.walk && seenWalk(work, told.walk) };
  const { node, walk, corrects } = correction;
  const earlier = draft.graph.has(node.id) ? edgesAround(draft.graph, node.id) : null;
  const injected = injectNode(work, node, correction.vector, settings.injection.minSimilarity);
  const vector = correction.vector ?? draft.vectors.vector(node.id, 0) ?? null;
  const question = settings.injection.teachQuestion ? correction.question : null;
  const corrected = takeEffect(work, injected, { ...correction, question, vector });
  const waits = vector === null || (question !== null && question.vector === null);
  const fired = walk && walk.fired.length > 0 ? bestFirst(walk) : null;
  const isKept = isKeptBack(draft.graph, node.id);
  const deferred: Deferred | null = waits || isKept ? { corrects, fired } : null;
  const asked = question?.asked ?? null;
  const note = { suppresses: corrected.suppressed.ids, earlier, deferred, asked };
  const entry = recordInjection(work, corrected, node, note);
  if (waits) work.store.pending.addLesson(node.id, entry, asked, work.call.now);
  if (isKept) holdBack(draft, node.id, entry);
  return { ...corrected, waits };
}

/** Lets a correction suppress what it corrects, as far as that is known: without its vector only what is named. */
export function takeEffect(
  work: Work,
  injected: Injected,
  correction: NewCorrection,
): Injected & { readonly suppressed: Suppressed } {
  const { draft, settings } = work;
  const { node, vector, question } = correction;
  if (isKeptBack(draft.graph, node.id)) {
    if (question?.vector) teachQuestion(draft, node.id, question.vector, question.asked);
    return { ...injected, linked: [], edgesAdded: 0, suppressed: { ids: [], created: 0 } };
  }
  const named = correction.corrects ?? wrongNodes(work, correction, injected.neighbours);
  const meant = vector && { id: node.id, vector, question: question?.vector ?? null };
  const wrong = meant ? [...named, ...rivalsOf(draft, meant, named, settings)] : named;
  const suppressed = correct(draft, node.id, wrong, settings);
  if (question?.vector) {
    checkVector(work, question.vector);
    teachQuestion(draft, node.id, question.vector, taughtNow(work, question.asked));
  }
  const placed =
    settings.injection.correctionLinks === "corrected" ? leadTo(work, injected, suppressed.ids) : injected;
  return { ...placed, suppressed };
}

/** Lets what a correction corrects lead to it, and to nothing else. */
function leadTo({ draft, settings }: Work, injected: Injected, corrected: readonly string[]): Injected {
  const edgesAdded = lead(draft, corrected, injected.nodeId, settings.injection.correctionPull);
  return { ...injected, linked: corrected, edgesAdded };
}

/** Adds a teaching or directive; it suppresses nothing. */
export function teachPlain(
  work: Work,
  node: NodeRecord,
  vector: Vector | null,
  minSimilarity: number,
): Taught {
  const injected = injectNode(work, node, vector, minSimilarity);
  const waits = injected.injected && vector === null;
  if (!injected.injected) return { ...injected, waits };
  const isKept = isKeptBack(work.draft.graph, node.id);
  const links = linksNeighbours(work, node);
  const deferred: Deferred | null = (waits || isKept) && links ? { link: minSimilarity } : null;
  const entry = recordInjection(work, injected, node, { suppresses: [], earlier: null, deferred });
  if (deferred && waits) work.store.pending.addLesson(node.id, entry, null, work.call.now);
  if (isKept) holdBack(work.draft, node.id, entry);
  return { ...injected, waits };
}

/** What is kept back knows which lesson is to take effect once it is let go. */
export function holdBack(draft: Draft, id: string, entry: number): void {
  const node = draft.node(id);
  if (node?.screen) draft.putNode({ ...node, screen: { ...node.screen, entry } });
}

function wrongNodes(
  work: Work,
  correction: NewCorrection,
  neighbours: Injected["neighbours"],
): readonly string[] {
  const { draft, settings } = work;
  const { node, vector, question, walk } = correction;
  // Where no share is set, a correction acts on what fired and on nothing else.
  const share = settings.injection.correctedShare;
  if (vector === null && share !== null) return [];
  if (walk && walk.fired.length > 0) {
    const meant = { id: node.id, vector: vector ?? [], question: question?.vector ?? null };
    const alike = correctedAmong(draft, meant, bestFirst(walk), settings);
    return share === null ? alike : meantBy(work, correction, alike);
  }
  if (share === null || neighbours.length === 0) return [];
  const least = share * neighbours[0].similarity;
  const alike = neighbours.filter(({ similarity }) => similarity >= least).map(({ id }) => id);
  return meantBy(work, correction, alike);
}

/** Of nodes that are alike, those that the correction and its question name. */
function meantBy({ draft }: Work, { node, question }: NewCorrection, alike: readonly string[]): string[] {
  const texts = new Map(alike.map((id) => [id, draft.node(id)?.text ?? ""]));
  return namedInWords(texts, node.text, question?.asked.text);
}
