// Any service with OpenAI's `POST /chat/completions`: hosted ones with a key, and servers of one's own.
// Services differ in two fields. What one refuses is left out, or named otherwise, from the next attempt on.

import { TALK } from "../remote/limits.ts";
import { postJson } from "../remote/post-json.ts";
import { RequestFault } from "../remote/request-fault.ts";
import type { Prompt } from "./language-model.ts";
import {
  BYTES_PER_TOKEN,
  badAnswer,
  MODEL_PARTY,
  type ModelEndpoint,
  type ModelProvider,
  type Outside,
} from "./provider.ts";

export const OPENAI_COMPATIBLE = "openai-compatible";

export class OpenAiCompatible implements ModelProvider {
  readonly name: string;
  readonly #endpoint: ModelEndpoint;
  readonly #outside: Outside;
  #limitField: "max_tokens" | "max_completion_tokens" = "max_tokens";
  #takesFormat = true;

  constructor(endpoint: ModelEndpoint, outside: Outside) {
    this.name = `${OPENAI_COMPATIBLE}:${endpoint.model}`;
    this.#endpoint = endpoint;
    this.#outside = outside;
  }

  async request({ system, prompt, mostTokens, json = false }: Prompt, signal: AbortSignal): Promise<string> {
    const { url, key, model } = this.#endpoint;
    const answer = await postJson(
      { party: MODEL_PARTY, ...this.#outside, faultIn: (said, status) => this.#adapted(said, status) },
      {
        url,
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        body: {
          model,
          messages: [
            { role: "system", content: system },
            { role: "user", content: prompt },
          ],
          [this.#limitField]: mostTokens,
          ...(json && this.#takesFormat && { response_format: { type: "json_object" } }),
        },
        mostBytes: TALK.frameBytes + mostTokens * BYTES_PER_TOKEN,
        signal,
      },
    );
    return textIn(answer);
  }

  #adapted(said: string, status: number): RequestFault | undefined {
    if (status !== 400 && status !== 422) return undefined;
    const again = () =>
      new RequestFault("again", "refused", `${MODEL_PARTY.name} refused a field of the request`);
    if (this.#limitField === "max_tokens" && said.includes("max_completion_tokens")) {
      this.#limitField = "max_completion_tokens";
      return again();
    }
    if (this.#takesFormat && said.includes("response_format")) {
      this.#takesFormat = false;
      return again();
    }
    return undefined;
  }
}

/** The text of the first choice. */
export function textIn(answer: unknown): string {
  const { choices } = (answer ?? {}) as { readonly choices?: unknown };
  const [first] = Array.isArray(choices) ? choices : [];
  const content: unknown = first?.message?.content;
  if (typeof content !== "string") throw badAnswer("answered no text");
  return content;
}
