// What a request of the Worker carries along.

import type { Metering, Spender } from "./metering.ts";
import type { RateLimits } from "./rate-limits.ts";

export interface Environment {
  Bindings: Cloudflare.Env;
  Variables: {
    requestId: string;
    /** By `performance.now()`: when the request came, and when its sender was let in to an agent. */
    began: number;
    admitted?: number;
    rates: RateLimits;
    metering: Metering;
    /** Whose budget it is that requests to the agent's object spend. */
    spender?: Spender;
    /** Of whoever was let in: the tenant, and the token or subject, or `operator`. */
    tenantId?: string;
    actor?: string;
    /** Of the agent that was entered. */
    agentId?: string;
  };
}
