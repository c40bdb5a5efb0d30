// One HTTP exchange done carefully: bounded in time and size, never redirected, its reply validated,
// a write repeated only under the same Idempotency-Key.

import { takesBody } from "../wire/endpoints.ts";
import { ErrorReply } from "../wire/errors.ts";
import { NDJSON } from "../wire/moving.ts";
import { baseUrlOf, urlOf } from "./addresses.ts";
import { ClientError } from "./client-error.ts";
import { readText } from "./read-text.ts";

export interface ConnectionOptions {
  /** Where the Worker answers; HTTPS, or HTTP on loopback. */
  readonly baseUrl: string;
  /** Null where none is needed. */
  readonly token: string | null;
  /** The tenant that is meant; needed with a signed token that several tenants know. */
  readonly tenant?: string;
  /** Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds for each try, its body included; default 10,000. */
  readonly timeoutMs?: number;
  /** Bytes of a reply beyond which it is not read; default 16 MiB. */
  readonly maxReplyBytes?: number;
  /** Milliseconds before the first repetition of a write, doubled for the second; default 200. */
  readonly retryDelayMs?: number;
}

export interface CallOptions {
  /** Of a write; default: a random one for each call. Give the same again to repeat a call of which no answer came. */
  readonly idempotencyKey?: string;
  /** Of a write to an agent: the tag of the state that it is meant for, such as `r12` or a node's `etag`. */
  readonly ifMatch?: string;
  /** Ends the call early, as a timeout. */
  readonly signal?: AbortSignal;
}

/** An endpoint of either table, as far as calling it goes. */
export interface Callable<Reply> {
  readonly method: "get" | "post" | "patch" | "delete";
  readonly path: string;
  readonly writes: boolean;
  /** `request`: the field `lines` is the body as it is. */
  readonly ndjson?: "request" | "reply";
  /** Its schema, as far as reading a reply goes. */
  readonly reply: {
    safeParse(
      value: unknown,
    ):
      | { readonly success: true; readonly data: Reply }
      | { readonly success: false; readonly error: unknown };
  };
}

const DEFAULTS = { timeoutMs: 10_000, maxReplyBytes: 16 * 1024 * 1024, retryDelayMs: 200, repetitions: 2 };

export class Connection {
  readonly #baseUrl: URL;
  readonly #token: string | null;
  readonly #tenant: string | undefined;
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #timeoutMs: number;
  readonly #maxReplyBytes: number;
  readonly retryDelayMs: number;

  /** Throws a `TypeError` for a base URL or a token that can't be used. */
  constructor(options: ConnectionOptions) {
    this.#baseUrl = baseUrlOf(options.baseUrl);
    if (options.token !== null && !/^[\x21-\x7e]+$/.test(options.token))
      throw new TypeError("the token must be printable ASCII without spaces");
    this.#token = options.token;
    this.#tenant = options.tenant;
    this.#fetch = options.fetch ?? ((request) => fetch(request));
    this.#timeoutMs = options.timeoutMs ?? DEFAULTS.timeoutMs;
    this.#maxReplyBytes = options.maxReplyBytes ?? DEFAULTS.maxReplyBytes;
    this.retryDelayMs = options.retryDelayMs ?? DEFAULTS.retryDelayMs;
  }

