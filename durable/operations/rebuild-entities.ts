// Has memories asked about that name nobody yet: those from before there was a language model, and those whose question failed.

import type { CapturedMemory } from "../../wire/capture.ts";
import type { RebuildEntitiesReply, RebuildEntitiesRequest } from "../../wire/knowledge.ts";
import { passes } from "../graph/memories/holding.ts";
import { isKeptBack, MENTIONS } from "../graph/structure.ts";
import { addJob, TOGETHER } from "./asking-knowledge.ts";
import { captureOf } from "./capture-progress.ts";
import type { Operation, Work } from "./memory.ts";
import { viewOf } from "./memory-shelf.ts";
import { recordsIn } from "./memory-view.ts";
import { modelOrNone } from "./model-or-none.ts";

const MOST = 200;
const NO_MODEL =
  "this deployment has no language model, so nothing is asked: set MODEL, docs/models.md says how";

export const rebuildEntities: Operation<RebuildEntitiesRequest, RebuildEntitiesReply> = {
  act(work, { dry_run: isDry = false, limit = MOST }) {
    const model = modelOrNone(work)?.name ?? null;
    const wanted = unasked(work);
    const asked = isDry || model === null ? [] : addJobs(work, wanted.slice(0, limit));
    return {
      ...{ model, dry_run: isDry, asked: asked.length, left: wanted.length - asked.length },
      note: model === null ? NO_MODEL : null,
      total_ms: work.call.elapsed(),
    };
  },
};

/** Ids of memories that hold, name nobody, and are in no job, the oldest first. */
function unasked(work: Work): string[] {
  const { graph, store } = work;
  const waiting = new Set<string | null>();
  for (const row of store.captures.all())
    if (row.state === "pending" || row.state === "processing")
      for (const { id } of captureOf(row).memories ?? []) waiting.add(id);
  const namesSomebody = (id: string) =>
    graph.outgoing(graph.positionOf(id)).some((edge) => graph.edgeKindAt(edge) === MENTIONS);
  const place = (id: string) => graph.ordinals[graph.positionOf(id)];
  return [...recordsIn(viewOf(work))]
    .filter((record) => passes(record, {}))
    .map(({ id }) => id)
    .filter((id) => !waiting.has(id) && !isKeptBack(graph, id) && !namesSomebody(id))
    .sort((a, b) => place(a) - place(b));
}

/** Adds jobs as who wrote the memories, and says which found room. */
function addJobs(work: Work, ids: readonly string[]): string[] {
  const byAuthor = new Map<string, CapturedMemory[]>();
  for (const id of ids) {
    const node = work.store.storedNode(id);
    if (!node) continue;
    const theirs = byAuthor.get(node.author) ?? [];
    byAuthor.set(node.author, [...theirs, asStored(id, node.text)]);
  }
  const added: string[] = [];
  for (const [author, memories] of byAuthor)
    for (let from = 0; from < memories.length; from += TOGETHER) {
      const part = memories.slice(from, from + TOGETHER);
      const call = { ...work.call, author, role: "agent", person: null } as const;
      if (!addJob({ ...work, call }, part, call.now)) return added;
      added.push(...part.map(({ id }) => id as string));
    }
  return added;
}

function asStored(id: string, content: string): CapturedMemory {
  return {
    ...{ content, id, status: "created", reason: null, type: null },
    ...{ supersedes: null, conflicts_with: [], event_id: null },
  };
}
