// Any service with OpenAI's `POST /embeddings`: hosted ones with a key, and servers of one's own.

import { textWithin } from "./bounded-body.ts";
import { REMOTE, type RequestLimits, USUAL_LIMITS } from "./limits.ts";
import { promptsOf } from "./model-prompts.ts";
import type { Provider } from "./remote-embedder.ts";
import { badAnswer, RequestFault, saysTooLarge } from "./request-fault.ts";
import { retryAfterOf } from "./retry-after.ts";
import type { Lengths } from "./unit-vector.ts";

export const OPENAI_COMPATIBLE = "openai-compatible";

/** Who makes vectors shorter than the model's own: the provider, when told `dimensions`; we, by cutting; or nobody. */
export type Shortening = "provider" | "here" | "no";

/** Where requests go, and what one may hold. */
export interface Endpoint {
  /** Address of `/embeddings`. */
  readonly url: string;
  /** Sent as a bearer token to that address alone; undefined: none. */
  readonly key: string | undefined;
  readonly shorten: Shortening | undefined;
  readonly limits: RequestLimits;
}

/** The identity of a model's vectors of a length. */
export function openAiCompatibleName(model: string, dimension: number): string {
  return `${OPENAI_COMPATIBLE}:${model}:${dimension}`;
}

/** The provider for an identity, or undefined where it names none of this kind. */
export function openAiCompatibleProvider(
  name: string,
  endpoint: Endpoint | undefined,
  request: typeof fetch,
  now: () => number,
): Provider | undefined {
  const [, model, digits] = /^openai-compatible:(.+):(\d+)$/.exec(name) ?? [];
  const dimension = Number(digits);
  if (!model || dimension < 1) return undefined;
  const shorten = endpoint?.shorten ?? (model.startsWith("text-embedding-3-") ? "provider" : "no");
  const prompts = promptsOf(model);
  const lengths: Lengths = { dimension, answered: shorten === "here" ? null : dimension };
  return {
    name,
    lengths,
    limits: endpoint?.limits ?? USUAL_LIMITS,
    prompts,
    async request(texts, side, signal) {
      if (!endpoint) {
        throw new RequestFault(
          "no",
          "unavailable",
          "this worker has no address of an embedding provider: set EMBEDDER_URL",
        );
      }
      const response = await request(endpoint.url, {
        method: "POST",
        // The key is for this address, not for another one that an answer names.
        redirect: "manual",
        signal,
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          ...(endpoint.key === undefined ? {} : { authorization: `Bearer ${endpoint.key}` }),
        },
        body: JSON.stringify({
          model,
          input: texts.map((text) => prompts[side] + text),
          encoding_format: "float",
          ...(shorten === "provider" ? { dimensions: dimension } : {}),
        }),
      });
      if (!response.ok) throw await faultOf(response, now());
      return rowsOf(await textWithin(response, mostBytes(texts.length, lengths)), texts.length);
    },
  };
}

function mostBytes(texts: number, { answered }: Lengths): number {
  return REMOTE.frameBytes + texts * (answered ?? REMOTE.longestVector) * REMOTE.bytesPerNumber;
}

/** The vectors of an answer by the place of their text. */
function rowsOf(body: string | null, count: number): unknown[] {
  if (body === null) throw badAnswer("answered more than its vectors can take");
  let answer: { readonly data?: unknown } | null;
  try {
    answer = JSON.parse(body);
  } catch {
    throw badAnswer(
      `answered ${body.trimStart().startsWith("<") ? "a web page" : "something that is no JSON"}`,
    );
  }
  const data = answer?.data;
  if (!Array.isArray(data)) throw badAnswer("answered no list of vectors");
  if (data.length !== count) throw badAnswer(`answered ${data.length} vectors for ${count} texts`);
  if (data.every((row) => row?.index === undefined)) return data.map((row) => row?.embedding);
  const rows = new Map(data.map((row) => [row?.index, row?.embedding]));
  return data.map((_, place) => {
    if (!rows.has(place)) throw badAnswer("answered vectors that cannot be told apart");
    return rows.get(place);
  });
}

async function faultOf(response: Response, now: number): Promise<RequestFault> {
  const { status } = response;
  if (status < 400) {
    response.body?.cancel().catch(() => {});
    const moved = "sends its callers elsewhere: set EMBEDDER_URL to the final address";
    return new RequestFault("no", "refused", `the embedding provider ${moved} (HTTP ${status})`);
  }
  const said = (await textWithin(response, REMOTE.errorBytes).catch(() => "")) ?? "";
  const what = (reason: string) => `the embedding provider ${reason} (HTTP ${status})`;
  if (status === 413 || ((status === 400 || status === 422) && saysTooLarge(said))) {
    return new RequestFault("smaller", "refused", what("found a text too long"));
  }
  if (status === 401 || status === 403) {
    return new RequestFault("no", "refused", what("does not accept the key: check EMBEDDER_KEY"));
  }
  if (status === 404) {
    return new RequestFault(
      "no",
      "refused",
      what("does not know the address or the model: check EMBEDDER_URL and EMBEDDER_MODEL"),
    );
  }
  const retryAfter = retryAfterOf(response.headers.get("retry-after"), now);
  if (status === 402 || (status === 429 && /insufficient.?(quota|credit|balance)/i.test(said))) {
    return new RequestFault("no", "rate_limited", what("says that the account has no credit"), retryAfter);
  }
  if (status === 429) {
    return new RequestFault("again", "rate_limited", what("asks for fewer requests"), retryAfter);
  }
  if (status === 408 || status === 425 || status >= 500) {
    return new RequestFault("again", "unavailable", what("failed"), retryAfter);
  }
  return new RequestFault("no", "refused", what("refused the request"));
}
