// Calls to the service: one deadline from the start to the last byte, a bounded answer, no redirect, and the agent
// that is meant. What goes wrong becomes one readable line that holds no token and no text of a memory.

import { ClientError } from "../../client/client-error.ts";
import { type Callable, type CallOptions, Connection } from "../../client/connection.ts";
import type { MeReply } from "../../wire/directory.ts";
import { DIRECTORY_ENDPOINTS } from "../../wire/directory-endpoints.ts";
import { ENDPOINTS, type EndpointName, type ReplyOf, type RequestOf } from "../../wire/endpoints.ts";
import type { Config } from "./config.ts";

export const MOST_REPLY_BYTES = 1024 * 1024;

export interface ServiceCall extends Pick<CallOptions, "idempotencyKey" | "signal"> {
  /** Agent of the host on whose behalf it is. */
  readonly agentId: string;
  /** Milliseconds; default: `requestTimeoutMs`. */
  readonly deadlineMs?: number;
}

/** The calls could not be made at all; the message says what to set. */
export class NotSetUp extends Error {
  override readonly name = "NotSetUp";
}

export class Service {
  #connection: Connection | null = null;
  #identity = "";
  #me: Promise<MeReply> | null = null;

  /** Calls an endpoint of the agent's memory. Throws `NotSetUp` or `ClientError`. */
  async call<Name extends EndpointName>(
    config: Config,
    name: Name,
    request: RequestOf<Name>,
    { agentId, deadlineMs = config.requestTimeoutMs, idempotencyKey, signal }: ServiceCall,
  ): Promise<ReplyOf<Name>> {
    const connection = this.#connect(config);
    const deadline = AbortSignal.timeout(deadlineMs);
    const options = { idempotencyKey, signal: signal ? AbortSignal.any([signal, deadline]) : deadline };
    const endpoint = ENDPOINTS[name] as unknown as Callable<ReplyOf<Name>>;
    const agent = config.brain ?? (await this.#brainOf(connection, agentId, options.signal));
    return connection.call(
      { ...endpoint, path: `/v1/agents/{agent}${endpoint.path}` },
      { agent },
      request,
      options,
    );
  }

  /** Who the service says we are. Throws likewise. */
  async me(config: Config, signal: AbortSignal): Promise<MeReply> {
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
  #connect(config: Config): Connection {
    const { baseUrl, token, obstacle } = config;
    if (obstacle !== null || baseUrl === null || token.value === null) {
      throw new NotSetUp(obstacle ?? "not set up");
    }
    const identity = JSON.stringify([baseUrl, token.value]);
    if (this.#connection === null || identity !== this.#identity) {
      this.#identity = identity;
      this.#me = null;
      this.#connection = new Connection({
        baseUrl,
        token: token.value,
        maxReplyBytes: MOST_REPLY_BYTES,
        // The signal of each call is its deadline, and shorter.
        timeoutMs: 60_000,
      });
    }
    return this.#connection;
  }
}

/** One line about a failed call. The words of a server are cut and never hold what was sent to it. */
export function failureLine(error: unknown): string {
  if (error instanceof NotSetUp) return error.message;
  if (!(error instanceof ClientError)) return "failed inside the plugin";
  const { kind, status, code, message } = error;
  const facts = [kind, status, code].filter((fact) => fact !== undefined).join(" ");
  return `${facts}: ${message.replace(/\s+/g, " ").slice(0, 300)}`;
}
