// Brings the workspace chunks in line with changed files: only what is new or changed is embedded,
// and what was learned stays with the text it was learned on.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { SyncReply, SyncRequest } from "../../wire/upkeep.ts";
import type { NewChunk } from "../graph/chunk-matching.ts";
import { siblingWeight } from "../graph/siblings.ts";
import { type FileChunks, planSync, type SyncPlan } from "../graph/sync-plan.ts";
import { numbersOf } from "../graph/sync-report.ts";
import { needsVector, settle } from "../graph/syncing.ts";
import type { Vector } from "../graph/vectors.ts";
import { fileChunks } from "../text/chunk.ts";
import { digestOf } from "../text/digest.ts";
import { fileText, isBlank } from "../text/lines.ts";
import { siblingDigest } from "../text/sibling-digest.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { ERASED_BEFORE, takeBack, wasErased } from "./erased-before.ts";
import type { Memory, Operation } from "./memory.ts";

interface Skipped {
  readonly path: string;
  readonly reason: string;
  readonly code?: "erased_before";
}

interface ReadFiles {
  readonly files: readonly FileChunks[];
  readonly skipped: readonly Skipped[];
}

interface Embedded extends ReadFiles {
  /** Vectors by content hash; null where they follow, since embedding is slow or fails. */
  readonly vectors: ReadonlyMap<string, Vector> | null;
}

const NO_VECTORS: ReadonlyMap<string, Vector> = new Map();

export const sync: Operation<SyncRequest, SyncReply, Embedded> = {
  async wait(memory, request) {
    const read = readFiles(memory, request);
    const { plan } = planFor(memory, request, read);
    refuseBeyondLimit(memory, plan);
    const texts = request.dry_run ? new Map<string, string>() : textsToEmbed(memory, plan);
    const vectors = await vectorsAtOnce(memory.embedder, [...texts.values()]);
    const named = vectors && Array.from(texts.keys(), (hash, index) => [hash, vectors[index]] as const);
    return { ...read, vectors: named && new Map(named) };
  },

  act(work, request, embedded) {
    const { draft, call, settings, store } = work;
    // The memory may have changed while the texts were embedded, so the plan is made anew.
    const { plan, skipped } = planFor(work, request, embedded);
    refuseBeyondLimit(work, plan);
    const numbers = numbersOf(plan);
    const texts = [...textsToEmbed(work, plan).keys()];
    const { vectors } = embedded;
    const pending = vectors || request.dry_run ? 0 : texts.length;
    const counts = {
      nodes_added: numbers.added,
      nodes_updated: numbers.updated,
      nodes_removed: numbers.removed,
      nodes_unchanged: numbers.unchanged,
      nodes_metadata_updated: numbers.moved,
      embeddings_computed: texts.length - pending,
      ...(pending > 0 && { embeddings_pending: pending }),
      authority_set: { ...numbers.authorities } as Record<string, number>,
    };
    let lifted = 0;
    if (!request.dry_run) {
      takeBack(
        work,
        request,
        embedded.files.flatMap(({ chunks }) => chunks.map(({ text }) => text)),
      );
      if (vectors && !texts.every((hash) => vectors.has(hash))) {
        throw new Refusal(
          "unavailable",
          "these files were changed by another sync meanwhile: send them again",
        );
      }
      const firstWeight = (path: string, offset: number) => siblingWeight(siblingDigest(path, offset));
      lifted = settle(draft, plan, { vectors: vectors ?? NO_VECTORS, firstWeight }, settings.sync);
      const body = {
        ...counts,
        corrections_lifted: lifted,
        files: plan.files.length,
        skipped: skipped.length,
      };
      store.record("sync", body, { at: call.now, author: call.author });
    }
    return {
      ...counts,
      corrections_lifted: lifted,
      skipped,
      dry_run: request.dry_run ?? false,
      total_ms: call.elapsed(),
    };
  },
};

