// A memory as a node keeps it: the text is the node's, and all else that is known of it is one field of its metadata, so it
// travels, is restored and is erased with its node. What can't be read there is what a new memory has.

import { MEMORY_TYPES, type MemoryRecord, SCOPES, VISIBILITIES } from "../graph/memories/memory-record.ts";
import type { Json, Metadata, NodeRecord } from "../graph/records.ts";
import { digestOf } from "../text/digest.ts";
import { firstLine } from "../text/lines.ts";

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

/** What a node's metadata hold of a memory: all but what the graph knows. */
export type MemoryFields = Omit<MemoryRecord, "id" | "supersedesId">;

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

const ID_DIGITS = 12;
export const MEMORY_PREFIX = "memory::";

/**
 * Made from what is said, and of whom: the same is the same memory, as long as its id is free. Of what not everybody may see
 * also from who says it, so that nobody learns from an id what others have said.
 */
export function memoryId(
  content: string,
  { project, visibility, userId }: Pick<MemoryFields, "project" | "visibility" | "userId">,
  author: string,
): string {
  const of = [content, project, visibility, userId, ...(visibility === "shared" ? [] : [author])];
  return memoryIdOf(digestOf(JSON.stringify(of)));
}

export function memoryIdOf(digest: string): string {
  return `${MEMORY_PREFIX}${digest.slice(0, ID_DIGITS)}`;
}

/** Whether an id is one that only memories, facts and entities have. */
export function isGuardedId(id: string): boolean {
  return /^(?:memory|fact|entity)::/.test(id);
}

/** Whether an id is one that only memories have. */
export function isMemoryId(id: string): boolean {
  return id.startsWith(MEMORY_PREFIX);
}

export function memoryNode(id: string, text: string, fields: MemoryFields): NodeRecord {
  const place = { origin: "injected", authority: "overlay", file: null, chunk: null } as const;
  return { id, kind: "memory", text, summary: firstLine(text), metadata: withFields({}, fields), ...place };
}

export function withFields(metadata: Metadata, fields: MemoryFields): Metadata {
  return { ...metadata, memory: fields as unknown as Json };
}

/** The fields of a stored memory; `createdAt` stands in for what an import left out. */
export function fieldsOf({ metadata }: Pick<NodeRecord, "metadata">, createdAt: number): MemoryFields {
  const { id: _, ...usual } = { id: "", ...newMemory({}, createdAt) };
  const stored = metadata.memory;
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return usual;
  const said = stored as Readonly<Record<string, Json>>;
  const time = (value: Json | undefined, otherwise: number | null) =>
    value === null ? null : typeof value === "number" && Number.isFinite(value) ? value : otherwise;
  const count = (value: Json | undefined) => (Number.isSafeInteger(value) ? Math.max(0, value as number) : 0);
  const word = (value: Json | undefined, otherwise: string) =>
    typeof value === "string" ? value : otherwise;
  const one = <T extends string>(known: readonly T[], value: Json | undefined, otherwise: T) =>
    known.find((name) => name === value) ?? otherwise;
  const { confidence, tags } = said;
  return {
    type: one(MEMORY_TYPES, said.type, "fact"),
    scope: one(SCOPES, said.scope, usual.scope),
    // What nobody can say who may see is seen by owners alone.
    visibility: one(VISIBILITIES, said.visibility, "sensitive"),
    confidence:
      typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : usual.confidence,
    source: word(said.source, usual.source),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    project: word(said.project, ""),
    userId: word(said.userId, ""),
    createdAt: time(said.createdAt, createdAt) ?? createdAt,
    lastAccessed: time(said.lastAccessed, createdAt),
    accessCount: count(said.accessCount),
    reinforcedAt: time(said.reinforcedAt, null),
    reinforcedCount: count(said.reinforcedCount),
    ttlSeconds: time(said.ttlSeconds, null),
    validUntil: time(said.validUntil, null),
    validFrom: time(said.validFrom, createdAt),
    validTo: time(said.validTo, null),
    conflictGroup: typeof said.conflictGroup === "string" ? said.conflictGroup : null,
    conflictStatus:
      one(["active", "resolved"], said.conflictStatus, "resolved") === said.conflictStatus
        ? (said.conflictStatus as "active" | "resolved")
        : null,
  };
}
