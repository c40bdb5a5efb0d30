// Bindings of the Worker, as wrangler.toml declares them.

declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import("./index.ts");
  }
  interface Env {
    DB: D1Database;
    BRAIN: DurableObjectNamespace<import("../durable/brain.ts").Brain>;
    /** Secret of the operator; a worker without it refuses to serve. */
    OPERATOR_TOKEN?: string;
    /** Secret of the audit chains, 32 bytes as hex or base64; without it one is derived from OPERATOR_TOKEN. */
    AUDIT_KEY?: string;
    /** Only in tests. */
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
