// Reading memories: the list through a filter, one, and all of its versions.

import type {
  MemoriesReply,
  MemoriesRequest,
  MemoryHistoryReply,
  MemoryId,
  MemoryReply,
} from "../../wire/memories.ts";
import { momentOf } from "../../wire/times.ts";
import { type MemoryFilter, passes } from "../graph/memories/holding.ts";
import type { MemoryRecord } from "../graph/memories/memory-record.ts";
import { versionsOf } from "../graph/structure.ts";
import type { Operation } from "./memory.ts";
import { viewOf } from "./memory-shelf.ts";
import { namedMemory, recordsIn, shownMemories, shownMemory } from "./memory-view.ts";
import { ordinalIn } from "./ordinal-cursor.ts";

const PAGE = 50;

export const memories: Operation<MemoriesRequest, MemoriesReply> = {
  act(work, { limit = PAGE, cursor, ...asked }) {
    const { graph, call } = work;
    const { tags, include_invalidated: all, ...rest } = asked;
    const filter = filterOf(
      {
        ...rest,
        ...(tags !== undefined && { tags: tags.split(",").map((tag) => tag.trim()) }),
        include_invalidated: all === "true",
      },
      call.now,
    );
    const before = cursor === undefined ? Number.POSITIVE_INFINITY : ordinalIn(cursor, "memories");
    const ordinal = ({ id }: MemoryRecord) => graph.ordinals[graph.positionOf(id)];
    const found = [...recordsIn(viewOf(work, filter.visibility, filter.asOf))]
      .filter((record) => ordinal(record) < before && passes(record, filter))
      .sort((a, b) => ordinal(b) - ordinal(a));
    const page = found.slice(0, limit);
    return {
      memories: shownMemories(work, page),
      next_cursor: found.length > limit ? String(ordinal(page[limit - 1])) : null,
      total_ms: call.elapsed(),
    };
  },
};

export const memory: Operation<MemoryId, MemoryReply> = {
  act(work, { id }) {
    const { record, node } = namedMemory(work, id);
    return { ...shownMemory(work, record, node), total_ms: work.call.elapsed() };
  },
};

export const memoryHistory: Operation<MemoryId, MemoryHistoryReply> = {
  act(work, { id }) {
    namedMemory(work, id);
    const view = viewOf(work, "sensitive");
    const versions = versionsOf(work.graph, id).flatMap((version) => view.seen(version) ?? []);
    const newest = versions.sort((a, b) => started(b) - started(a) || b.createdAt - a.createdAt);
    return { versions: shownMemories(work, newest), total_ms: work.call.elapsed() };
  },
};

interface AskedFilter
  extends Pick<
    MemoriesRequest,
    | "type"
    | "scope"
    | "visibility"
    | "project"
    | "source"
    | "conflict_status"
    | "user_id"
    | "as_of"
    | "valid_before"
    | "valid_after"
    | "min_confidence"
  > {
  readonly tags?: readonly string[] | undefined;
  readonly include_invalidated?: boolean | undefined;
}

export function filterOf(asked: AskedFilter, now: number): MemoryFilter {
  const moment = (value: string | number | undefined, isUpper = false) =>
    value === undefined ? undefined : (momentOf(value, now, isUpper) ?? undefined);
  const { type, scope, visibility, project, source, tags } = asked;
  const wanted = {
    ...{ type, scope, visibility, project, source, tags },
    conflictStatus: asked.conflict_status,
    userId: asked.user_id,
    leastConfidence: asked.min_confidence,
    includeInvalidated: asked.include_invalidated,
    asOf: moment(asked.as_of, true),
    validBefore: moment(asked.valid_before, true),
    validAfter: moment(asked.valid_after),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

function started({ validFrom, createdAt }: MemoryRecord): number {
  return validFrom ?? createdAt;
}
