// Any service with OpenAI's `POST /embeddings`: hosted ones with a key, and servers of one's own.

import { TALK } from "../../remote/limits.ts";
import { postJson } from "../../remote/post-json.ts";
import { RequestFault } from "../../remote/request-fault.ts";
import { REMOTE, type RequestLimits, USUAL_LIMITS } from "./limits.ts";
import { promptsOf } from "./model-prompts.ts";
import { badAnswer, EMBEDDING_PARTY } from "./party.ts";
import type { Provider } from "./remote-embedder.ts";
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
      const answer = await postJson(
        { party: EMBEDDING_PARTY, send: request, now },
        {
          url: endpoint.url,
          headers: endpoint.key === undefined ? {} : { authorization: `Bearer ${endpoint.key}` },
          body: {
            model,
            input: texts.map((text) => prompts[side] + text),
            encoding_format: "float",
            ...(shorten === "provider" ? { dimensions: dimension } : {}),
          },
          mostBytes: mostBytes(texts.length, lengths),
          signal,
        },
      );
      return rowsOf(answer, texts.length);
    },
  };
}

function mostBytes(texts: number, { answered }: Lengths): number {
  return TALK.frameBytes + texts * (answered ?? REMOTE.longestVector) * REMOTE.bytesPerNumber;
}

/** The vectors of an answer by the place of their text. */
function rowsOf(answer: unknown, count: number): unknown[] {
  const data = (answer as { readonly data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw badAnswer("answered no list of vectors");
  if (data.length !== count) throw badAnswer(`answered ${data.length} vectors for ${count} texts`);
  if (data.every((row) => row?.index === undefined)) return data.map((row) => row?.embedding);
  const rows = new Map(data.map((row) => [row?.index, row?.embedding]));
  return data.map((_, place) => {
    if (!rows.has(place)) throw badAnswer("answered vectors that cannot be told apart");
    return rows.get(place);
  });
}
