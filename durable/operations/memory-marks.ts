// What is known of a memory beside its text: read as the open change leaves it, and marked. A memory that was of use, since what
// it answered was judged good, is noted: showing one says nothing of its use.

import type { NodeRecord } from "../graph/records.ts";
import { mustPropose } from "./capture-policy.ts";
import type { Work } from "./memory.ts";
import { fieldsOf, type MemoryFields, withFields } from "./memory-rows.ts";

export function fieldsIn({ draft, store }: Work, id: string): MemoryFields {
  return fieldsOf(draft.node(id) as NodeRecord, store.storedNode(id)?.createdAt ?? 0);
}

export function remark(work: Work, id: string, change: Partial<MemoryFields>): void {
  const node = work.draft.node(id) as NodeRecord;
  const fields = { ...fieldsIn(work, id), ...change };
  work.draft.putNode({ ...node, metadata: withFields(node.metadata, fields) });
}

/** Counts one more use of each memory among these. Where everything waits for a reviewer counts stand still. */
export function noteUse(work: Work, ids: Iterable<string>): void {
  const { draft, call } = work;
  const { graph } = draft;
  const isMemory = (id: string) => graph.has(id) && graph.kindAt(graph.positionOf(id)) === "memory";
  const used = [...new Set(ids)].filter(isMemory);
  if (used.length === 0 || mustPropose(work)) return;
  for (const id of used)
    remark(work, id, { accessCount: fieldsIn(work, id).accessCount + 1, lastAccessed: call.now });
}
