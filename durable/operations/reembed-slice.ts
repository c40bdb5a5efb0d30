// One slice of a re-embedding. First all texts in order of ids, then what changed meanwhile, until nothing is missing; then
// the new vectors take the place of the old ones in one change. Until then the memory knows nothing of them.

import { EmbedderFailure } from "../embed/failure.ts";
import type { Vector } from "../graph/vectors.ts";
import type { EmbedderIdentity, MissingText, ReembedJob } from "../store/ports.ts";
import { BATCH_TEXTS, embedAll, SLICE_MS } from "./embed-pending.ts";
import type { Memory, Operation, Work } from "./memory.ts";
import { emptyIndex } from "./mind.ts";

const SLICE_TEXTS = 200;
const SLICE_CHARS = 500_000;
/** After so many slices that writes kept ahead of, the few texts that are missing are left to the backlog. */
const MOST_ROUNDS = 20;
const FEW_TEXTS = 50;

interface Slice {
  readonly job: ReembedJob | null;
  readonly texts: readonly MissingText[];
  readonly vectors: ReadonlyMap<string, Vector | EmbedderFailure>;
  readonly failure: EmbedderFailure | null;
}

export const reembedSlice: Operation<null, null, Slice> = {
  async wait(memory, _, call) {
    const { reembedding } = memory.store;
    const { job } = reembedding;
    if (job?.state !== "running") return { job: null, texts: [], vectors: new Map(), failure: null };
    const embedder = memory.embedders?.identified(job.to);
    const texts = within(missingOf(memory, job), SLICE_CHARS);
    if (!embedder) throw new Error("a memory without a choice of embedders can't be embedded anew");
    const since = call.elapsed();
    const inTime = () => call.elapsed() - since < SLICE_MS;
    const vectors = new Map<string, Vector | EmbedderFailure>();
    let failure: EmbedderFailure | null = null;
    for (const side of ["document", "query"] as const) {
      if (failure) break;
      const asked = texts.filter(({ route }) => (route === 0) === (side === "document"));
      const named = new Map(asked.map((one) => [keyOf(one), one.text]));
      const embedded = await embedAll(embedder, named, side, inTime);
      for (const [key, vector] of embedded.vectors) vectors.set(key, vector);
      failure = embedded.failure;
    }
    return { job, texts, vectors, failure };
  },

  act(work, _, { job: before, texts, vectors, failure }) {
    const { reembedding } = work.store;
    const { job } = reembedding;
    // It may have been cancelled, or begun anew, while texts were embedded.
    if (!before || job?.state !== "running" || job.startedAt !== before.startedAt) return null;
    const left = texts.find((text) => !isDone(vectors.get(keyOf(text))));
    for (const text of texts) stage(work, job.to, text, vectors.get(keyOf(text)));
    const next = goOn(work, job, texts, left);
    const error = failure?.message ?? null;
    const most = next.rounds > MOST_ROUNDS ? FEW_TEXTS : 0;
    const isOver = next.cursor === null && missingOf(work, next).length <= most;
    if (failure === null && isOver) conclude(work, next);
    else reembedding.set({ ...next, ...counted(work), error });
    return null;
  },
};

/** The job after a slice: the first pass goes on behind what is done, or is over. */
function goOn(
  work: Work,
  job: ReembedJob,
  texts: readonly MissingText[],
  left: MissingText | undefined,
): ReembedJob {
  if (job.cursor === null) return { ...job, rounds: job.rounds + 1 };
  if (left) {
    const done = texts.slice(0, texts.indexOf(left));
    return { ...job, cursor: done.at(-1)?.id ?? job.cursor };
  }
  const cursor = texts.at(-1)?.id ?? job.cursor;
  const isOver = work.store.reembedding.missing(cursor, 1).length === 0;
  return { ...job, cursor: isOver ? null : cursor };
}

/** What the next slice is about. Questions come after the first pass. */
function missingOf({ store: { reembedding } }: Pick<Memory, "store">, job: ReembedJob): MissingText[] {
  if (job.cursor !== null) {
    const texts = reembedding.missing(job.cursor, SLICE_TEXTS);
    if (texts.length > 0) return texts;
  }
  const changed = reembedding.missing("", SLICE_TEXTS);
  return [...changed, ...reembedding.missingQuestions(SLICE_TEXTS - changed.length)];
}

/** Keeps a vector beside the memory, unless its node is gone; one of a text that changed will be missed. */
function stage(
  { store, draft, settings }: Work,
  to: EmbedderIdentity,
  { id, route, hash }: MissingText,
  embedded: Vector | EmbedderFailure | undefined,
): void {
  if (!isDone(embedded) || !draft.graph.has(id)) return;
  if (embedded instanceof EmbedderFailure) {
    store.reembedding.stage({ id, route, hash, row: null, error: embedded.message });
    return;
  }
  const index = emptyIndex(settings, to.dimension);
  index.set(id, route, embedded);
  store.reembedding.stage({ id, route, hash, row: index.record(id, route) ?? null, error: null });
}

/** True for a vector, and for a text that will get none. */
function isDone(embedded: Vector | EmbedderFailure | undefined): embedded is Vector | EmbedderFailure {
  return embedded instanceof EmbedderFailure ? embedded.reason === "refused" : embedded !== undefined;
}

function conclude(work: Work, job: ReembedJob): void {
  const { store, settings, call } = work;
  const { lost } = store.reembedding.total();
  const counts = counted(work);
  const taken = store.reembedding.takeOver(job.to, settings.vectors === "exact", call.now);
  store.reembedding.set({
    ...job,
    ...counts,
    state: "done",
    questionsDropped: lost,
    endedAt: call.now,
    error: null,
  });
  const body = { from: job.from.name, to: job.to.name, ...taken, questions_dropped: lost };
  store.record("reembed", body, { at: call.now, author: job.author });
}

export function counted({ store: { reembedding } }: Pick<Memory, "store">) {
  const { texts, questions } = reembedding.total();
  const { embedded, setAside } = reembedding.done();
  return { total: texts + questions, done: embedded, setAside };
}

function within(texts: readonly MissingText[], chars: number): MissingText[] {
  let sum = 0;
  const taken = texts.filter(({ text }, index) => {
    sum += text.length;
    return index < BATCH_TEXTS || sum <= chars;
  });
  return taken;
}

function keyOf({ id, route, hash }: MissingText): string {
  return JSON.stringify([id, route, hash]);
}