/** The files of a request as chunks; those without text have none and are named. */
function readFiles({ settings }: Memory, { files, paths: all }: SyncRequest): ReadFiles {
  const workspace = all && new Set(all);
  const skipped: Skipped[] = [];
  const paths = new Set<string>();
  const read = files.map((file): FileChunks => {
    const { path } = file;
    if (paths.has(path))
      throw new Refusal("invalid_request", `${path} is in files twice: send each file once`);
    paths.add(path);
    if (workspace && !("deleted" in file) && !workspace.has(path)) {
      throw new Refusal(
        "invalid_request",
        `${path} is in files and not in paths: paths names all that stays`,
      );
    }
    if ("deleted" in file) return { path, chunks: [] };
    const reason = reasonToSkip(file.text);
    if (reason !== undefined) {
      skipped.push({ path, reason });
      return { path, chunks: [] };
    }
    const chunks = fileChunks(path, fileText(file.text), settings.sync.chunks);
    return { path, chunks: chunks.map((chunk) => ({ ...chunk, hash: digestOf(chunk.text) })) };
  });
  return { files: read, skipped };
}

function reasonToSkip(text: string): string | undefined {
  if (text.includes("\u0000")) return "it is binary: it holds a zero byte";
  return isBlank(fileText(text)) ? "it is blank" : undefined;
}

/** What is to be done as the memory is now, and every file or chunk that is left as it is. */
function planFor(
  memory: Memory,
  request: SyncRequest,
  read: ReadFiles,
): { plan: SyncPlan; skipped: Skipped[] } {
  const { graph, store, settings } = memory;
  const skipped = [...read.skipped];
  const allowed = request.override_erased
    ? read.files
    : read.files.map((file) => withoutErased(memory, file, skipped));
  const files = allowed.filter(({ path, chunks }) => {
    const foreign = chunks.find(({ id }) => isForeign(memory, id, path));
    if (!foreign) return true;
    skipped.push({
      path,
      reason: `its chunk ${foreign.id} has the id of another node: rename the file or remove that node`,
    });
    return false;
  });
  const { paths } = request;
  const workspace = paths ? new Set([...paths, ...read.files.map(({ path }) => path)]) : null;
  const source = {
    graph,
    words: store,
    chunksOf: (file: string) => store.chunksOf(file),
    files: () => store.files(),
  };
  const plan = planSync(source, files, workspace, settings.sync);
  for (const { path, remainders, stale } of plan.files) {
    const protectedIds = remainders.map(({ id }) => id).join(", ");
    if (protectedIds)
      skipped.push({ path, reason: `protected and kept, though no longer in the file: ${protectedIds}` });
    const staleIds = [...new Set(stale)].join(", ");
    if (staleIds) skipped.push({ path, reason: `what the file no longer says is still part of ${staleIds}` });
  }
  return { plan, skipped };
}

/** The file without the chunks that were erased before, which are named. */
function withoutErased(memory: Memory, file: FileChunks, skipped: Skipped[]): FileChunks {
  const isErased = ({ text }: NewChunk) => wasErased(memory, text);
  for (const { id } of file.chunks.filter(isErased)) {
    skipped.push({ path: file.path, reason: `its chunk ${id}: ${ERASED_BEFORE}`, code: "erased_before" });
  }
  return { ...file, chunks: file.chunks.filter((chunk) => !isErased(chunk)) };
}

/** True when an id that a chunk needs belongs to a node that sync doesn't own. */
function isForeign({ graph }: Memory, id: string, path: string): boolean {
  const position = graph.positionOf(id);
  return position >= 0 && !(graph.isWorkspaceChunk(position) && graph.fileAt(position) === path);
}

function refuseBeyondLimit({ graph }: Memory, plan: SyncPlan): void {
  const { added, removed } = numbersOf(plan);
  if (added <= removed || graph.nodeCount + added - removed <= LIMITS.nodesPerAgent) return;
  throw new Refusal(
    "agent_full",
    `this sync would add ${added} chunks to ${graph.nodeCount} nodes, and an agent holds ${LIMITS.nodesPerAgent}: sync fewer files`,
  );
}

/** Texts that have no vector yet, by content hash. */
function textsToEmbed({ vectors }: Memory, plan: SyncPlan): Map<string, string> {
  const texts = new Map<string, string>();
  for (const arrival of plan.files.flatMap(({ arrivals }) => arrivals)) {
    if (needsVector(vectors, arrival)) texts.set(arrival.fresh.hash, arrival.fresh.text);
  }
  return texts;
}
