// Cloudflare's own embedding models, through the AI binding. Nothing leaves the platform, and no key is needed.

import { type AiBinding, runAi, WORKERS_AI } from "../../remote/ai-binding.ts";
import { promptsOf } from "./model-prompts.ts";
import { badAnswer, EMBEDDING_PARTY } from "./party.ts";
import type { Provider } from "./remote-embedder.ts";
import { WORKERS_AI_MODELS } from "./workers-ai-models.ts";

/** The identity of a model's vectors, cut to a length. */
export function workersAiName(model: string, dimension: number): string {
  return `${WORKERS_AI}:${model}:${dimension}`;
}

/** The provider for an identity, or undefined where it names no model and length of Workers AI. */
export function workersAiProvider(
  name: string,
  ai: AiBinding | undefined,
  now: () => number,
): Provider | undefined {
  const [, model, dimension] = /^workers-ai:(.+):(\d+)$/.exec(name) ?? [];
  const known = WORKERS_AI_MODELS.get(model);
  if (!known?.dimensions.includes(Number(dimension))) return undefined;
  const prompts = promptsOf(model);
  return {
    name,
    lengths: { dimension: Number(dimension), answered: known.answered },
    limits: known.limits,
    prompts,
    async request(texts, side, signal) {
      const prompted = known.promptsItself ? texts : texts.map((text) => prompts[side] + text);
      const call = { model, inputs: known.inputs(prompted, side), signal };
      return rowsOf(await runAi(ai, call, EMBEDDING_PARTY, now));
    },
  };
}

function rowsOf(answer: unknown): readonly unknown[] {
  const data = (answer as { readonly data?: unknown } | null | undefined)?.data;
  if (!Array.isArray(data)) throw badAnswer("answered no list of vectors");
  return data;
}
