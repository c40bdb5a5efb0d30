// A memory as it is shown, and the one that a caller names. Who may not see a memory is told that there is none.

import { Refusal } from "../../wire/errors.ts";
import type { Memory as Shown } from "../../wire/memories.ts";
import type { MemoryRecord } from "../graph/memories/memory-record.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { predecessorOf, successorOf } from "../graph/structure.ts";
import type { StoredNode } from "../store/ports.ts";
import type { Work } from "./memory.ts";
import { type View, viewOf } from "./memory-shelf.ts";
import { nodeTag } from "./preconditions.ts";

export function unknownMemory(id: string): Refusal {
  return new Refusal("not_found", `there is no memory ${id}: GET /memories lists them`);
}

export interface NamedMemory {
  readonly record: MemoryRecord;
  readonly node: StoredNode;
}

/** Whoever names a memory may see it if it is sensitive, as far as it is an owner. */
export function namedMemory(work: Work, id: string): NamedMemory {
  const record = viewOf(work, "sensitive").seen(id);
  const node = record && work.store.storedNode(id);
  if (!record || !node) throw unknownMemory(id);
  return { record, node };
}

export function shownMemory(work: Work, record: MemoryRecord, node: StoredNode): Shown {
  const { graph } = work;
  const newer = successorOf(graph, graph.positionOf(record.id));
  return {
    id: record.id,
    content: node.text,
    type: record.type,
    scope: record.scope,
    visibility: record.visibility,
    confidence: record.confidence,
    source: record.source,
    tags: [...record.tags],
    project: record.project,
    user_id: record.userId,
    created_at: record.createdAt,
    updated_at: node.updatedAt,
    last_accessed: record.lastAccessed,
    access_count: record.accessCount,
    reinforced_at: record.reinforcedAt,
    reinforced_count: record.reinforcedCount,
    ttl_seconds: record.ttlSeconds,
    valid_from: record.validFrom,
    valid_until: record.validUntil,
    valid_to: record.validTo,
    is_current_version: record.validTo === null && !isBeside(graph, record),
    supersedes_id: record.supersedesId,
    superseded_by: newer < 0 ? null : graph.idAt(newer),
    conflict_group_id: record.conflictGroup,
    conflict_status: record.conflictStatus,
    author: node.author,
    etag: nodeTag(node),
    untrusted: true,
  };
}

/** Whether it stands beside the one that counts as current: both were made of one version, and nobody has decided yet. */
function isBeside(graph: RouteGraph, { id, conflictStatus }: MemoryRecord): boolean {
  const position = graph.positionOf(id);
  const older = conflictStatus === "active" ? predecessorOf(graph, position) : -1;
  return older >= 0 && successorOf(graph, older) !== position;
}

/** Of several records those that are stored, as they are shown. */
export function shownMemories(work: Work, records: Iterable<MemoryRecord>): Shown[] {
  return [...records].flatMap((record) => {
    const node = work.store.storedNode(record.id);
    return node ? [shownMemory(work, record, node)] : [];
  });
}

/** All that a view shows. */
export function* recordsIn(view: View): Generator<MemoryRecord> {
  for (const id of view.ids()) {
    const record = view.seen(id);
    if (record) yield record;
  }
}
