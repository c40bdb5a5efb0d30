// Erase: takes memory out of both homes, with everything that mentions it and what was learned from it, in one change.
// What is left is hashes: tombstones, so that it does not come back unnoticed, and a receipt.

import type { EraseReply, EraseRequest } from "../../wire/erasing.ts";
import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { Draft } from "../graph/draft.ts";
import type { GraphChange } from "../graph/records.ts";
import type { Scrubbed } from "../store/ports.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { capturesToErase, type ErasedCaptures, eraseCaptures } from "./erase-captures.ts";
import { type Footprint, footprintOf } from "./erase-footprint.ts";
import { relinkedBy, unlearn, type Vectors } from "./erase-history.ts";
import { type Mentions, mentionsOf } from "./erase-mentions.ts";
import { eraseProposals } from "./erase-proposals.ts";
import { eraseQuestions } from "./erase-questions.ts";
import { type Erased, sealedReceipt } from "./erase-receipt.ts";
import { tombstonesOf } from "./erased-before.ts";
import type { Memory, Operation, Work } from "./memory.ts";
import { ToldContrasts } from "./told-contrasts.ts";

type Counts = Record<string, number>;
type Mentioned = Mentions & Pick<Scrubbed, "proposals"> & { readonly captures: ErasedCaptures };

/** Tables of which D1 has its own rows. */
const REPLICATED = ["nodes", "edges", "stops", "vectors", "journal", "answers", "proposals"];

export const erase: Operation<EraseRequest, EraseReply, Vectors> = {
  wait: (memory, request) => (request.agent ? Promise.resolve(new Map()) : embedRelinked(memory, request)),
  act: (work, request, vectors) =>
    request.agent ? eraseAgent(work, request) : eraseNodes(work, request, vectors),
};

/**
 * Vectors of what will be linked anew. Where none are to be had at once, those of the index do, though they are rounded:
 * an erasure matters more than links.
 */
async function embedRelinked(memory: Memory, request: EraseRequest): Promise<Vectors> {
  const ids = relinkedBy(memory, footprintOf(memory, request));
  const texts = ids.map((id) => memory.store.node(id)?.text ?? "");
  const vectors = await vectorsAtOnce(memory.embedder, texts).catch(() => null);
  const known = ids.map(
    (id, index) => [id, vectors ? vectors[index] : memory.vectors.vector(id, 0)] as const,
  );
  return new Map(known.flatMap(([id, vector]) => (vector ? [[id, vector] as const] : [])));
}

function eraseNodes(work: Work, request: EraseRequest, vectors: Vectors): EraseReply {
  const { draft, store, call } = work;
  const footprint = footprintOf(work, request);
  const unlearned = unlearn(work, footprint, vectors);
  removeAll(draft, footprint.names);
  const questions = eraseQuestions(work, footprint, request.author ?? null);
  new ToldContrasts(work, footprint).revise(work);
  const proposals = eraseProposals(work, footprint, request);
  const mentioned = { ...footprint, names: union(footprint.names, proposals.dropped) };
  const captures = capturesToErase(work, footprint, request);
  const mentions = { ...mentionsOf(work, mentioned, unlearned, request.author ?? null), proposals, captures };
  const change = draft.change();
  const { contentHashes } = footprint;
  const names = union(footprint.names, footprint.former);
  const scrubbed = { ...mentions, contentHashes, names, asked: questions.nodes };
  if (request.dry_run) {
    draft.rollback();
    const counts = countsOf(work, change, mentions, store.erasing.waiting(scrubbed));
    return reply(work, counts, null, footprint);
  }
  const stamp = { at: call.now, author: call.author };
  const counts = countsOf(work, change, mentions, store.erasing.scrub(scrubbed, stamp));
  for (const { id, entry } of questions.pending) store.pending.forgetQuestion(id, entry);
  eraseCaptures(work, captures);
  store.lexicon.purge();
  // What a maintenance run changed is kept in words.
  store.maintenance.forget();
  store.past.forget(change, footprint.matches, call.now, questions.nodes);
  store.feed.forget(footprint.names);
  forgetReaders(work);
  store.erasing.tombstones.put(footprint.tombstones.flat(), call.id, stamp);
  const { exact, estimated } = unlearned;
  return conclude(work, request, {
    counts,
    tombstones: footprint.tombstones.length,
    learning: { exact, estimated },
  });
}

