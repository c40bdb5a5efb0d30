// Calls to the service: one deadline from the start to the last byte, a bounded answer, no redirect, and the agent
// that is meant. What goes wrong becomes one readable line that holds no token and no text of a memory.

import { ClientError } from "../../client/client-error.ts";
import { type Callable, type CallOptions, Connection } from "../../client/connection.ts";
import { withoutSecrets } from "../../durable/text/secrets.ts";
import type { MeReply } from "../../wire/directory.ts";
import { DIRECTORY_ENDPOINTS } from "../../wire/directory-endpoints.ts";
import { cleanText } from "./clean.ts";
import type { Config } from "./config.ts";

export const MOST_REPLY_BYTES = 1024 * 1024;
/** Of one try; the deadline of a call is shorter. */
const LONGEST_TRY_MS = 60_000;

export interface ServiceCall extends Pick<CallOptions, "idempotencyKey" | "signal"> {
  /** Milliseconds; default: `requestTimeoutMs`. */
  readonly deadlineMs?: number;
}

/** Calls can't be made at all; the message says what to set. */
export class NotSetUp extends Error {
  override readonly name = "NotSetUp";

  /** By its name: a process may hold several copies of this code, and an error of one reaches another. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "NotSetUp";
  }
}

export class Service {
  #connection: Connection | null = null;
  #identity = "";
  #me: Promise<MeReply> | null = null;

  /** Calls an endpoint of an agent's memory on behalf of an agent of the host. Throws `NotSetUp` or `ClientError`. */
  async call<Reply>(
    config: Config,
    agentId: string,
    endpoint: Callable<Reply>,
    request: unknown,
    { deadlineMs = config.requestTimeoutMs, idempotencyKey, signal }: ServiceCall = {},
  ): Promise<Reply> {
    const connection = this.#connect(config);
    const deadline = AbortSignal.timeout(deadlineMs);
    const options = { idempotencyKey, signal: signal ? AbortSignal.any([signal, deadline]) : deadline };
    const agent = config.brain ?? (await this.#brainOf(connection, agentId, options.signal));
    const place = { ...endpoint, path: `/v1/agents/{agent}${endpoint.path}` };
    return connection.call(place, { agent }, request, options);
  }

  /** Who the service says we are. Throws likewise. */
  async me(config: Config, deadlineMs = config.requestTimeoutMs): Promise<MeReply> {
    const signal = AbortSignal.timeout(deadlineMs);
    return this.#connect(config).call(DIRECTORY_ENDPOINTS.me, {}, {}, { signal });
  }

  /** A token that is for one agent only says which is meant; asked once for each address and token. */
  async #brainOf(connection: Connection, agentId: string, signal: AbortSignal): Promise<string> {
    this.#me ??= connection.call(DIRECTORY_ENDPOINTS.me, {}, {}, { signal }).catch((error) => {
      this.#me = null;
      throw error;
    });
    const { agents } = await this.#me;
    return agents?.length === 1 ? agents[0] : agentId;
  }

  /** A changed address or token takes effect at the next call. */
  #connect({ baseUrl, token, obstacle }: Config): Connection {
    if (obstacle !== null || baseUrl === null || token.value === null) {
      throw new NotSetUp(obstacle ?? "not set up");
    }
    const identity = JSON.stringify([baseUrl, token.value]);
    if (this.#connection === null || identity !== this.#identity) {
      this.#connection = new Connection({
        baseUrl,
        token: token.value,
        maxReplyBytes: MOST_REPLY_BYTES,
        timeoutMs: LONGEST_TRY_MS,
      });
      this.#identity = identity;
      this.#me = null;
    }
    return this.#connection;
  }
}

/** What to do about a refusal, where its own words do not say. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthorized: "the service does not take this token, another one is needed",
  forbidden: "the role of the token is too small for this",
  not_found: "the service has no such agent or memory: check the option brain",
};

/** One line about a failed call, for the log: no word of the server, which might repeat what it was sent. */
export function failureLine(error: unknown): string {
  if (error instanceof NotSetUp) return error.message;
  if (!(error instanceof ClientError)) return `a defect of the plugin (${errorName(error)})`;
  const { kind, status, code, message } = error;
  const facts = [kind, status, code].filter((fact) => fact !== undefined).join(" ");
  const advice = ADVICE[code ?? ""] ?? (kind === "refused" ? undefined : message);
  return advice === undefined ? facts : `${facts}: ${advice}`;
}

/** The same for whoever made the call, with the server's words, cleaned and cut, and without a token that they repeat. */
export function failureText(error: unknown): string {
  const line = failureLine(error);
  const isUnsaid = error instanceof ClientError && error.kind === "refused" && !line.includes(":");
  return isUnsaid ? `${line}: ${withoutSecrets(cleanText(error.message)).slice(0, MOST_SAID)}` : line;
}

/** Characters of a server's message. */
const MOST_SAID = 300;

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
