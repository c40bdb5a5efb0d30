// What every way of asking shares: the question's nearest nodes seed a walk, and the walk leaves a trail.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { QueryReply } from "../../wire/query.ts";
import { EmbedderFailure } from "../embed/failure.ts";
import { accompanied } from "../graph/accompanying.ts";
import { confidenceOf } from "../graph/confidence.ts";
import { gathered } from "../graph/gathering.ts";
import type { HybridSettings, SeedSettings } from "../graph/recall-settings.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { chooserOf } from "../graph/routing.ts";
import { seedsOf } from "../graph/seeding.ts";
import type { RoutingSettings, TraversalSettings } from "../graph/settings.ts";
import { hiddenIn, isGuarded, isWithheld } from "../graph/structure.ts";
import { type Resemblance, traverse, type Walk } from "../graph/traversal.ts";
import { byScoreThenId, type Scored, type Vector, type VectorIndex } from "../graph/vectors.ts";
import { type AskedFor, candidatesOf, keptBy } from "./candidates.ts";
import { embedOrNot } from "./embedding.ts";
import { entitySeeds, passing, walksKnowledge } from "./entity-seeds.ts";
import { laterFirst } from "./later-first.ts";
import type { Call, Memory, Work } from "./memory.ts";
import { barredMemories, hasMemories, type MemoryQuestion } from "./memory-shelf.ts";
import { standingOf } from "./memory-standing.ts";
import { type Reach, reachFor, reaching } from "./reaching.ts";
import { type Filters, type Found, whyOf } from "./seed-parts.ts";
import { sparing } from "./sparing.ts";
import { checkVector } from "./teaching.ts";

export interface RecallSettings {
  readonly seeds: SeedSettings;
  readonly traversal: TraversalSettings;
  readonly routing: RoutingSettings;
  /** Null: by vectors alone. */
  readonly hybrid: HybridSettings | null;
}

export interface Recall {
  readonly seeds: readonly Scored[];
  readonly walk: Walk;
  /** How likely the question is about this memory, 0 … 1; null where that is not judged. */
  readonly confidence: number | null;
  /** What explains the seeds (seed-parts.ts). */
  readonly found: Found;
  readonly settings: RecallSettings;
  readonly searchMs: number;
  readonly walkMs: number;
}

export interface EmbeddedQuestion {
  /** Null where the embedder failed, or took too long: then the question is answered without. */
  readonly vector: Vector | null;
  readonly failure: EmbedderFailure | null;
  /** Where vectors that are not in memory may be near; null without a vector. */
  readonly reach: Reach | null;
  /** Vectorize's part included. */
  readonly embedMs: number;
}

/** Embeds a question. Refuses when the memory was made with another embedder. */
export async function embedQuestion(memory: Memory, question: string, call: Call): Promise<EmbeddedQuestion> {
  checkIdentity(memory);
  const lap = lapsOf(call);
  const within = memory.embedder.slow ? LIMITS.questionEmbeddingMs : undefined;
  const embedded = await embedOrNot(memory.embedder, [question], "query", within);
  if (embedded instanceof EmbedderFailure) {
    return { vector: null, failure: embedded, reach: null, embedMs: lap() };
  }
  const [vector] = embedded;
  const reach = await reachFor(memory, vector);
  return { vector, failure: null, reach, embedMs: lap() };
}

/** Walks from the nodes that a question is about. Refuses vectors of another length. */
export function recall(
  work: Work,
  question: AskedFor & Partial<Pick<EmbeddedQuestion, "reach">> & { readonly memories?: MemoryQuestion },
  settings: RecallSettings,
): Recall {
  const { vector, reach } = question;
  if (vector) checkVector(work, vector);
  const { graph, vectors, call } = work;
  const lap = lapsOf(call);
  const { topK, taughtFloor } = settings.seeds;
  const isBarred = barredMemories(work, question.memories ?? {});
  const isHidden = hiding(graph, isBarred);
  const asked = { ...question, isAllowed: showing(graph, question.isAllowed, isHidden) };
  const search = () => {
    const candidates =
      settings.hybrid &&
      candidatesOf(work, asked, {
        hybrid: settings.hybrid,
        taught: work.settings.taught,
        taughtFloor,
        inhibitoryThreshold: settings.traversal.inhibitoryThreshold,
        now: call.now,
      });
    const nearest =
      candidates?.found ?? (vector ? vectors.search(vector, topK, taughtFloor, asked.isAllowed) : []);
    const stands = isBarred && standingOf(work, question);
    return { candidates, nearest: stands ? standing(work, nearest, stands, question.memories) : nearest };
  };
  const { candidates, nearest } = reach ? reaching(work, reach, search) : search();
  const knows = walksKnowledge(graph);
  const named = knows ? entitySeeds(work, question.text, isHidden) : [];
  const seeds = [...seedsOf(nearest, settings.seeds, candidates?.best), ...named];
  const searchMs = lap();
  const choose = chooserOf(graph, settings.routing, { vector: vector ?? [], vectors, model: null });
  const resembles =
    vector && settings.traversal.suppressByResemblance ? resemblanceTo(vectors, vector) : undefined;
  // What the caller may not meet keeps nothing out either.
  const resemblance = resembles && isBarred ? (id: string) => (isBarred(id) ? 0 : resembles(id)) : resembles;
  const { accompany, gather, maxFiredNodes } = settings.traversal;
  const spares = accompany ? sparing(work, question.text) : undefined;
  const kept = candidates ? keptBy(candidates) : undefined;
  const walked = traverse(graph, seeds, settings.traversal, choose, {
    ...{ resemblance, spares, kept },
    ...(isBarred && { isHidden }),
    ...(knows && passing(graph, isHidden)),
  });
  const whole = gather ? gathered(graph, walked, maxFiredNodes) : walked;
  const walk = accompany ? accompanied(graph, whole, settings.traversal, spares) : whole;
  const { silence } = work.settings;
  const confidence = candidates && silence && confidenceOf(candidates.evidence, silence);
  const found = { candidates, vector };
  return { seeds, walk, confidence, found, settings, searchMs, walkMs: lap() };
}

