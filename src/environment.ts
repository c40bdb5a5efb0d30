// What a request of the Worker carries along.

export interface Environment {
  Bindings: Cloudflare.Env;
  Variables: {
    requestId: string;
    /** Of whoever was let in: the tenant, and the token or subject, or `operator`. */
    tenantId?: string;
    actor?: string;
    /** Of the agent that was entered. */
    agentId?: string;
  };
}
