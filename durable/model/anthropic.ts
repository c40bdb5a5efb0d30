// Anthropic's Messages API, `POST /messages`.

import { TALK } from "../remote/limits.ts";
import { postJson } from "../remote/post-json.ts";
import type { Prompt } from "./language-model.ts";
import {
  BYTES_PER_TOKEN,
  badAnswer,
  MODEL_PARTY,
  type ModelEndpoint,
  type ModelProvider,
  type Outside,
} from "./provider.ts";

export const ANTHROPIC = "anthropic";
export const ANTHROPIC_URL = "https://api.anthropic.com/v1";
/** Of the API; answers keep their shape under it. */
const VERSION = "2023-06-01";

export class Anthropic implements ModelProvider {
  readonly name: string;
  readonly #endpoint: ModelEndpoint;
  readonly #outside: Outside;

  constructor(endpoint: ModelEndpoint, outside: Outside) {
    this.name = `${ANTHROPIC}:${endpoint.model}`;
    this.#endpoint = endpoint;
    this.#outside = outside;
  }

  async request({ system, prompt, mostTokens }: Prompt, signal: AbortSignal): Promise<string> {
    const { url, key, model } = this.#endpoint;
    const answer = await postJson(
      { party: MODEL_PARTY, ...this.#outside },
      {
        url,
        headers: { "anthropic-version": VERSION, ...(key !== undefined && { "x-api-key": key }) },
        body: { model, system, max_tokens: mostTokens, messages: [{ role: "user", content: prompt }] },
        mostBytes: TALK.frameBytes + mostTokens * BYTES_PER_TOKEN,
        signal,
      },
    );
    return textIn(answer);
  }
}

/** The texts of an answer, joined; whatever else it holds, such as thoughts, is left out. */
function textIn(answer: unknown): string {
  const { content } = (answer ?? {}) as { readonly content?: unknown };
  if (!Array.isArray(content)) throw badAnswer("answered no text");
  return content
    .filter((block) => block?.type === "text" && typeof block.text === "string")
    .map((block) => block.text)
    .join("");
}
