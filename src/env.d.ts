// Bindings of the Worker, as wrangler.toml declares them.

declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import("./index.ts");
  }
  interface Env {
    DB: D1Database;
    BRAIN: DurableObjectNamespace<import("../durable/brain.ts").Brain>;
    /** One object a tenant; meter/meter-client.ts speaks to it. */
    METER: DurableObjectNamespace;
    /** Weights of the embedder on board, from the folder `assets`. */
    ASSETS?: Fetcher;
    /** The platform's rate limits; where one is missing, isolates limit by the variables below. */
    READ_LIMITER?: RateLimit;
    WRITE_LIMITER?: RateLimit;
    SIGN_IN_LIMITER?: RateLimit;
    /** "off" limits no rates; default "on". */
    RATE_LIMITS?: string;
    READS_PER_MINUTE?: string;
    WRITES_PER_MINUTE?: string;
    SIGN_IN_FAILURES_PER_MINUTE?: string;
    /** How long an isolate gathers counts before it brings them to the meter, in milliseconds; default 1000. */
    METER_EVERY_MS?: string;
    /** "off" logs no requests; default "on". */
    REQUEST_LOG?: string;
    /** Secret of the operator; a worker without it refuses to serve. */
    OPERATOR_TOKEN?: string;
    /** Secret of the audit chains, 32 bytes as hex or base64; without it one is derived from OPERATOR_TOKEN. */
    AUDIT_KEY?: string;
    /** Signed tokens (JWT) that are trusted; none is set, or issuer, audience and keys are. docs/access.md explains them. */
    JWT_ISSUER?: string;
    JWT_AUDIENCE?: string;
    JWT_JWKS_URL?: string;
    JWT_JWKS?: string;
    JWT_ALGORITHMS?: string;
    JWT_CLOCK_TOLERANCE_SECONDS?: string;
    JWT_CLOUDFLARE_ACCESS?: string;
    /** Workers AI; only in wrangler.toml. */
    AI?: import("../durable/remote/ai-binding.ts").AiBinding;
    /** Vectorize, or its local stand-in; docs/vectorize.md explains it and the two variables. */
    VECTORS?: import("../durable/vectorize/binding.ts").VectorizeBinding;
    VECTORIZE?: string;
    VECTORS_GENERATION?: string;
    /** What new memories embed with, and how a provider is reached; docs/embedders.md explains them. */
    EMBEDDER?: string;
    EMBEDDER_URL?: string;
    EMBEDDER_MODEL?: string;
    EMBEDDER_DIMENSIONS?: string;
    EMBEDDER_SHORTEN?: string;
    EMBEDDER_KEY?: string;
    EMBEDDER_BATCH_ITEMS?: string;
    EMBEDDER_BATCH_TOKENS?: string;
    EMBEDDER_TEXT_TOKENS?: string;
    EMBEDDER_DAILY_TOKENS?: string;
    /** The language model that teaches, and how it is reached; docs/models.md explains them. */
    MODEL?: string;
    MODEL_URL?: string;
    MODEL_NAME?: string;
    MODEL_KEY?: string;
    MODEL_DAILY_TOKENS?: string;
    /** Only in tests. */
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
