// Which language model a deployment has, and how it reaches it: read from the variables of the worker, checked in this one
// place. docs/models.md explains every variable.

import { WORKERS_AI } from "../remote/ai-binding.ts";
import {
  addressBelow,
  keyOf,
  modelNameOf,
  notConfigured,
  textOf,
  wholeNumberOf,
  wrong,
} from "../remote/variables.ts";
import { ANTHROPIC, ANTHROPIC_URL } from "./anthropic.ts";
import { OPENAI_COMPATIBLE } from "./openai-compatible.ts";
import type { ModelEndpoint } from "./provider.ts";
import { USUAL_MODEL } from "./workers-ai.ts";

export interface ModelVariables {
  readonly MODEL?: string;
  readonly MODEL_URL?: string;
  readonly MODEL_NAME?: string;
  /** A secret. */
  readonly MODEL_KEY?: string;
  readonly MODEL_DAILY_TOKENS?: string;
  /** Present where the worker has the binding. */
  readonly AI?: unknown;
}

export type ModelChoice =
  | { readonly kind: typeof WORKERS_AI; readonly model: string }
  | { readonly kind: typeof OPENAI_COMPATIBLE | typeof ANTHROPIC; readonly endpoint: ModelEndpoint };

export interface ModelConfiguration {
  /** Null: this deployment has none. */
  readonly choice: ModelChoice | null;
  /** Estimated tokens that one memory may spend in a UTC day; null: no bound. */
  readonly dailyTokens: number | null;
}

const NONE = "none";

/** Refuses with `not_configured` what it does not understand, naming the variable, what it found and what may stand there. */
export function modelConfigurationOf(variables: ModelVariables): ModelConfiguration {
  const dailyTokens = wholeNumberOf(variables, "MODEL_DAILY_TOKENS", 1) ?? null;
  return { choice: choiceOf(variables), dailyTokens };
}

function choiceOf(variables: ModelVariables): ModelChoice | null {
  const kind = textOf(variables, "MODEL") ?? NONE;
  const model = modelNameOf(variables, "MODEL_NAME");
  const key = keyOf(variables, "MODEL_KEY");
  const base = textOf(variables, "MODEL_URL");
  switch (kind) {
    case NONE:
      return null;
    case WORKERS_AI:
      if (variables.AI === undefined) {
        throw notConfigured(
          `MODEL is "${kind}", and the worker has no AI binding: add [ai] to wrangler.toml`,
        );
      }
      return { kind, model: model ?? USUAL_MODEL };
    case OPENAI_COMPATIBLE: {
      if (base === undefined)
        throw missing(kind, "MODEL_URL", "the service's address, such as https://api.example.com/v1");
      if (model === undefined) throw missing(kind, "MODEL_NAME", "the model's name at the service");
      return { kind, endpoint: { url: addressBelow("MODEL_URL", base, "/chat/completions"), key, model } };
    }
    case ANTHROPIC: {
      if (model === undefined)
        throw missing(kind, "MODEL_NAME", "the model's name, such as claude-haiku-4-5");
      if (key === undefined) throw missing(kind, "MODEL_KEY", "a secret, the key of the API");
      const url = addressBelow("MODEL_URL", base ?? ANTHROPIC_URL, "/messages");
      return { kind, endpoint: { url, key, model } };
    }
    default:
      throw wrong("MODEL", kind, `one of ${NONE}, ${WORKERS_AI}, ${OPENAI_COMPATIBLE}, ${ANTHROPIC}`);
  }
}

function missing(kind: string, name: string, what: string): Error {
  return notConfigured(`MODEL is "${kind}", and ${name} is not set: it is ${what}`);
}
