// An embedder behind a provider: texts are prepared, put into requests, sent with patience and within the day's allowance,
// and what comes back is checked. Providers differ only in how one request is made.

import { attempted, type Errand } from "../../remote/attempts.ts";
import { DailyAllowance } from "../../remote/daily-allowance.ts";
import { ProviderFailure } from "../../remote/failure.ts";
import type { RemotePorts } from "../../remote/ports.ts";
import { RequestFault } from "../../remote/request-fault.ts";
import { estimatedTokens, fitting, type Measured } from "../../remote/tokens.ts";
import { charactersOf, firstCharacters } from "../../text/characters.ts";
import type { Embedder } from "../embedder.ts";
import { EmbedderFailure } from "../failure.ts";
import { batchesOf } from "./batches.ts";
import { REMOTE, type RequestLimits } from "./limits.ts";
import { badAnswer, EMBEDDING_PARTY } from "./party.ts";
import { type Lengths, unitVector } from "./unit-vector.ts";

export type Side = Parameters<Embedder["embed"]>[1];

/** Time that a request may take, and a call of `embed` together. Milliseconds. */
export type TimeLimits = Readonly<Record<Side, { readonly request: number; readonly overall: number }>>;

export interface Provider {
  /** Identity of the vectors: provider, model, dimension. */
  readonly name: string;
  readonly lengths: Lengths;
  readonly limits: RequestLimits;
  /** What the provider puts before each text, or we do. */
  readonly prompts: Readonly<Record<Side, string>>;
  /**
   * One answered vector a text, in the order of the texts, not yet looked into. Texts are well-formed, not empty, and
   * within the limits. Throws a `RequestFault`; whatever else it throws counts as `unavailable`.
   */
  request(texts: readonly string[], side: Side, signal: AbortSignal): Promise<readonly unknown[]>;
}

/** One call of `embed` under way. */
interface Call {
  readonly side: Side;
  readonly deadline: number;
}

export class RemoteEmbedder implements Embedder {
  readonly name: string;
  readonly dimension: number;
  readonly slow = true;
  readonly #provider: Provider;
  readonly #ports: RemotePorts;
  readonly #time: TimeLimits;
  readonly #allowance: DailyAllowance;

  /** `dailyTokens`: estimated tokens that may be sent a UTC day; null: no bound. */
  constructor(
    provider: Provider,
    ports: RemotePorts,
    dailyTokens: number | null = null,
    time: TimeLimits = REMOTE.time,
  ) {
    this.name = provider.name;
    this.dimension = provider.lengths.dimension;
    this.#provider = provider;
    this.#ports = ports;
    this.#time = time;
    this.#allowance = new DailyAllowance(dailyTokens, EMBEDDING_PARTY, ports);
  }

  /** Throws an `EmbedderFailure`; its message quotes neither a text nor a key. */
  async embed(texts: readonly string[], side: Side): Promise<Float64Array[]> {
    const prompt = estimatedTokens(this.#provider.prompts[side]);
    const prepared = texts.map((text) => preparedText(text, this.#provider.limits.textTokens - prompt));
    const asked = prepared
      .map(({ text, tokens }, place) => ({ text, tokens: tokens + prompt, place }))
      .filter(({ text }) => text !== "");
    const vectors: Float64Array[] = texts.map(() => new Float64Array(this.dimension));
    if (asked.length === 0) return vectors;
    const call = { side, deadline: this.#ports.now() + this.#time[side].overall };
    try {
      for (const batch of batchesOf(asked, this.#provider.limits)) {
        const answered = await this.#vectorsOf(batch, call, REMOTE.halvings);
        for (const [index, { place }] of batch.entries()) vectors[place] = answered[index];
      }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      throw new EmbedderFailure(error.reason, error.message, error.retryAfterMs);
    }
    return vectors;
  }

  /** The vectors of one request; of several smaller ones where the provider finds it too large. */
  async #vectorsOf(batch: readonly Measured[], call: Call, halvings: number): Promise<Float64Array[]> {
    try {
      return await this.#attempts(batch, call);
    } catch (error) {
      if (!(error instanceof RequestFault) || error.remedy !== "smaller") throw error;
      if (batch.length > 1) {
        const middle = Math.ceil(batch.length / 2);
        const first = await this.#vectorsOf(batch.slice(0, middle), call, halvings);
        return [...first, ...(await this.#vectorsOf(batch.slice(middle), call, halvings))];
      }
      const [{ text, tokens }] = batch;
      const characters = charactersOf(text);
      if (halvings === 0 || characters < 2) throw error;
      const half = firstCharacters(text, Math.ceil(characters / 2));
      return this.#vectorsOf([{ text: half, tokens: Math.ceil(tokens / 2) }], call, halvings - 1);
    }
  }

  #attempts(batch: readonly Measured[], { side, deadline }: Call): Promise<Float64Array[]> {
    const tokens = batch.reduce((sum, member) => sum + member.tokens, 0);
    const texts = batch.map(({ text }) => text);
    const errand: Errand = {
      party: EMBEDDING_PARTY,
      ports: this.#ports,
      requestMs: this.#time[side].request,
      deadline,
      spend: () => this.#allowance.spend(tokens),
    };
    return attempted(errand, async (signal) => {
      const answers = await this.#provider.request(texts, side, signal);
      if (answers.length !== texts.length) {
        throw badAnswer(`answered ${answers.length} vectors for ${texts.length} texts`);
      }
      return answers.map((answer) => unitVector(answer, this.#provider.lengths));
    });
  }
}

/** A text as providers take it: well-formed Unicode without NUL, at most so many tokens; "" where it says nothing. */
function preparedText(text: string, mostTokens: number): Measured {
  return fitting(text.toWellFormed().replaceAll("\0", " ").trim(), mostTokens);
}