type Barred = ReturnType<typeof barredMemories>;

/**
 * What no question meets, by position: what the screen keeps back, what was superseded, and memories that are barred. Of
 * those only time and rights decide.
 */
function hiding(graph: RouteGraph, isBarred: Barred): (position: number) => boolean {
  return (position) =>
    isBarred && isGuarded(graph.kindAt(position)) && !graph.quarantined.has(position)
      ? isBarred(graph.idAt(position))
      : isWithheld(graph, position);
}

/** What may be shown, of what is allowed. Undefined where all of it may. */
function showing(
  graph: RouteGraph,
  isAllowed: AskedFor["isAllowed"],
  isHidden: (position: number) => boolean,
): AskedFor["isAllowed"] {
  const isOut = hiddenIn(graph);
  if (!isOut && !hasMemories({ graph })) return isAllowed;
  return (id) => {
    const position = graph.positionOf(id);
    const kind = position < 0 ? null : graph.kindAt(position);
    // Entities are walked, and never shown.
    if (kind === "entity") return false;
    if (kind !== null && isGuarded(kind) ? isHidden(position) : isOut?.(id)) return false;
    return !isAllowed || isAllowed(id);
  };
}

/** Scores with what speaks for memories beside words and meaning. */
function standing(
  work: Work,
  found: readonly Scored[],
  of: (id: string) => number,
  memories: MemoryQuestion = {},
): readonly Scored[] {
  const { graph } = work;
  const isMemory = (id: string) => isGuarded(graph.kindAt(graph.positionOf(id)));
  const scored = found.map(([id, score]): Scored => [id, isMemory(id) ? score * of(id) : score]);
  return laterFirst(work, scored.sort(byScoreThenId), isMemory, memories);
}

/** How much nodes resemble a question, by their own text or a question taught to lead to them. */
export function resemblanceTo(vectors: VectorIndex, question: Vector): Resemblance {
  return (id) => Math.max(0, ...vectors.routesOf(id).map((route) => vectors.cosine(id, route, question)));
}

/** What a caller was shown of a recall. */
export interface Shown {
  readonly query: string;
  readonly chatId: string | null;
  /** Ids in order of firing. */
  readonly fired: readonly string[];
  readonly contextIds: readonly string[];
  readonly decision: QueryReply["decision"];
  readonly work: QueryReply["work"];
  /** Files that were left out. */
  readonly filters?: Filters;
}

/** The trail for feedback, and the journal's note of it: ids and counts, no text of memory. */
export function keepTrail(work: Work, recalled: Recall, shown: Shown): void {
  const { store, call } = work;
  const { seeds, walk } = recalled;
  const why = whyOf(work, recalled, shown);
  const { now: at, author, id: queryId } = call;
  const { query, chatId, fired, contextIds, decision } = shown;
  const { steps, suppressed } = walk;
  const scores = fired.map((id) => walk.scores.get(id) as number);
  store.recordTrail({ queryId, chatId, at, author, query, seeds, fired, scores, steps, suppressed, why });
  const body = {
    query_id: queryId,
    chat_id: chatId,
    decision,
    seeds: seeds.map(([id]) => id),
    fired,
    context_ids: contextIds,
    suppressed: suppressed.map(({ id }) => id),
    work: shown.work,
  };
  store.record("query", body, { at, author });
}

/** Whether a node's file is among those that a caller does not want to see. */
export function excluding(
  files: readonly string[] = [],
  prefixes: readonly string[] = [],
): (file: string | null) => boolean {
  const names = new Set(files);
  return (file) => file !== null && (names.has(file) || prefixes.some((prefix) => file.startsWith(prefix)));
}

/** A stopwatch that says the milliseconds since it was last read. */
export function lapsOf({ elapsed }: Call): () => number {
  let last = elapsed();
  return () => {
    const since = last;
    last = elapsed();
    return last - since;
  };
}

/** Length alone would let two embedders of the same dimension mix. */
function checkIdentity({ store, embedder }: Memory): void {
  const made = store.setting("embedder") as { readonly name?: string } | undefined;
  if (made?.name === undefined || made.name === embedder.name) return;
  throw new Refusal(
    "embedder_mismatch",
    `this memory was made with the embedder ${made.name}, and the question would be embedded with ${embedder.name}: ` +
      `ask through a server that has ${made.name}, or embed the memory anew`,
  );
}
