// Settles a sync plan: nodes, vectors and edges follow the text of their chunks to its new place.
// Edges of a chunk stay with it, whether it moved or changed. Only the suppression by a correction ends, once the
// text has come closer to the correction than it ever was: the owner has fixed the file.

import type { Draft } from "./draft.ts";
import type { Asked, EdgeRecord, Metadata, NodeRecord } from "./records.ts";
import type { SyncSettings } from "./settings.ts";
import { cutSiblings, type FirstWeight, laySiblings, regroupSiblings } from "./siblings.ts";
import { replacementsOf } from "./stand-ins.ts";
import type { Arrival, FilePlan, SyncPlan } from "./sync-plan.ts";
import { cosine, type Vector, type VectorIndex } from "./vectors.ts";

export interface SyncMaterial {
  /** Vectors by content hash, for arrivals that `needsVector`; those that are missing follow later. */
  readonly vectors: ReadonlyMap<string, Vector>;
  readonly firstWeight: (path: string, offset: number) => number;
}

/** True when the text of an arrival has to be embedded. */
export function needsVector(vectors: VectorIndex, { old, changed, covered }: Arrival): boolean {
  if (covered) return false;
  return old === null || changed || vectors.record(old.id, 0) === undefined;
}

/** Carries out a plan and returns how many suppressions it lifted. */
export function settle(draft: Draft, plan: SyncPlan, material: SyncMaterial, settings: SyncSettings): number {
  const embedded = plan.files.flatMap(({ arrivals }) =>
    arrivals.filter((one) => needsVector(draft.vectors, one)),
  );
  const neighbours = plan.files.map((file) => partNeighbours(draft, file, material, settings));
  const records = plan.files.flatMap((file) => recordsOf(draft, file, settings));
  // First what goes for good: a moving chunk may take its id, and must not take its edges.
  for (const { gone } of plan.files) for (const id of gone) draft.removeNode(id);
  for (const id of plan.dissolved) draft.removeNode(id);
  const moves = movesOf(plan);
  const moving = takeUp(draft, moves);
  for (const record of records) draft.putNode(record);
  setDown(draft, moves, moving);
  const corrected = settings.liftCorrections ? correctedBefore(draft, plan) : [];
  for (const { fresh } of embedded) {
    const vector = material.vectors.get(fresh.hash);
    if (vector) draft.putVector(fresh.id, vector);
    // That of the former text would lead to what the file does not say any more.
    else draft.removeVector(fresh.id);
  }
  const lifted = corrected.filter((one) => isLifted(draft, one)).length;
  for (const lay of neighbours) lay();
  followReplaced(draft, plan);
  return lifted;
}

/** Deals with the edges between old neighbours, and returns what lays those between new ones. */
function partNeighbours(
  draft: Draft,
  { path, before, arrivals }: FilePlan,
  material: SyncMaterial,
  settings: SyncSettings,
): () => void {
  const firstWeight: FirstWeight = (offset) => material.firstWeight(path, offset);
  const order = arrivals.map(({ fresh, covered }) => (covered ? null : fresh.id));
  if (!settings.keepLearned) {
    cutSiblings(
      draft,
      before.map(({ id }) => id),
    );
    return () => laySiblings(draft, order, firstWeight, { settled: new Set(), replace: true });
  }
  const places = new Map(arrivals.map(({ old }, place) => [old, place]));
  const byId = new Map(before.map((chunk) => [chunk.id, places.get(chunk) ?? -1]));
  const nodes = before.map(({ id, standIns }) => (standIns.length > 0 ? null : id));
  const settled = regroupSiblings(draft, nodes, (id) => byId.get(id) ?? -1, firstWeight);
  return () => laySiblings(draft, order, firstWeight, { settled, replace: false });
}

