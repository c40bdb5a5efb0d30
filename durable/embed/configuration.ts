// Which embedder a deployment uses for new memories, and how it reaches it: read from the variables of the worker,
// checked in this one place. docs/embedders.md explains every variable.

import { WORKERS_AI } from "../remote/ai-binding.ts";
import {
  addressBelow,
  keyOf,
  modelNameOf,
  notConfigured,
  shown,
  textOf,
  wholeNumberOf,
  wrong,
} from "../remote/variables.ts";
import { REMOTE, USUAL_LIMITS } from "./remote/limits.ts";
import {
  type Endpoint,
  OPENAI_COMPATIBLE,
  openAiCompatibleName,
  type Shortening,
} from "./remote/openai-compatible.ts";
import { workersAiName } from "./remote/workers-ai.ts";
import { WORKERS_AI_MODELS } from "./remote/workers-ai-models.ts";

export interface EmbedderVariables {
  readonly EMBEDDER?: string;
  readonly EMBEDDER_URL?: string;
  readonly EMBEDDER_MODEL?: string;
  readonly EMBEDDER_DIMENSIONS?: string;
  readonly EMBEDDER_SHORTEN?: string;
  /** A secret. */
  readonly EMBEDDER_KEY?: string;
  readonly EMBEDDER_BATCH_ITEMS?: string;
  readonly EMBEDDER_BATCH_TOKENS?: string;
  readonly EMBEDDER_TEXT_TOKENS?: string;
  readonly EMBEDDER_DAILY_TOKENS?: string;
  /** Present where the worker has the binding. */
  readonly AI?: unknown;
}

export interface EmbedderConfiguration {
  /** Identity of what new memories embed with; undefined: the default of their profile. */
  readonly chosen: string | undefined;
  /** Where openai-compatible embedders send their requests. */
  readonly endpoint: Endpoint | undefined;
  /** Estimated tokens that a memory may send to a provider in a UTC day; null: no bound. */
  readonly dailyTokens: number | null;
}

/**
 * The configuration that the variables say. `onBoard` names the embedders that need no provider.
 * Refuses with `not_configured` what it does not understand, naming the variable, what it found and what may stand there.
 */
export function embedderConfigurationOf(
  variables: EmbedderVariables,
  onBoard: readonly string[],
): EmbedderConfiguration {
  const dailyTokens = wholeNumberOf(variables, "EMBEDDER_DAILY_TOKENS", 1) ?? null;
  const endpoint = endpointOf(variables);
  return { chosen: chosenOf(variables, onBoard, endpoint), endpoint, dailyTokens };
}

function chosenOf(
  variables: EmbedderVariables,
  onBoard: readonly string[],
  endpoint: Endpoint | undefined,
): string | undefined {
  const named = textOf(variables, "EMBEDDER");
  if (named === undefined || onBoard.includes(named)) return named;
  if (named === OPENAI_COMPATIBLE) {
    if (!endpoint)
      throw missing("EMBEDDER_URL", "the address of the service, such as https://api.example.com/v1");
    return openAiCompatibleName(modelOf(variables), dimensionsOf(variables));
  }
  if (named === WORKERS_AI || named.startsWith(`${WORKERS_AI}:`)) {
    const identity = workersAiIdentity(named);
    if (variables.AI === undefined) {
      throw notConfigured(
        `EMBEDDER is ${shown(named)}, and the worker has no AI binding: add [ai] to wrangler.toml`,
      );
    }
    return identity;
  }
  const kinds = [...onBoard, `${WORKERS_AI}:MODEL`, `${WORKERS_AI}:MODEL:DIMENSIONS`, OPENAI_COMPATIBLE];
  throw wrong("EMBEDDER", named, `one of ${kinds.join(", ")}`);
}

function workersAiIdentity(named: string): string {
  const [, first = [...WORKERS_AI_MODELS.keys()][0], asked] = named.split(":");
  const model = WORKERS_AI_MODELS.get(first);
  if (!model || named.split(":").length > 3) {
    const models = [...WORKERS_AI_MODELS.keys()].map((name) => `${WORKERS_AI}:${name}`);
    throw wrong("EMBEDDER", named, `one of ${models.join(", ")}, each with :DIMENSIONS if you like`);
  }
  const dimension = asked === undefined ? model.usual : Number(asked);
  if (!model.dimensions.includes(dimension) || String(dimension) !== (asked ?? String(dimension))) {
    throw wrong("EMBEDDER", named, `with one of the lengths ${model.dimensions.join(", ")} at its end`);
  }
  return workersAiName(first, dimension);
}

function endpointOf(variables: EmbedderVariables): Endpoint | undefined {
  const limits = {
    items: wholeNumberOf(variables, "EMBEDDER_BATCH_ITEMS", 1, 2_048) ?? USUAL_LIMITS.items,
    tokens: wholeNumberOf(variables, "EMBEDDER_BATCH_TOKENS", 100, 300_000) ?? USUAL_LIMITS.tokens,
    textTokens: wholeNumberOf(variables, "EMBEDDER_TEXT_TOKENS", 100, 100_000) ?? USUAL_LIMITS.textTokens,
  };
  const shorten = textOf(variables, "EMBEDDER_SHORTEN");
  if (shorten !== undefined && !["provider", "here", "no"].includes(shorten)) {
    throw wrong("EMBEDDER_SHORTEN", shorten, "provider, here or no");
  }
  const key = keyOf(variables, "EMBEDDER_KEY");
  const url = textOf(variables, "EMBEDDER_URL");
  if (url === undefined) return undefined;
  return {
    url: addressBelow("EMBEDDER_URL", url, "/embeddings"),
    key,
    shorten: shorten as Shortening | undefined,
    limits,
  };
}

function modelOf(variables: EmbedderVariables): string {
  const model = modelNameOf(variables, "EMBEDDER_MODEL");
  if (model === undefined) throw missing("EMBEDDER_MODEL", "the name of the model at the service");
  return model;
}

function dimensionsOf(variables: EmbedderVariables): number {
  const dimensions = wholeNumberOf(variables, "EMBEDDER_DIMENSIONS", 8, REMOTE.longestVector);
  if (dimensions === undefined) throw missing("EMBEDDER_DIMENSIONS", "the length of the model's vectors");
  return dimensions;
}

function missing(name: string, what: string): Error {
  return notConfigured(`EMBEDDER is ${OPENAI_COMPATIBLE}, and ${name} is not set: it is ${what}`);
}
