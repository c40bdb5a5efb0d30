// The platform's own models, through the AI binding. Nothing leaves the platform, and no key is needed.

import { untilNextDay } from "./daily-allowance.ts";
import type { Party } from "./party.ts";
import { badAnswerOf } from "./post-json.ts";
import { RequestFault, saysTooLarge } from "./request-fault.ts";

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

export interface AiCall {
  readonly model: string;
  readonly inputs: Record<string, unknown>;
  readonly signal: AbortSignal;
}

/** The JSON value that a model answered. Throws a `RequestFault`. */
export async function runAi(
  ai: AiBinding | undefined,
  { model, inputs, signal }: AiCall,
  party: Party,
  now: () => number,
): Promise<unknown> {
  if (!ai) throw new RequestFault("no", "unavailable", "this worker has no AI binding: see wrangler.toml");
  const answer = await ai.run(model, inputs, { signal }).catch((error: unknown) => {
    throw faultOf(error, party, now());
  });
  if (answer instanceof ReadableStream) {
    answer.cancel().catch(() => {});
    throw badAnswerOf(party, "answered something that is no JSON");
  }
  return answer;
}

/** What the platform's numbers mean, https://developers.cloudflare.com/workers-ai/platform/errors/. */
function faultOf(error: unknown, { name }: Party, now: number): RequestFault {
  const message = error instanceof Error ? error.message : "";
  const code = Number(/^(\d{3,5}): /.exec(message)?.[1] ?? 0);
  const said = code > 0 ? ` (Workers AI ${code})` : "";
  if (code === 3006 || saysTooLarge(message)) {
    return new RequestFault("smaller", "refused", `${name} found a text too long${said}`);
  }
  if (code === 3036) {
    const used = `the account's free allocation of Workers AI is used up until 00:00 UTC${said}`;
    return new RequestFault("no", "rate_limited", used, untilNextDay(now));
  }
  if (code === 3040) {
    return new RequestFault("again", "rate_limited", `${name} has no capacity${said}`);
  }
  if (code === 3007 || code === 3008) {
    return new RequestFault("again", "timeout", `${name} ran out of time${said}`);
  }
  if (REFUSED.has(code)) {
    return new RequestFault("no", "refused", `${name} refused the request${said}`);
  }
  return new RequestFault("again", "unavailable", `${name} failed${said}`);
}

/** Wrong model, account or inputs: what no further attempt mends. */
const REFUSED = new Set([3003, 3023, 3039, 3041, 3042, 5004, 5005, 5006, 5007, 5016, 5018, 5019, 10_000]);