  /** Calls an endpoint; `path` holds what its path needs beyond the request. Throws `ClientError`. */
  async call<Reply>(
    endpoint: Callable<Reply>,
    path: Record<string, string>,
    request: unknown,
    options: CallOptions = {},
  ): Promise<Reply> {
    const key = endpoint.writes ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
    const headers = {
      Accept: "application/json",
      ...(key !== null && { "Idempotency-Key": key }),
      ...(options.ifMatch !== undefined && { "If-Match": `"${options.ifMatch}"` }),
    };
    for (let repetition = 0; ; repetition++) {
      try {
        const timeout = AbortSignal.timeout(this.#timeoutMs);
        const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
        return await this.#exchange(endpoint, this.#request(endpoint, path, request, headers, signal));
      } catch (error) {
        if (key === null || repetition === DEFAULTS.repetitions || !mayPass(error)) throw error;
      }
      await wait(this.retryDelayMs * 2 ** repetition, options.signal);
    }
  }

  /**
   * Begins an answer without an end: its body is the caller's to read, until `signal` ends it.
   * The timeout is that of the beginning. Throws `ClientError`.
   */
  async open(
    endpoint: Callable<unknown>,
    path: Record<string, string>,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#timeoutMs);
    const request = this.#request(endpoint, path, {}, headers, AbortSignal.any([signal, late.signal]));
    try {
      const response = await answerTo(request, this.#fetch);
      if (response.ok) return response;
      const text = await answerTo(request, () => readText(response, this.#maxReplyBytes));
      throw refusalOf(response, jsonOf(text ?? ""));
    } finally {
      clearTimeout(timer);
    }
  }

  #request(
    { method, path: template, ndjson }: Callable<unknown>,
    path: Record<string, string>,
    request: unknown,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Request {
    const hasBody = takesBody(method);
    const [inPath, others] = partition(
      request as object,
      (name) => template.includes(`{${name}}`) && !(name in path),
    );
    const lines = ndjson === "request" ? (others as { lines: string }).lines : null;
    const values = hasBody ? inPath : { ...inPath, ...others };
    return new Request(urlOf(this.#baseUrl, template, { ...values, ...path }), {
      method: method.toUpperCase(),
      headers: {
        ...headers,
        ...(this.#token !== null && { Authorization: `Bearer ${this.#token}` }),
        ...(this.#tenant !== undefined && { "EdgeBrain-Tenant": this.#tenant }),
        ...(hasBody && { "Content-Type": lines === null ? "application/json" : NDJSON }),
      },
      body: hasBody ? (lines ?? JSON.stringify(others)) : undefined,
      redirect: "manual",
      signal,
    });
  }

  async #exchange<Reply>(endpoint: Callable<Reply>, request: Request): Promise<Reply> {
    const response = await answerTo(request, this.#fetch);
    const text = await answerTo(request, () => readText(response, this.#maxReplyBytes));
    if (text === null) {
      throw new ClientError(
        "malformed",
        `the answer has more than ${this.#maxReplyBytes} bytes`,
        factsOf(response),
      );
    }
    const body = jsonOf(text);
    if (!response.ok) throw refusalOf(response, body);
    const reply = endpoint.reply.safeParse(body);
    if (reply.success) return reply.data;
    throw new ClientError("malformed", "the answer is not what this endpoint answers", {
      ...factsOf(response),
      cause: reply.error,
    });
  }
}

/** What comes back, or why nothing does. */
async function answerTo<T>(request: Request, take: (request: Request) => Promise<T>): Promise<T> {
  try {
    return await take(request);
  } catch (cause) {
    if (request.signal.aborted) throw new ClientError("timeout", "no whole answer came in time", { cause });
    throw new ClientError("network", "the server can't be reached, or the connection broke", { cause });
  }
}

function refusalOf(response: Response, body: unknown): ClientError {
  const refusal = ErrorReply.safeParse(body);
  if (refusal.success) {
    const { code, message, details } = refusal.data.error;
    return new ClientError("refused", message, { ...factsOf(response), code, details });
  }
  const message = `answered ${response.status} without an error of this API`;
  return new ClientError("malformed", message, factsOf(response));
}

function factsOf({ status, headers }: Response) {
  return {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterMs: retryAfterMs(headers.get("retry-after")),
  };
}

/** Seconds, or a date. */
function retryAfterMs(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Two objects: the entries whose name passes, and the others. */
function partition(values: object, passes: (name: string) => boolean): [Record<string, unknown>, object] {
  const entries = Object.entries(values);
  return [
    Object.fromEntries(entries.filter(([name]) => passes(name))),
    Object.fromEntries(entries.filter(([name]) => !passes(name))),
  ];
}

/** What may be over a moment later: a broken connection, or a server that says so. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ClientError)) return false;
  return error.kind === "network" || (error.status === 503 && error.code !== "not_configured");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits, or fails as a timeout when the signal ends it. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(
        new ClientError("timeout", "the call was ended before its repetition", { cause: signal?.reason }),
      );
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