/** The nodes that are new or not as they were. */
function recordsOf(draft: Draft, file: FilePlan, settings: SyncSettings): NodeRecord[] {
  const records: NodeRecord[] = [];
  for (const { fresh, old, changed, covered, authority } of file.arrivals) {
    const same = old !== null && old.id === fresh.id && !changed && !old.kept && old.authority === authority;
    if (covered || same) continue;
    const { id, text, summary, chunk } = fresh;
    const { kept: _, ...metadata } = old ? (draft.node(old.id) as NodeRecord).metadata : NEW_CHUNK;
    const standing = { kind: "chunk", origin: "workspace", authority } as const;
    records.push({ id, ...standing, text, summary, file: file.path, chunk, metadata });
  }
  for (const { old, id } of file.remainders) {
    if (!settings.followText || (old.kept && old.id === id)) continue;
    const node = draft.node(old.id) as NodeRecord;
    const chunk = Number(id.slice(file.path.length + "::".length));
    records.push({ ...node, id, chunk, metadata: { ...node.metadata, kept: true } });
  }
  return records;
}

/** What an exported graph says of every chunk of a file, whatever its language. */
const NEW_CHUNK: Metadata = { kind: "markdown" };

/** Old ids of the chunks that get another one, with the new ones. */
function movesOf(plan: SyncPlan): Map<string, string> {
  const moves = new Map<string, string>();
  for (const { arrivals, remainders } of plan.files) {
    for (const { old, fresh, covered } of arrivals) {
      if (old && !covered && old.id !== fresh.id) moves.set(old.id, fresh.id);
    }
    for (const { old, id } of remainders) if (old.id !== id) moves.set(old.id, id);
  }
  return moves;
}

/** What moves with a chunk. */
interface Luggage {
  readonly edges: readonly EdgeRecord[];
  readonly vectors: readonly MovingVector[];
  readonly stops: readonly { readonly id: string; readonly weight: number; readonly relevance: number }[];
}

interface MovingVector {
  readonly id: string;
  readonly route: number;
  readonly vector: Vector;
  readonly asked: Asked | null;
}

/** Takes the moving chunks out of the graph, with everything that hangs on them. */
function takeUp(draft: Draft, moves: ReadonlyMap<string, string>): Luggage {
  const { graph } = draft;
  const numbers = new Set<number>();
  const vectors: MovingVector[] = [];
  const stops: { id: string; weight: number; relevance: number }[] = [];
  for (const id of moves.keys()) {
    const position = graph.positionOf(id);
    for (const lists of [graph.out, graph.into]) for (const edge of lists.list(position)) numbers.add(edge);
    for (const route of draft.vectors.rowsOf(id)) {
      const vector = draft.vectors.vector(id, route) as Vector;
      vectors.push({ id, route, vector, asked: draft.asked(id, route) });
    }
    stops.push({ id, weight: graph.stopWeights[position], relevance: graph.stopRelevances[position] });
  }
  const inOrder = [...numbers].sort((a, b) => graph.edgeOrdinals[a] - graph.edgeOrdinals[b]);
  const edges = inOrder.map((edge) => edgeRecord(draft, edge));
  for (const id of moves.keys()) draft.removeNode(id);
  return { edges, vectors, stops };
}

/** Puts back under the new ids what was taken up. Edges whose other end has gone are left behind. */
function setDown(draft: Draft, moves: ReadonlyMap<string, string>, { edges, vectors, stops }: Luggage): void {
  const { graph } = draft;
  const now = (id: string) => moves.get(id) ?? id;
  for (const edge of edges) {
    const [source, target] = [now(edge.source), now(edge.target)];
    if (graph.has(source) && graph.has(target)) draft.putEdge({ ...edge, source, target });
  }
  for (const { id, route, vector, asked } of vectors) draft.putVector(now(id), vector, route, asked);
  for (const { id, weight, relevance } of stops) {
    if (weight !== 0 || relevance !== 0) draft.setStop(graph.positionOf(now(id)), weight, relevance);
  }
}

