// Memories of golden cases as records, and their parts that several operations need.

import type { AskedOf } from "../../durable/graph/memories/factors.ts";
import type { MemoryRecord } from "../../durable/graph/memories/memory-record.ts";
import { wordsOf } from "../../durable/text/words.ts";

// biome-ignore lint/suspicious/noExplicitAny: rows of cases hold what their operation documents
export type Row = any;

export function recordOf(row: Row): MemoryRecord {
  const time = (text: string | null | undefined) => (text ? Date.parse(text) : null);
  return {
    id: row.id,
    type: row.type ?? "fact",
    scope: row.scope ?? "permanent",
    visibility: row.visibility ?? "shared",
    confidence: row.confidence ?? 0,
    source: row.source ?? "",
    tags: row.tags ?? [],
    project: row.project ?? "",
    userId: row.user_id ?? "",
    createdAt: time(row.created_at) ?? 0,
    lastAccessed: time(row.last_accessed),
    accessCount: row.access_count ?? 0,
    reinforcedAt: time(row.reinforced_at),
    reinforcedCount: row.reinforced_count ?? 0,
    ttlSeconds: row.ttl_seconds ?? null,
    validUntil: time(row.valid_until),
    validFrom: time(row.valid_from),
    validTo: time(row.valid_to),
    supersedesId: row.supersedes_id ?? null,
    conflictGroup: row.conflict_group_id || null,
    conflictStatus: row.conflict_status || null,
  };
}

export function askedOf({ now, project, query }: Row): AskedOf {
  const words = (text: string) => wordsOf(text).map((word) => word.text.toLowerCase());
  return {
    now: Date.parse(now),
    project: project ?? "",
    words: new Set(words(query ?? "")),
    wordsOf: words,
  };
}
