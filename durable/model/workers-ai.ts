// Cloudflare's own language models, through the AI binding. Nothing leaves the platform, and no key is needed.

import { type AiBinding, runAi, WORKERS_AI } from "../remote/ai-binding.ts";
import type { Prompt } from "./language-model.ts";
import { textIn } from "./openai-compatible.ts";
import { MODEL_PARTY, type ModelProvider } from "./provider.ts";

/** The cheapest that follows such an instruction. */
export const USUAL_MODEL = "@cf/meta/llama-3.2-3b-instruct";

export class WorkersAi implements ModelProvider {
  readonly name: string;
  readonly #model: string;
  readonly #ai: AiBinding | undefined;
  readonly #now: () => number;

  constructor(model: string, ai: AiBinding | undefined, now: () => number) {
    this.name = `${WORKERS_AI}:${model}`;
    this.#model = model;
    this.#ai = ai;
    this.#now = now;
  }

  async request({ system, prompt, mostTokens }: Prompt, signal: AbortSignal): Promise<string> {
    const messages = [
      { role: "system", content: system },
      { role: "user", content: prompt },
    ];
    const call = { model: this.#model, inputs: { messages, max_tokens: mostTokens }, signal };
    const answer = await runAi(this.#ai, call, MODEL_PARTY, this.#now);
    const { response } = (answer ?? {}) as { readonly response?: unknown };
    // Some models answer in the shape of OpenAI's, and JSON comes parsed.
    if (response === undefined || response === null) return textIn(answer);
    return typeof response === "string" ? response : JSON.stringify(response);
  }
}
