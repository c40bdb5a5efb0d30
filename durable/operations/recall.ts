// What every way of asking shares: the question's nearest nodes seed a walk, and the walk leaves a trail.

import { Refusal } from "../../wire/errors.ts";
import type { QueryReply } from "../../wire/query.ts";
import { chooserOf } from "../graph/routing.ts";
import { seedsOf } from "../graph/seeding.ts";
import type { RoutingSettings, SeedSettings, TraversalSettings } from "../graph/settings.ts";
import { type Resemblance, traverse, type Walk } from "../graph/traversal.ts";
import { cosine, type Scored, type Vector, type VectorIndex } from "../graph/vectors.ts";
import type { Call, Memory, Work } from "./memory.ts";
import { checkVector } from "./teaching.ts";

export interface RecallSettings {
  readonly seeds: SeedSettings;
  readonly traversal: TraversalSettings;
  readonly routing: RoutingSettings;
}

export interface Recall {
  readonly seeds: readonly Scored[];
  readonly walk: Walk;
  readonly searchMs: number;
  readonly walkMs: number;
}

export interface EmbeddedQuestion {
  readonly vector: Vector;
  readonly embedMs: number;
}

/** Embeds a question. Refuses when the memory was made with another embedder. */
export async function embedQuestion(memory: Memory, question: string, call: Call): Promise<EmbeddedQuestion> {
  checkIdentity(memory);
  const lap = lapsOf(call);
  const [vector] = await memory.embedder.embed([question], "query");
  return { vector, embedMs: lap() };
}

/** Walks from the nodes nearest to a question. Refuses vectors of another length. */
export function recall(work: Work, vector: Vector, settings: RecallSettings): Recall {
  checkVector(work, vector);
  const { graph, vectors, call } = work;
  const lap = lapsOf(call);
  const seeds = seedsOf(
    vectors.search(vector, settings.seeds.topK, settings.seeds.taughtFloor),
    settings.seeds,
  );
  const searchMs = lap();
  const choose = chooserOf(graph, settings.routing, { vector, vectors, model: null });
  const resemblance = settings.traversal.suppressByResemblance ? resemblanceTo(vectors, vector) : undefined;
  const walk = traverse(graph, seeds, settings.traversal, choose, resemblance);
  return { seeds, walk, searchMs, walkMs: lap() };
}

/** How much nodes resemble a question, by their own text or a question taught to lead to them. */
function resemblanceTo(vectors: VectorIndex, question: Vector): Resemblance {
  return (id) =>
    Math.max(
      0,
      ...vectors.routesOf(id).map((route) => cosine(vectors.vector(id, route) as Vector, question)),
    );
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
}

/** The trail for feedback, and the journal's note of it: ids and counts, no text of memory. */
export function keepTrail({ store, call }: Work, { seeds, walk }: Recall, shown: Shown): void {
  const { now: at, author, id: queryId } = call;
  const { query, chatId, fired, contextIds, decision, work } = shown;
  const { steps, suppressed } = walk;
  const scores = fired.map((id) => walk.scores.get(id) as number);
  store.recordTrail({ queryId, chatId, at, author, query, seeds, fired, scores, steps, suppressed });
  const body = {
    query_id: queryId,
    chat_id: chatId,
    decision,
    seeds: seeds.map(([id]) => id),
    fired,
    context_ids: contextIds,
    suppressed: suppressed.map(({ id }) => id),
    work,
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
