// What can be tuned in the Worker. Lengths and counts that callers see are in wire/limits.ts.

export const SETTINGS = {
  /** A shorter OPERATOR_TOKEN counts as none. Characters. */
  operatorTokenLength: 32,
  /** How long an isolate trusts what it knows of a token: the longest that a revoked one is still served elsewhere. */
  tokenTrustMs: 30_000,
  /** How long an isolate remembers that it does not know a token. */
  unknownTokenMs: 5_000,
  /** How long an isolate remembers the directory row of an agent, which never changes. */
  agentTrustMs: 300_000,
  /** Entries of each of these memories; the oldest leave first. */
  remembered: 10_000,
  /** Least time between two updates of a token's `last_used_at`. */
  lastUsedEveryMs: 60_000,
  /** How long the reply to an Idempotency-Key of the directory is kept. */
  answersKeptMs: 24 * 3_600_000,
  /** Rows of a page when the caller names no limit. */
  pageSize: 50,
  /** How often a change of access is tried when others of the same tenant come first. */
  auditAttempts: 32,
  /** Rows of a tenant's audit chain that are read at once. */
  auditPage: 1_000,
  /** `Retry-After` of 429 and 503. */
  retryAfterSeconds: 1,
  /** Single problems named in one `invalid_request`. */
  issuesNamed: 20,
  /** Characters of one such problem. */
  issueLength: 300,
} as const;
