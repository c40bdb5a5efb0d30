// Changing a memory, and ending it. Other words are a new version; what else is known of it changes in its place. Ending erases
// nothing: the memory is there for the time in which it held.

import { Refusal } from "../../wire/errors.ts";
import type {
  ChangeMemoryReply,
  ChangeMemoryRequest,
  EndMemoryReply,
  MemoryId,
} from "../../wire/memories.ts";
import { momentOf } from "../../wire/times.ts";
import type { MemoryRecord } from "../graph/memories/memory-record.ts";
import type { Vector } from "../graph/vectors.ts";
import { strip } from "../text/lines.ts";
import { asEdit } from "./as-event.ts";
import { askKnowledge } from "./asking-knowledge.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { takeBack } from "./erased-before.ts";
import type { Operation, Work } from "./memory.ts";
import { fieldsIn, remark } from "./memory-marks.ts";
import type { MemoryFields } from "./memory-rows.ts";
import { viewOf } from "./memory-shelf.ts";
import { added, requireContent, requireCurrent, requireReplaceable, supersede } from "./memory-storing.ts";
import { namedMemory, shownMemory } from "./memory-view.ts";
import { saying, standingAfter } from "./parted-versions.ts";
import { nodeTag } from "./preconditions.ts";

export const changeMemory: Operation<ChangeMemoryRequest, ChangeMemoryReply, Vector | null> = {
  about: ({ id }) => id,

  async wait({ embedder }, { content }) {
    const vectors = content === undefined ? null : await vectorsAtOnce(embedder, [strip(content)]);
    return vectors?.[0] ?? null;
  },

  act(work, request, vector) {
    const { call } = work;
    const { record, node } = namedMemory(work, request.id);
    const content = request.content === undefined ? node.text : requireContent(request.content);
    const isAnother = content !== node.text && request.conflict_status === undefined;
    const standing = isAnother ? standingAfter(work, record.id) : [];
    const same = saying(standing, content);
    if (same)
      return { ...changed(work, same.record, same.node.text, same.record, same.record.id), event_id: null };
    if (standing.length === 0) requireCurrent(work, record);
    const fields = { ...fieldsIn(work, record.id), ...changesIn(request, record, call.now) };
    const isSettled = request.conflict_status === "resolved";
    if (isSettled) fields.conflictStatus = "resolved";
    if (content === node.text) {
      asEdit(work, record.id, () => {
        if (isSettled) resolve(work, record);
        remark(work, record.id, fields);
        return ["metadata"];
      });
      return { ...changed(work, record, node.text, fields, record.id), event_id: call.id };
    }
    if (isSettled) resolve(work, record);
    takeBack(work, request, [content]);
    const fresh = { ...fields, validFrom: call.now, createdAt: call.now, validTo: null };
    const newer = added(work, content, fresh, vector, {
      ...{ status: "new_version", old: record.id },
      rivals: standing.map((rival) => rival.record.id),
    });
    askKnowledge(work, content, newer);
    const { conflictGroup, conflictStatus } = fieldsIn(work, newer.id);
    const stored = { ...fresh, conflictGroup, conflictStatus };
    return { ...changed(work, record, content, stored, newer.id), event_id: call.id };
  },
};

export const endMemory: Operation<MemoryId, EndMemoryReply> = {
  about: ({ id }) => id,

  act(work, { id }) {
    const { call } = work;
    const { record } = namedMemory(work, id);
    requireReplaceable(work, id);
    const ends = record.validTo === null;
    if (ends)
      asEdit(work, id, () => {
        remark(work, id, { validTo: call.now });
        return ["metadata"];
      });
    return {
      id,
      valid_to: record.validTo ?? call.now,
      event_id: ends ? call.id : null,
      total_ms: call.elapsed(),
    };
  },
};

function changesIn(request: ChangeMemoryRequest, record: MemoryRecord, now: number): Partial<MemoryFields> {
  const {
    type,
    scope,
    visibility,
    confidence,
    tags,
    project,
    ttl_seconds: ttl,
    valid_until: until,
  } = request;
  const next = scope ?? (ttl === undefined ? record.scope : "ttl");
  if (ttl !== undefined && next !== "ttl")
    throw new Refusal("invalid_request", "ttl_seconds belongs to scope ttl: leave one of them out");
  return {
    ...(type !== undefined && { type }),
    ...(visibility !== undefined && { visibility }),
    ...(confidence !== undefined && { confidence }),
    ...(tags !== undefined && { tags }),
    ...(project !== undefined && { project }),
    ...(until !== undefined && { validUntil: momentOf(until, now) }),
    ...(ttl !== undefined && { ttlSeconds: ttl }),
    scope: next,
  };
}

/** Ends what a memory is in conflict with, superseded by it. */
function resolve(work: Work, { id, conflictGroup }: MemoryRecord): void {
  const view = viewOf(work);
  for (const other of view.ids()) {
    const rival = view.stored(other);
    if (other === id || !rival || rival.conflictGroup !== conflictGroup || conflictGroup === null) continue;
    if (rival.conflictStatus !== "active" || rival.validTo !== null) continue;
    requireReplaceable(work, other);
    supersede(work, id, other);
    remark(work, other, { conflictStatus: "resolved", validTo: work.call.now });
  }
}

function changed(
  work: Work,
  before: MemoryRecord,
  text: string,
  fields: MemoryFields,
  id: string,
): Omit<ChangeMemoryReply, "event_id"> {
  const { draft, store, call } = work;
  const isNew = id !== before.id;
  const node = draft.node(id) as NonNullable<ReturnType<typeof draft.node>>;
  const stored = store.storedNode(before.id) as NonNullable<ReturnType<typeof store.storedNode>>;
  const record = { ...fields, id, supersedesId: isNew ? before.id : before.supersedesId };
  const shown = shownMemory(work, record, {
    ...stored,
    ...node,
    text,
    updatedAt: call.now,
    author: isNew ? call.author : stored.author,
  });
  return { ...shown, etag: nodeTag(node), total_ms: call.elapsed() };
}
