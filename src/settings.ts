// What can be tuned in the Worker. Lengths and counts that callers see are in wire/limits.ts.

export const SETTINGS = {
  /** A shorter OPERATOR_TOKEN counts as none. Characters. */
  operatorTokenLength: 32,
  /** How long an isolate trusts what it knows of a token or subject: the longest that a revoked one opens an agent that could not be told. */
  tokenTrustMs: 30_000,
  /** Agents whose objects are told that a grant has ended, and how many of them at once. */
  ending: { most: 500, atOnce: 16 },
  /** How long an isolate remembers that it does not know a token. */
  unknownTokenMs: 5_000,
  /** How long an isolate remembers the directory row of an agent, which never changes. */
  agentTrustMs: 300_000,
  /** Entries of each of these memories; the oldest leave first. */
  remembered: 10_000,
  /** Least time between two updates of a token's `last_used_at`. */
  lastUsedEveryMs: 60_000,
  /** How far the clock of an issuer of signed tokens may be off at most. */
  clockToleranceMostSeconds: 60,
  /** How long the published keys of an issuer are used before they are fetched again. */
  keysFreshMs: 600_000,
  /** How long they are used when that keeps failing. */
  keysServedMs: 24 * 3_600_000,
  /** Least time between two fetches of them. */
  keysCoolDownMs: 10_000,
  keysTimeoutMs: 5_000,
  /** How long the reply to an Idempotency-Key of the directory is kept. */
  answersKeptMs: 24 * 3_600_000,
  /** Requests a minute of one token, and failures to sign in of one address, where the platform limits no rates. */
  perMinute: { reads: 1_200, writes: 600, sign_ins: 30 },
  /** The window of the platform's rate limits, as wrangler.toml sets it. */
  rateWindowMs: 60_000,
  meter: {
    /** How long counts gather before they are brought to the meter, where METER_EVERY_MS does not say it; its maximum. */
    everyMs: 1_000,
    everyMsMost: 10_000,
    /** How long a meter that failed is left alone. */
    retryMs: 10_000,
    /** How long one request goes on bringing what others count, after its answer. */
    sendsForMs: 15_000,
    /** When a request that was to bring counts is taken for ended: longer than the platform lets it work on. */
    claimMs: 40_000,
    /** Tokens that a batch counts apart. */
    tokensPerBatch: 64,
  },
  /** Rows of a page when the caller names no limit. */
  pageSize: 50,
  /** How often a change of access is tried when others of the same tenant come first. */
  auditAttempts: 32,
  /** Tenants whose use the metrics show: each costs a request to its meter. */
  metricsTenants: 100,
  /** Rows of a tenant's audit chain that are read at once. */
  auditPage: 1_000,
  /** `Retry-After` of 429 and 503, where nothing better is known. */
  retryAfterSeconds: 1,
  /** A stream of events is never silent for longer; who listens is checked again as often. */
  heartbeatMs: 25_000,
  /** A listener that takes nothing for so long is dropped. */
  stalledMs: 60_000,
  /** Single problems named in one `invalid_request`. */
  issuesNamed: 20,
  /** Characters of one such problem. */
  issueLength: 300,
  /** How long a tool of MCP waits for its endpoint. */
  mcpTimeoutMs: 30_000,
} as const;
