// What tools, resources and prompts ask: the endpoints of one agent, wherever they answer, and what the caller may do there.

import { AgentCalls, type MemoryClientOptions } from "../client/agent-calls.ts";
import type { CallOptions } from "../client/connection.ts";
import type { Role } from "../wire/directory.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../wire/endpoints.ts";

export interface ServiceOptions extends MemoryClientOptions {
  /** The caller's role; null where nobody could say. */
  readonly role: () => Promise<Role | null>;
}

/** Every call throws `ClientError`. */
export class Service extends AgentCalls {
  readonly role: () => Promise<Role | null>;

  constructor({ role, ...options }: ServiceOptions) {
    super(options);
    this.role = role;
  }

  override call<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<ReplyOf<Name>> {
    return super.call(name, request, options);
  }
}
