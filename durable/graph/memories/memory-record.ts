// What is known of a memory beside its text, and when it holds. Times are milliseconds, so that an instant with a fraction of
// a second is later than one without. A memory without `validTo` is the current one.

export const MEMORY_TYPES = ["rule", "fact", "episode", "procedure", "preference"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** How long a memory lives: for good, as long as its project, for a session, or for a time of its own. */
export const SCOPES = ["permanent", "project", "session", "ttl"] as const;
export type Scope = (typeof SCOPES)[number];

export const VISIBILITIES = ["private", "shared", "sensitive"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export interface MemoryRecord {
  readonly id: string;
  readonly type: string;
  readonly scope: Scope;
  readonly visibility: Visibility;
  /** Belief that the text is true, 0 … 1. */
  readonly confidence: number;
  readonly source: string;
  readonly tags: readonly string[];
  /** Empty: of no project. */
  readonly project: string;
  readonly userId: string;
  readonly createdAt: number;
  /** When it was last of use; null: never. */
  readonly lastAccessed: number | null;
  readonly accessCount: number;
  readonly reinforcedAt: number | null;
  readonly reinforcedCount: number;
  /** Life of scope `ttl` in seconds; null: no end. */
  readonly ttlSeconds: number | null;
  /** Planned end. */
  readonly validUntil: number | null;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  readonly supersedesId: string | null;
  readonly conflictGroup: string | null;
  readonly conflictStatus: "active" | "resolved" | null;
}
