// An embedder whose answers can be relied on: each is checked, none is waited for without end, and one that fails is left
// alone for a while, longer each time. Whoever asks meanwhile hears at once that there are no vectors to be had.

import type { Vector } from "../graph/vectors.ts";
import type { Embedder } from "./embedder.ts";
import { EmbedderFailure, type Failing } from "./failure.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A provider may ask for more than that, up to here. */
const LONGEST_ASKED_MS = 60 * 60_000;
/** Share of a pause that chance adds, so that objects do not come back all at once. */
const JITTER = 0.25;
/** Nothing is waited for longer than this. */
const LONGEST_WAIT_MS = 120_000;
/** What any embedder takes: tells a text that is refused from an embedder that refuses everything. */
const PLAIN = "memory";

/** Where it is noted, so that it outlives the program. */
export interface FailureNote {
  get(): Failing | null;
  set(failing: Failing | null): void;
}

export interface GuardPorts {
  readonly now: () => number;
  /** A number in 0…1. */
  readonly chance: () => number;
}

export class GuardedEmbedder implements Embedder {
  readonly name: string;
  readonly dimension: number;
  readonly slow: boolean;
  readonly isMissing: boolean;
  readonly #embedder: Embedder;
  readonly #note: FailureNote;
  readonly #ports: GuardPorts;

  constructor(embedder: Embedder, note: FailureNote, ports: GuardPorts) {
    this.name = embedder.name;
    this.dimension = embedder.dimension;
    this.slow = embedder.slow;
    this.isMissing = embedder.isMissing ?? false;
    this.#embedder = embedder;
    this.#note = note;
    this.#ports = ports;
  }

  /** Null while it works, or has not been tried. */
  get failing(): Failing | null {
    const failing = this.#note.get();
    return failing?.embedder === this.name ? failing : null;
  }

  /**
   * Rejects with an `EmbedderFailure`. Its reason is `refused` only where these texts are at fault: others are taken.
   * One text that is refused with others is to be found by asking for each.
   */
  async embed(
    texts: readonly string[],
    side: "query" | "document",
    withinMs = LONGEST_WAIT_MS,
  ): Promise<Vector[]> {
    if (texts.length === 0) return [];
    const { failing } = this;
    const pause = (failing?.retryAt ?? 0) - this.#ports.now();
    if (failing && pause > 0) throw new EmbedderFailure(failing.reason, failing.message, pause);
    try {
      return await this.#answer(texts, side, withinMs);
    } catch (error) {
      const failure = asFailure(error);
      const isAboutTexts = failure.reason === "refused" || failure.reason === "bad_answer";
      if (isAboutTexts && (await this.#takesPlainText(side, withinMs))) {
        throw new EmbedderFailure("refused", failure.message);
      }
      this.#noteFailure(failure, failing);
      // To whoever hears it, an embedder that refuses everything is not there.
      throw failure.reason === "refused"
        ? new EmbedderFailure("unavailable", failure.message, failure.retryAfterMs)
        : failure;
    }
  }

  async #answer(texts: readonly string[], side: "query" | "document", withinMs: number): Promise<Vector[]> {
    const vectors = await inTime(this.#embedder.embed(texts, side), withinMs);
    const flaw = flawOf(vectors, texts.length, this.dimension);
    if (flaw) throw new EmbedderFailure("bad_answer", `the embedder ${this.name} answered with ${flaw}`);
    if (this.failing) this.#note.set(null);
    return vectors;
  }

  async #takesPlainText(side: "query" | "document", withinMs: number): Promise<boolean> {
    try {
      await this.#answer([PLAIN], side, withinMs);
      return true;
    } catch {
      return false;
    }
  }

  /** `before`: what was known when the attempt began; of attempts under way together one counts. */
  #noteFailure({ reason, message, retryAfterMs }: EmbedderFailure, before: Failing | null): void {
    const { failing } = this;
    if (failing && failing.failures !== (before?.failures ?? 0)) return;
    const now = this.#ports.now();
    const failures = (failing?.failures ?? 0) + 1;
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    const asked = Math.min(LONGEST_ASKED_MS, retryAfterMs ?? 0);
    const retryAt = now + Math.round(Math.max(pause * (1 + JITTER * this.#ports.chance()), asked));
    const since = failing?.since ?? now;
    // Once, not with every attempt: the health says the rest.
    if (failures === 1) console.error("embedder failing", this.name, reason);
    this.#note.set({ embedder: this.name, reason, message, since, failures, retryAt });
  }
}

/** Stands for an embedder that this server lacks: it keeps the name and length that vectors were made with. */
export function missingEmbedder(name: string, dimension: number): Embedder {
  const message = `this server has no embedder ${name} of ${dimension} dimensions: run one that has it, or embed the memory anew with POST /reembed`;
  return {
    name,
    dimension,
    slow: false,
    isMissing: true,
    async embed() {
      throw new EmbedderFailure("missing_asset", message);
    },
  };
}

function asFailure(error: unknown): EmbedderFailure {
  if (error instanceof EmbedderFailure) return error;
  // The message of an unknown error may hold what was embedded.
  const kind = error instanceof Error ? error.name : typeof error;
  return new EmbedderFailure("unavailable", `the embedder failed with ${kind}`);
}

function flawOf(vectors: unknown, count: number, dimension: number): string | null {
  if (!Array.isArray(vectors)) return "no vectors";
  if (vectors.length !== count) return `${vectors.length} vectors for ${count} texts`;
  for (const vector of vectors as Vector[]) {
    if (vector?.length !== dimension) return `${vector?.length} entries instead of ${dimension}`;
    for (let index = 0; index < dimension; index++) {
      if (!Number.isFinite(vector[index])) return "something that is no number";
    }
  }
  return null;
}

async function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    const late = new EmbedderFailure("timeout", `the embedder did not answer within ${withinMs} ms`);
    timer = setTimeout(() => reject(late), withinMs);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