/** The agent stays, empty: its name, its audit, its receipts and what must not come back. */
function eraseAgent(work: Work, request: EraseRequest): EraseReply {
  const { store, call, far } = work;
  const rows = store.erasing.everything();
  const counts = { ...rows, ...(far && { vectorize: store.vectorized.held }) };
  if (Object.values(rows).every((count) => count === 0)) {
    throw new Refusal("not_found", "there is nothing to erase: this agent's memory is empty");
  }
  if (request.dry_run) return reply(work, counts, null);
  const contents = [...store.erasing.contents()].map(({ id, text }) => tombstonesOf(id, text));
  forgetReaders(work);
  store.erasing.eraseEverything();
  store.lexicon.purge();
  store.erasing.tombstones.put(contents.flat(), call.id, { at: call.now, author: call.author });
  return conclude(work, request, {
    counts,
    tombstones: contents.length,
    learning: { exact: 0, estimated: 0 },
  });
}

/** Removes the nodes, and what hangs on their names without them. */
export function removeAll(draft: Draft, names: ReadonlySet<string>): void {
  const { graph, vectors } = draft;
  for (const id of names) {
    draft.removeNode(id);
    for (const route of vectors.rowsOf(id)) draft.removeVector(id, route);
    const position = graph.anyPositionOf(id);
    if (position < 0) continue;
    for (const edge of graph.out.list(position)) draft.cutEdge(edge);
    for (const edge of graph.into.list(position)) draft.cutEdge(edge);
  }
}

/** Whoever reads or brings in a copy of the memory, or sends a log, has to begin anew: it may hold what goes. */
function forgetReaders({ store, call }: Work): void {
  store.snapshots.clear();
  store.replays.dropAllParts();
  store.runs.clear();
  store.imports.clear(call.now);
}

function countsOf(
  { store, far }: Memory,
  change: GraphChange,
  { entries, trails, answers, proposals, captures }: Mentioned,
  outbox: number,
): Counts {
  return {
    nodes: change.removedNodes.length,
    edges: change.removedEdges.length,
    stops: change.stops.filter(({ weight, relevance }) => weight === 0 && relevance === 0).length,
    vectors: change.removedVectors.length,
    journal: entries.dropped.size + entries.rewritten.size,
    trails: trails.length,
    answers: answers.size,
    proposals: proposals.dropped.size + proposals.rewritten.size,
    captures: captures.dropped.length + captures.rewritten.length,
    outbox,
    ...(far && { vectorize: store.vectorized.known(change.removedVectors) }),
  };
}

/** Says what was done: in the journal, in the audit chain, in the receipt. */
function conclude(work: Work, request: EraseRequest, erased: Omit<Erased, "d1" | "revision">): EraseReply {
  const { store, call } = work;
  const stamp = { at: call.now, author: call.author };
  const { counts } = erased;
  store.record("erasure", { erasure_id: call.id, counts }, stamp);
  const d1 = Object.fromEntries(Object.entries(counts).filter(([table]) => REPLICATED.includes(table)));
  const receipt = sealedReceipt(work, request, { ...erased, d1, revision: store.revision });
  store.erasing.keepReceipt(call.id, receipt, stamp);
  store.audit.append(
    { kind: "erasure", target: `erasure:${call.id}`, detail: JSON.stringify(receipt) },
    stamp,
  );
  return reply(work, counts, receipt);
}

function reply(
  { call }: Work,
  counts: Counts,
  receipt: EraseReply["receipt"],
  footprint: Footprint | null = null,
): EraseReply {
  const nodes = [...(footprint?.nodes ?? [])].map(([id, because]) => ({ id, because }));
  return {
    dry_run: receipt === null,
    nodes: nodes.slice(0, LIMITS.pageSize),
    nodes_left_out: Math.max(0, nodes.length - LIMITS.pageSize),
    counts,
    receipt,
    total_ms: call.elapsed(),
  };
}

function union<T>(some: ReadonlySet<T>, others: ReadonlySet<T>): Set<T> {
  return new Set([...some, ...others]);
}
