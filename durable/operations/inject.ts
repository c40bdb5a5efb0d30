// Inject: adds pieces of memory, linked with what they resemble. A correction suppresses the neighbours that it corrects.
// A batch is all or nothing; what is there already, word by word, is passed over.

import { Refusal } from "../../wire/errors.ts";
import type {
  InjectBatchReply,
  InjectBatchRequest,
  InjectReply,
  InjectRequest,
} from "../../wire/learning.ts";
import type { Metadata, NodeRecord } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import { firstLine, strip } from "../text/lines.ts";
import { mustPropose } from "./capture-policy.ts";
import { type Captured, captured } from "./capturing.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { takeBack } from "./erased-before.ts";
import type { Memory, Operation, Work } from "./memory.ts";
import { isGuardedId } from "./memory-rows.ts";
import { placedNode, type TaughtKind, taughtId, taughtNode } from "./taught-node.ts";
import { type Corrected, plainMinSimilarity, teachCorrection, teachPlain } from "./teaching.ts";

/** Ids of workspace chunks: a file and the place of the chunk in it. */
const CHUNK_ID = /^(.+)::\d+$/s;

/** Null: the vectors follow. */
type Vectors = readonly Vector[] | null;

export const inject: Operation<InjectRequest, InjectReply, Vectors> = {
  wait: (memory, request) => embedded(memory, [request]),
  act(work, request, vectors) {
    takeBack(work, request, [strip(request.content)]);
    if (mustPropose(work)) return proposalReply(work, asProposal(work, request, vectors?.[0] ?? null));
    const { nodeId, injected, linked, edgesAdded, suppressed, waits } = added(
      work,
      request,
      vectors?.[0] ?? null,
    );
    return {
      node_id: nodeId,
      injected,
      connected_to: [...linked],
      edges_added: edgesAdded,
      suppresses: [...suppressed.ids],
      ...(waits && { embedding: "pending" }),
      total_ms: work.call.elapsed(),
    };
  },
};

export const injectBatch: Operation<InjectBatchRequest, InjectBatchReply, Vectors> = {
  wait: (memory, { nodes }) => embedded(memory, nodes),
  act(work, request, vectors) {
    const { nodes } = request;
    takeBack(
      work,
      request,
      nodes.map(({ content }) => strip(content)),
    );
    if (mustPropose(work)) {
      const proposals = nodes.flatMap((node, index) => {
        const { proposal } = numbered(index, () => asProposal(work, node, vectors?.[index] ?? null));
        return proposal ? [proposal] : [];
      });
      const nothing = { injected: 0, edges_added: 0, inhibitory: 0, total_ms: work.call.elapsed() };
      return { ...nothing, skipped: nodes.length - proposals.length, proposals };
    }
    const results = nodes.map((node, index) =>
      numbered(index, () => added(work, node, vectors?.[index] ?? null)),
    );
    const fresh = results.filter(({ injected }) => injected);
    const waiting = fresh.filter(({ waits }) => waits).length;
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
    return {
      injected: fresh.length,
      skipped: results.length - fresh.length,
      edges_added: sum(fresh.map(({ edgesAdded }) => edgesAdded)),
      ...(waiting > 0 && { pending: waiting }),
      inhibitory: sum(fresh.map(({ suppressed }) => suppressed.ids.length)),
      total_ms: work.call.elapsed(),
    };
  },
};

function embedded({ embedder }: Memory, requests: readonly InjectRequest[]): Promise<Vectors> {
  return vectorsAtOnce(
    embedder,
    requests.map(({ content }) => strip(content)),
  );
}

export function added(work: Work, request: InjectRequest, vector: Vector | null): Corrected {
  requireRightTo(work, request.authority);
  refuseGuardedId(request.id);
  const wanted = nodeOf(request);
  const node = request.id === undefined ? placedNode(work, wanted) : wanted;
  const nothing = { ids: [], created: 0 };
  if (isThere(work, node))
    return {
      nodeId: node.id,
      injected: false,
      neighbours: [],
      linked: [],
      edgesAdded: 0,
      waits: false,
      suppressed: nothing,
    };
  refuseChunkId(work, node.id);
  // Where settings name no share, a correction is no more than a teaching until a walk is judged with it.
  if (node.kind === "correction" && work.settings.injection.correctedShare !== null)
    return teachCorrection(work, { node, vector, question: null, walk: null, corrects: null });
  return { ...teachPlain(work, node, vector, plainMinSimilarity(work)), suppressed: nothing };
}

/** Where what is added waits for a reviewer: the same node, proposed. */
function asProposal(work: Work, request: InjectRequest, vector: Vector | null): Captured {
  requireRightTo(work, request.authority);
  refuseGuardedId(request.id);
  const wanted = nodeOf(request);
  const node = request.id === undefined ? placedNode(work, wanted) : wanted;
  if (isThere(work, node)) return { nodeId: node.id, proposal: null };
  refuseChunkId(work, node.id);
  const { id, summary } = request;
  return captured(work, node, { id, summary, metadata: node.metadata }, vector);
}

function proposalReply({ call }: Work, { nodeId, proposal }: Captured): InjectReply {
  return {
    node_id: nodeId,
    injected: false,
    connected_to: [],
    edges_added: 0,
    suppresses: [],
    ...(proposal && { proposal }),
    total_ms: call.elapsed(),
  };
}

/** An anchored node outranks others and can't be suppressed: giving that standing is an owner's right. */
function requireRightTo({ call }: Work, authority: InjectRequest["authority"]): void {
  if (authority === undefined || authority === "overlay" || call.role === "owner") return;
  throw new Refusal("forbidden", `only an owner may add ${authority} memory: leave authority out`);
}

function nodeOf(request: InjectRequest): NodeRecord {
  const content = strip(request.content);
  const kind = (request.type ?? "TEACHING").toLowerCase() as TaughtKind;
  const node = taughtNode(kind, request.id ?? taughtId(kind, content), content, {
    ...(request.metadata as Metadata | undefined),
  });
  return {
    ...node,
    summary: request.summary ?? firstLine(content),
    authority: request.authority ?? node.authority,
  };
}

/** True when the very same node exists. Refuses an id that stands for something else. */
function isThere({ draft }: Work, node: NodeRecord): boolean {
  const known = draft.node(node.id);
  if (!known) return false;
  const sameText = known.text === node.text;
  if (sameText && known.kind === node.kind) return true;
  throw new Refusal(
    "duplicate_id",
    `${node.id} is a ${known.kind} with ${sameText ? "this" : "another"} content: choose another id, or leave the id out`,
    { id: node.id },
  );
}

/** Memories, facts and entities have ids of their own, and whether one of them is taken is not everybody's to know. */
function refuseGuardedId(id: string | undefined): void {
  if (id === undefined || !isGuardedId(id)) return;
  throw new Refusal(
    "invalid_request",
    `${id} is an id that memories, facts and entities have: choose another id, or leave the id out`,
  );
}

/** Sync owns the ids of a file's chunks, those to come included. */
function refuseChunkId({ store }: Work, id: string): void {
  if (!isKeptForChunk(store, id)) return;
  const file = CHUNK_ID.exec(id)?.[1];
  throw new Refusal(
    "invalid_request",
    `${id} is kept for a chunk of the indexed file ${file}: choose another id, or leave the id out`,
  );
}

export function isKeptForChunk(store: Work["store"], id: string): boolean {
  const file = CHUNK_ID.exec(id)?.[1];
  return file !== undefined && store.chunksOf(file).length > 0;
}

/** Lets a refusal name the node of the batch that it is about. */
function numbered<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, `nodes[${index}]: ${error.message}`, { index });
  }
}
