// Cloudflare's own models, through the AI binding. Nothing leaves the platform, and no key is needed.

import { untilNextDay } from "./daily-allowance.ts";
import { promptsOf } from "./model-prompts.ts";
import type { Provider } from "./remote-embedder.ts";
import { badAnswer, RequestFault, saysTooLarge } from "./request-fault.ts";
import { WORKERS_AI_MODELS } from "./workers-ai-models.ts";

/** What of the platform's `Ai` is used here. */
export interface AiBinding {
  /**
   * The model's JSON answer; a stream where it was something else. Rejects with an error whose message begins
   * with the platform's number for it, as `3040: …`.
   */
  run(
    model: string,
    inputs: Record<string, unknown>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

export const WORKERS_AI = "workers-ai";

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
      if (!ai)
        throw new RequestFault("no", "unavailable", "this worker has no AI binding: see wrangler.toml");
      const prompted = known.promptsItself ? texts : texts.map((text) => prompts[side] + text);
      const answer = await ai.run(model, known.inputs(prompted, side), { signal }).catch((error: unknown) => {
        throw faultOf(error, now());
      });
      return rowsOf(answer);
    },
  };
}

function rowsOf(answer: unknown): readonly unknown[] {
  if (answer instanceof ReadableStream) {
    answer.cancel().catch(() => {});
    throw badAnswer("answered something that is no JSON");
  }
  const data = (answer as { readonly data?: unknown } | null | undefined)?.data;
  if (!Array.isArray(data)) throw badAnswer("answered no list of vectors");
  return data;
}

/** What the platform's numbers mean, https://developers.cloudflare.com/workers-ai/platform/errors/. */
function faultOf(error: unknown, now: number): RequestFault {
  const message = error instanceof Error ? error.message : "";
  const code = Number(/^(\d{3,5}): /.exec(message)?.[1] ?? 0);
  const said = code > 0 ? ` (Workers AI ${code})` : "";
  if (code === 3006 || saysTooLarge(message)) {
    return new RequestFault("smaller", "refused", `the embedding provider found a text too long${said}`);
  }
  if (code === 3036) {
    const used = `the account's free allocation of Workers AI is used up until 00:00 UTC${said}`;
    return new RequestFault("no", "rate_limited", used, untilNextDay(now));
  }
  if (code === 3040) {
    return new RequestFault("again", "rate_limited", `the embedding provider has no capacity${said}`);
  }
  if (code === 3007 || code === 3008) {
    return new RequestFault("again", "timeout", `the embedding provider ran out of time${said}`);
  }
  if (REFUSED.has(code)) {
    return new RequestFault("no", "refused", `the embedding provider refused the request${said}`);
  }
  return new RequestFault("again", "unavailable", `the embedding provider failed${said}`);
}

/** Wrong model, account or inputs: what no further attempt mends. */
const REFUSED = new Set([3003, 3023, 3039, 3041, 3042, 5004, 5005, 5006, 5007, 5016, 5018, 5019, 10_000]);
