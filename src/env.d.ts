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
    /** Only in tests. */
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
