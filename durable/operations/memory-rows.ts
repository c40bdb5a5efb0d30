// A memory as a node keeps it: the text is the node's, and all else that is known of it is one field of its metadata.

import type { MemoryRecord } from "../graph/memories/memory-record.ts";

export interface NewMemory {
  readonly type?: MemoryRecord["type"] | undefined;
  readonly scope?: MemoryRecord["scope"] | undefined;
  readonly visibility?: MemoryRecord["visibility"] | undefined;
  readonly confidence?: number | undefined;
  readonly source?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly project?: string | undefined;
  readonly user_id?: string | undefined;
  readonly ttl_seconds?: number | undefined;
  readonly valid_from?: number | undefined;
  readonly valid_until?: number | undefined;
}

const USUAL_CONFIDENCE = 0.9;
const USUAL_LIFE_SECONDS = 720 * 3600;

/** What a new memory is where nobody says otherwise. A life of its own makes its scope `ttl`. */
export function newMemory(said: NewMemory, now: number): Omit<MemoryRecord, "id"> {
  const scope = said.scope ?? (said.ttl_seconds === undefined ? "permanent" : "ttl");
  return {
    type: said.type ?? "fact",
    scope,
    visibility: said.visibility ?? "shared",
    confidence: said.confidence ?? USUAL_CONFIDENCE,
    source: said.source ?? "explicit",
    tags: said.tags ?? [],
    project: said.project ?? "",
    userId: said.user_id ?? "",
    createdAt: now,
    lastAccessed: now,
    accessCount: 0,
    reinforcedAt: null,
    reinforcedCount: 0,
    ttlSeconds: scope === "ttl" ? (said.ttl_seconds ?? USUAL_LIFE_SECONDS) : null,
    validUntil: said.valid_until ?? null,
    validFrom: said.valid_from ?? now,
    validTo: null,
    supersedesId: null,
    conflictGroup: null,
    conflictStatus: null,
  };
}
