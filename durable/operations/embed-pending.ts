// Embeds what waits for a vector, a slice at a time, and does with each vector what its write would have done.
// Between waiting and acting anything may happen: a vector is kept only for the text that it was made of.

import type { Embedder } from "../embed/embedder.ts";
import { EmbedderFailure } from "../embed/failure.ts";
import type { Vector } from "../graph/vectors.ts";
import type { PendingNode } from "../store/ports.ts";
import { embedOrNot } from "./embedding.ts";
import { finishLesson, keepOwnVector } from "./late-lessons.ts";
import type { Operation, Work } from "./memory.ts";

/** Nodes of a slice, and characters after which it takes no more. */
const SLICE_NODES = 200;
const SLICE_CHARS = 500_000;
/** Texts that are embedded together, and milliseconds after which a slice begins no further batch. */
export const BATCH_TEXTS = 32;
export const SLICE_MS = 10_000;
/** A text that was refused so often, while others were taken, is set aside. */
const MOST_TRIES = 3;

type Embedded = Vector | EmbedderFailure;

interface Slice {
  /** Own vectors by node and digest of the text. */
  readonly own: ReadonlyMap<string, Embedded>;
  /** Vectors of questions by node and journal entry. */
  readonly questions: ReadonlyMap<string, Embedded>;
  readonly nodes: readonly PendingNode[];
  /** Why the slice ended early. */
  readonly failure: EmbedderFailure | null;
}

export interface Progress {
  /** Nodes that have their vector now. */
  readonly embedded: number;
  /** Null unless the embedder failed as a whole. */
  readonly failure: EmbedderFailure | null;
}

export const embedPending: Operation<null, Progress, Slice> = {
  async wait({ store, embedder }, _, call) {
    const nodes = store.pending.next(SLICE_NODES);
    const texts = new Map<string, string>();
    const questions = new Map<string, string>();
    let chars = 0;
    for (const { id, hash, lessons } of nodes) {
      if (chars > SLICE_CHARS) break;
      const node = store.storedNode(id);
      if (node && node.contentHash === hash) texts.set(keyOf(id, hash), node.text);
      chars += node?.text.length ?? 0;
      for (const { entry, asked } of lessons) if (asked) questions.set(keyOf(id, entry), asked.text);
    }
    const since = call.elapsed();
    const inTime = () => call.elapsed() - since < SLICE_MS;
    const own = await embedAll(embedder, texts, "document", inTime);
    const asked = own.failure ? NOTHING : await embedAll(embedder, questions, "query", inTime);
    return { nodes, own: own.vectors, questions: asked.vectors, failure: own.failure ?? asked.failure };
  },

  act(work, _, slice) {
    let embedded = 0;
    for (const { id } of slice.nodes) if (arrive(work, id, slice)) embedded++;
    return { embedded, failure: slice.failure };
  },
};

/** True when the node has got its vector. */
function arrive(work: Work, id: string, { own, questions }: Slice): boolean {
  const { store, draft } = work;
  // What waits at it now: an erasure or an edit may have taken some of it.
  const waiting = store.pending.of(id);
  if (!waiting) return false;
  const node = draft.graph.has(id) ? draft.node(id) : undefined;
  if (!node) {
    store.pending.drop(id);
    return false;
  }
  const found = waiting.hash === null ? undefined : own.get(keyOf(id, waiting.hash));
  if (found instanceof EmbedderFailure) {
    if (found.reason === "refused") store.pending.refuse(id, null, found.message, MOST_TRIES);
    return false;
  }
  if (found) {
    keepOwnVector(work, node, found);
    store.pending.hasVector(id);
  }
  const vector = found ?? draft.vectors.vector(id, 0);
  if (!vector) return false;
  for (const lesson of waiting.lessons) {
    const question = lesson.asked ? questions.get(keyOf(id, lesson.entry)) : null;
    const isRefused = question instanceof EmbedderFailure && question.reason === "refused";
    // Without its question a lesson still does the rest, once it is clear that the question will not come.
    if (isRefused && store.pending.refuse(id, lesson.entry, question.message, MOST_TRIES)) {
      finishLesson(work, node, vector, lesson, null);
    } else if (question === null || (question !== undefined && !(question instanceof EmbedderFailure))) {
      finishLesson(work, node, vector, lesson, question);
    }
  }
  return found !== undefined;
}

export interface AllEmbedded {
  readonly vectors: ReadonlyMap<string, Embedded>;
  readonly failure: EmbedderFailure | null;
}

const NOTHING: AllEmbedded = { vectors: new Map(), failure: null };

/** Embeds texts by key, batch after batch, until time is up or the embedder fails. Texts that alone are refused are told apart. */
export async function embedAll(
  embedder: Embedder,
  texts: ReadonlyMap<string, string>,
  side: "query" | "document",
  inTime: () => boolean,
): Promise<AllEmbedded> {
  const keys = [...texts.keys()];
  const vectors = new Map<string, Embedded>();
  for (let first = 0; first < keys.length && inTime(); first += BATCH_TEXTS) {
    const batch = keys.slice(first, first + BATCH_TEXTS);
    const embedded = await embedEach(
      embedder,
      batch.map((key) => texts.get(key) as string),
      side,
    );
    for (const [index, key] of batch.entries()) vectors.set(key, embedded[index]);
    const failure = embedded.find((one) => one instanceof EmbedderFailure && one.reason !== "refused");
    if (failure instanceof EmbedderFailure) return { vectors, failure };
  }
  return { vectors, failure: null };
}

/** Where one text makes a whole batch be refused, halves are tried until it is found. */
async function embedEach(
  embedder: Embedder,
  texts: readonly string[],
  side: "query" | "document",
): Promise<Embedded[]> {
  const embedded = await embedOrNot(embedder, texts, side);
  if (!(embedded instanceof EmbedderFailure)) return [...embedded];
  if (embedded.reason !== "refused" || texts.length === 1) return texts.map(() => embedded);
  const middle = texts.length >> 1;
  const early = await embedEach(embedder, texts.slice(0, middle), side);
  return [...early, ...(await embedEach(embedder, texts.slice(middle), side))];
}

function keyOf(id: string, of: string | number): string {
  return JSON.stringify([id, of]);
}
