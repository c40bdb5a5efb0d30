// Calls of one agent's endpoints by their names, typed by the table that serves them. What clients of an agent build on.

import { ENDPOINTS, type EndpointName, type ReplyOf, type RequestOf } from "../wire/endpoints.ts";
import { type Callable, type CallOptions, Connection, type ConnectionOptions } from "./connection.ts";

export interface MemoryClientOptions extends ConnectionOptions {
  /** Name of the agent. */
  readonly agent: string;
}

export class AgentCalls {
  protected readonly connection: Connection;
  readonly #agent: string;

  constructor({ agent, ...options }: MemoryClientOptions) {
    this.connection = new Connection(options);
    this.#agent = agent;
  }

  protected call<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<ReplyOf<Name>> {
    const [endpoint, path] = this.placeOf(name);
    return this.connection.call(endpoint, path, request, options);
  }

  protected placeOf<Name extends EndpointName>(name: Name): [Callable<ReplyOf<Name>>, { agent: string }] {
    const endpoint = ENDPOINTS[name] as unknown as Callable<ReplyOf<Name>>;
    return [{ ...endpoint, path: `/v1/agents/{agent}${endpoint.path}` }, { agent: this.#agent }];
  }
}