function edgeRecord(draft: Draft, edge: number): EdgeRecord {
  const { graph } = draft;
  const source = graph.idAt(graph.sources[edge]);
  const target = graph.idAt(graph.targets[edge]);
  const relevance = graph.relevances[edge];
  return {
    source,
    target,
    weight: graph.weights[edge],
    kind: graph.edgeKindAt(edge),
    relevance: Number.isNaN(relevance) ? null : relevance,
    metadata: draft.edgeMetadata(source, target),
  };
}

/** The suppression of a chunk whose text is about to change. */
interface Suppression {
  readonly edge: number;
  /** How close the text has come to the correction so far. */
  readonly closest: number;
}

/** Has to be asked while the chunks still have the vectors of their old texts. */
function correctedBefore(draft: Draft, plan: SyncPlan): Suppression[] {
  const { graph } = draft;
  const suppressions: Suppression[] = [];
  for (const { fresh, changed, covered } of plan.files.flatMap(({ arrivals }) => arrivals)) {
    if (!changed || covered) continue;
    for (const edge of graph.inhibitors.list(graph.positionOf(fresh.id))) {
      const source = graph.sources[edge];
      if (!graph.isNode[source] || graph.kindAt(source) !== "correction") continue;
      const noted = edgeRecord(draft, edge).metadata?.closest;
      const now = closeness(draft, edge);
      if (now === null) continue;
      suppressions.push({ edge, closest: typeof noted === "number" ? Math.max(noted, now) : now });
    }
  }
  return suppressions;
}

/**
 * Lifts a suppression when the new text is closer to the correction than any before it. Otherwise the edge notes
 * the closest so far, so that going back to an earlier text is no progress either.
 */
function isLifted(draft: Draft, { edge, closest }: Suppression): boolean {
  const now = closeness(draft, edge);
  if (now !== null && now > closest) {
    draft.cutEdge(edge);
    return true;
  }
  // Where the new text has no vector yet, what is noted now is compared when it comes.
  if (now === null || now < closest) {
    const record = edgeRecord(draft, edge);
    draft.putEdge({ ...record, metadata: { ...record.metadata, closest } });
  }
  return false;
}

/** As a sync does, for a chunk whose vector came after it: lifts suppressions that the text has left behind. */
export function liftNoted(draft: Draft, id: string): number {
  const { graph } = draft;
  let lifted = 0;
  for (const edge of [...graph.inhibitors.list(graph.positionOf(id))]) {
    const closest = edgeRecord(draft, edge).metadata?.closest;
    if (typeof closest === "number" && isLifted(draft, { edge, closest })) lifted++;
  }
  return lifted;
}

/** Cosine of the own vectors of an edge's ends, as the index keeps them; null where one is missing. */
function closeness({ graph, vectors }: Draft, edge: number): number | null {
  const source = vectors.vector(graph.idAt(graph.sources[edge]), 0);
  const target = vectors.vector(graph.idAt(graph.targets[edge]), 0);
  return source && target ? cosine(source, target) : null;
}

/** Tells merged nodes and parts the new ids of the chunks that they stand for. */
function followReplaced(draft: Draft, plan: SyncPlan): void {
  const renamed = new Map<string, Map<string, string>>();
  for (const { old, fresh, covered } of plan.files.flatMap(({ arrivals }) => arrivals)) {
    if (!old || !covered || old.id === fresh.id) continue;
    for (const standIn of old.standIns) {
      const names = renamed.get(standIn) ?? new Map<string, string>();
      renamed.set(standIn, names.set(JSON.stringify([old.id, old.hash]), fresh.id));
    }
  }
  for (const [standIn, names] of renamed) {
    const node = draft.node(standIn);
    if (!node) continue;
    const replaces = replacementsOf(node.metadata).map(({ id, hash }) => ({
      id: names.get(JSON.stringify([id, hash])) ?? id,
      hash,
    }));
    draft.putNode({ ...node, metadata: { ...node.metadata, replaces } });
  }
}
