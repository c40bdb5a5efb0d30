// A language model behind a provider: asked with patience, within its time and the day's allowance.

import { attempted } from "../remote/attempts.ts";
import { DailyAllowance } from "../remote/daily-allowance.ts";
import { ProviderFailure } from "../remote/failure.ts";
import type { RemotePorts } from "../remote/ports.ts";
import { estimatedTokens } from "../remote/tokens.ts";
import { ModelFailure } from "./failure.ts";
import type { LanguageModel, Prompt } from "./language-model.ts";
import { badAnswer, MODEL_PARTY, type ModelProvider } from "./provider.ts";

/** One attempt, however long the caller would wait. Milliseconds. */
const LONGEST_REQUEST_MS = 30_000;

export class RemoteModel implements LanguageModel {
  readonly name: string;
  readonly #provider: ModelProvider;
  readonly #ports: RemotePorts;
  readonly #allowance: DailyAllowance;

  /** `dailyTokens`: estimated tokens of prompts and answers that a UTC day has; null: no bound. */
  constructor(provider: ModelProvider, ports: RemotePorts, dailyTokens: number | null = null) {
    this.name = provider.name;
    this.#provider = provider;
    this.#ports = ports;
    this.#allowance = new DailyAllowance(dailyTokens, MODEL_PARTY, ports);
  }

  async complete(written: Prompt, withinMs: number): Promise<string> {
    const prompt = { ...written, system: wellFormed(written.system), prompt: wellFormed(written.prompt) };
    // The answer is counted in full before it is known: afterwards would be too late.
    const tokens = estimatedTokens(prompt.system) + estimatedTokens(prompt.prompt) + prompt.mostTokens;
    const errand = {
      party: MODEL_PARTY,
      ports: this.#ports,
      requestMs: Math.min(withinMs, LONGEST_REQUEST_MS),
      deadline: this.#ports.now() + withinMs,
      spend: () => this.#allowance.spend(tokens),
    };
    try {
      return await attempted(errand, async (signal) => {
        const text = (await this.#provider.request(prompt, signal)).toWellFormed();
        if (text.trim() === "") throw badAnswer("answered an empty text");
        return text;
      });
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      throw new ModelFailure(error.reason, error.message, error.retryAfterMs);
    }
  }
}

function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll("\0", " ");
}
