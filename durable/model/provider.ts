// What differs between the providers of language models: how one request is made and where its text stands.

import type { Party } from "../remote/party.ts";
import { badAnswerOf } from "../remote/post-json.ts";
import type { RequestFault } from "../remote/request-fault.ts";
import type { Prompt } from "./language-model.ts";

export interface ModelProvider {
  readonly name: string;
  /** The model's text, not yet looked into. Throws a `RequestFault`; whatever else it throws counts as `unavailable`. */
  request(prompt: Prompt, signal: AbortSignal): Promise<string>;
}

/** A service over HTTP. */
export interface ModelEndpoint {
  readonly url: string;
  /** Sent to that address alone; undefined: none. */
  readonly key: string | undefined;
  readonly model: string;
}

/** How a service is reached; a test has its own. */
export interface Outside {
  readonly send: typeof fetch;
  readonly now: () => number;
}

export const MODEL_PARTY: Party = {
  name: "the language model's provider",
  purpose: "the language model",
  variables: { url: "MODEL_URL", key: "MODEL_KEY", model: "MODEL_NAME", dailyTokens: "MODEL_DAILY_TOKENS" },
};

/** Bytes that a token of an answer takes at most, thoughts and escapes included. */
export const BYTES_PER_TOKEN = 64;

export function badAnswer(what: string): RequestFault {
  return badAnswerOf(MODEL_PARTY, what);
}
