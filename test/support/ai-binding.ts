// A stand-in for the platform's AI binding: the models' inputs, limits and answers, and errors in the shape in which
// the binding's own code raises them from what the service answers.

import type { AiBinding } from "../../durable/remote/ai-binding.ts";
import { estimatedTokens } from "../../durable/remote/tokens.ts";
import { vectorsOf } from "./embedding-server.ts";

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body: unknown;
}

interface Model {
  readonly dimension: number;
  readonly items: number;
  /** Tokens of one text. */
  readonly window: number;
  /** Names of the fields that may hold the texts. */
  readonly fields: readonly string[];
  readonly more: Record<string, unknown>;
}

const MODELS: Readonly<Record<string, Model>> = {
  "@cf/qwen/qwen3-embedding-0.6b": {
    dimension: 1024,
    items: 32,
    window: 8_192,
    fields: ["queries", "documents", "text"],
    more: {},
  },
  "@cf/google/embeddinggemma-300m": {
    dimension: 768,
    items: Number.POSITIVE_INFINITY,
    window: 2_048,
    fields: ["text"],
    more: {},
  },
  "@cf/baai/bge-m3": {
    dimension: 1024,
    items: 100,
    window: 60_000,
    fields: ["text"],
    more: { pooling: "cls" },
  },
};

export interface AiRequest {
  readonly model: string;
  readonly inputs: Record<string, unknown>;
}

export class AiStandIn implements AiBinding {
  readonly requests: AiRequest[] = [];
  readonly #replies: (Reply | "hang")[] = [];

  /** What the service answers to the next requests. */
  next(...replies: (Reply | "hang")[]): void {
    this.#replies.push(...replies);
  }

  async run(
    model: string,
    inputs: Record<string, unknown>,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<unknown> {
    this.requests.push({ model, inputs });
    const reply = this.#replies.shift() ?? honest(model, JSON.parse(JSON.stringify(inputs)));
    if (reply === "hang") {
      return new Promise((_, reject) =>
        options.signal?.addEventListener("abort", () => reject(options.signal?.reason)),
      );
    }
    const { status, type = "application/json", body } = reply;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    if (status !== 200) throw upstreamError(text);
    return type === "application/json" ? JSON.parse(text) : new Response(text).body;
  }
}

/** What the service says when it fails. */
export function failed(internalCode: number, status = 400, description = "failed"): Reply {
  return { status, body: { internalCode, description, name: "AiError" } };
}

function honest(name: string, inputs: Record<string, unknown>): Reply {
  const model = MODELS[name];
  if (!model) return failed(5007, 400, `No such model ${name} or task`);
  const given = model.fields.filter((field) => inputs[field] !== undefined);
  const texts = given.flatMap((field) => inputs[field] as string | string[]);
  const shortest = name.includes("gemma") ? 0 : 1;
  if (given.length === 0 || texts.length > model.items || texts.some(({ length }) => length < shortest)) {
    return failed(5006, 400, "Error: oneOf at '/' not met, 0 matches");
  }
  if (texts.some((text) => estimatedTokens(text) > model.window)) {
    return failed(3006, 413, "Request is too large");
  }
  const data = vectorsOf(texts, model.dimension);
  return { status: 200, body: { data, shape: [data.length, model.dimension], ...model.more } };
}

function upstreamError(content: string): Error {
  const error = (message: string, name = "InferenceUpstreamError") =>
    Object.assign(new Error(message), { name });
  try {
    const said = JSON.parse(content);
    if (said.internalCode) return error(`${said.internalCode}: ${said.description}`, said.name);
    if (said.errors?.[0]) return error(`${said.errors[0].code}: ${said.errors[0].message}`);
  } catch {
    // Not JSON: the binding takes the content for the message.
  }
  return error(content);
}
