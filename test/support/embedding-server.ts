// A service with OpenAI's `POST /v1/embeddings` on this machine: honest, with limits and a key, until a test tells it otherwise.

import http from "node:http";
import type { AddressInfo } from "node:net";
import { HashEmbedder } from "../../durable/embed/hash.ts";

export interface SeenRequest {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: EmbeddingRequest;
}

export interface EmbeddingRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly dimensions?: number;
  readonly encoding_format?: string;
}

/** What the server does with one request instead of answering honestly. */
export type Step = (response: http.ServerResponse, request: EmbeddingRequest) => void;

export interface ServerRules {
  readonly key?: string;
  /** Length of the model's own vectors. */
  readonly dimension?: number;
  /** Texts of a request; more are answered with 413. */
  readonly items?: number;
  /** Bytes of a text; more are answered with 413. */
  readonly textBytes?: number;
  /** What it does with every request, instead of answering honestly. */
  readonly always?: Step;
}

export class EmbeddingServer {
  readonly requests: SeenRequest[] = [];
  readonly #server: http.Server;
  readonly #rules: ServerRules;
  readonly #steps: Step[] = [];

  private constructor(rules: ServerRules) {
    this.#rules = rules;
    this.#server = http.createServer((request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      request.on("end", () => this.#answer(request, text, response));
    });
  }

  static async begin(rules: ServerRules = {}): Promise<EmbeddingServer> {
    const server = new EmbeddingServer(rules);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  /** The base that a caller is configured with. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** The next requests are answered by these steps, one each; those after them honestly again. */
  next(...steps: Step[]): void {
    this.#steps.push(...steps);
  }

  /** Forgets steps and requests. */
  reset(): void {
    this.#steps.length = 0;
    this.requests.length = 0;
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: http.IncomingMessage, text: string, response: http.ServerResponse): void {
    const body = JSON.parse(text || "{}") as EmbeddingRequest;
    this.requests.push({ path: `${request.method} ${request.url}`, headers: request.headers, body });
    const step =
      this.#steps.shift() ?? this.#rules.always ?? this.#honest(request.headers.authorization, body);
    step(response, body);
  }

  #honest(authorization: string | undefined, { input, dimensions }: EmbeddingRequest): Step {
    const { key, items = 2_048, textBytes = Number.POSITIVE_INFINITY, dimension = 256 } = this.#rules;
    if (key !== undefined && authorization !== `Bearer ${key}`) return fail(401);
    if (input.length > items || input.some((one) => Buffer.byteLength(one) > textBytes)) return fail(413);
    if (input.some((one) => one === "" || !one.isWellFormed())) return fail(400);
    return answer(dimension, (data) =>
      data.map(({ index, embedding }) => ({ index, embedding: embedding.slice(0, dimensions) })),
    );
  }
}

/** Vectors in which like texts are alike, of any length, unscaled. */
export function vectorsOf(texts: readonly string[], dimension: number): number[][] {
  return texts.map((text) => {
    const counts = new HashEmbedder(256).counts(text);
    // The first entries say most, as those of a truncatable model do; none is zero throughout.
    return Array.from({ length: dimension }, (_, index) =>
      index < 256 ? counts[index] + 1e-3 : 1e-3 * ((index * 7919 + text.length) % 13),
    );
  });
}

export function json(value: unknown, status = 200, headers: http.OutgoingHttpHeaders = {}): Step {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };
}

/** A body as it is. */
export function raw(body: string, status = 200, headers: http.OutgoingHttpHeaders = {}): Step {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** A failure that quotes what was sent, as many services do. */
export function fail(status: number, code = "error", headers: http.OutgoingHttpHeaders = {}): Step {
  return (response, { input = [] }) =>
    json(
      { error: { message: `failed on ${input.join(" ")}`, type: code, code } },
      status,
      headers,
    )(response, {
      model: "",
      input: [],
    });
}

/** One vector a text, and whatever `change` makes of the list. */
export function answer(
  dimension: number,
  change: (data: { readonly index: number; readonly embedding: number[] }[]) => unknown,
): Step {
  return (response, request) => {
    const data = vectorsOf(request.input, dimension).map((embedding, index) => ({ index, embedding }));
    json({ object: "list", model: request.model, data: change(data) })(response, request);
  };
}

/** Headers, and then nothing. */
export const stall: Step = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"data":[');
};

/** Nothing at all. */
export const hang: Step = () => {};

/** A body that goes on as long as anybody reads it. */
export const flood: Step = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const more = () => {
    while (!response.destroyed && response.write(`[${"0,".repeat(8_000)}`));
  };
  response.on("drain", more).on("error", () => {});
  more();
};

/** The connection ends in the middle. */
export const breakOff: Step = (response) => {
  response.write("{");
  response.destroy();
};
