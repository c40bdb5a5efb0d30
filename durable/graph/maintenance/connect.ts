// New routes between nodes of different files: by shared words, overlap = |shared| / |union| of their word sets,
// and from what was learned to its nearest neighbours in the workspace. No step compares all pairs of texts.

import { compareIds } from "../code-points.ts";
import type { Draft } from "../draft.ts";
import type { RouteGraph } from "../route-graph.ts";
import type { StructureSettings } from "../settings.ts";
import { isSilent } from "../structure.ts";
import type { Scored, Vector, VectorIndex } from "../vectors.ts";
import { Slice, sliceOfNodes } from "./slice.ts";
import type { TextTools } from "./text-tools.ts";

export interface Connection {
  readonly source: string;
  readonly target: string;
  readonly weight: number;
  readonly reason: string;
}

const LEARNING_PREFIX = "learning::";
const OVERLAP_DIGITS = 4;
/** Factor by which a search looks further than the one before. */
const SEARCH_STEP = 8;

/** The pairs of different files that share the most words, best first; ties by ids descending. */
export function suggestConnections(
  draft: Draft,
  settings: StructureSettings,
  tools: TextTools,
  count = settings.connectSuggestions,
): Connection[] {
  const { graph } = draft;
  const texts = tellingWords(draft, settings, tools);
  const shared = new Uint32Array(texts.length);
  const best: Connection[] = [];
  // Walking backward, the list of a word holds just the nodes to the right of the present one.
  const withWord = new Map<string, number[]>();
  for (let left = texts.length - 1; left >= 0; left--) {
    const { position, words } = texts[left];
    for (const right of countShared(words, withWord, shared)) {
      const other = texts[right];
      const weight = shared[right] / (words.length + other.words.length - shared[right]);
      shared[right] = 0;
      if (best.length === count && weight < best[count - 1].weight) continue;
      if (!isOpen(graph, position, other.position, settings)) continue;
      const reason = `word overlap score: ${weight.toFixed(OVERLAP_DIGITS)}`;
      const ends = { source: graph.idAt(position), target: graph.idAt(other.position) };
      keepBest(best, { ...ends, weight, reason }, count);
    }
    for (const word of words) {
      const known = withWord.get(word);
      if (known) known.push(left);
      else withWord.set(word, [left]);
    }
  }
  return best;
}

/**
 * Adds connections in their order, each in the given direction only. Leaves out repeats, unknown ids, ends of one
 * file, and ends without a file where one is needed. Returns how many edges did not exist before.
 */
export function applyConnections(
  draft: Draft,
  connections: readonly Connection[],
  settings: StructureSettings,
): number {
  const { graph } = draft;
  const seen = new Set<string>();
  let added = 0;
  for (const { source, target, weight, reason } of connections) {
    const key = JSON.stringify([source, target]);
    if (source === target || seen.has(key) || !graph.has(source) || !graph.has(target)) continue;
    seen.add(key);
    if (!areApart(graph, graph.positionOf(source), graph.positionOf(target), settings)) continue;
    const isNew = graph.edgeOf(source, target) < 0;
    if (!isNew && !settings.connectOverwrites) continue;
    const metadata = { reason, kind: "cross_file", source: "connect" };
    draft.putEdge({ source, target, weight, kind: "cross_file", relevance: null, metadata });
    if (isNew) added++;
  }
  return added;
}

/** Nodes that hold what was learned, as opposed to the workspace, in node order. */
export function learningNodesOf(graph: RouteGraph, settings: StructureSettings): string[] {
  return Array.from(graph.entries())
    .filter(([id, position]) => isLearning(graph, id, position, settings))
    .map(([id]) => id);
}

/** Links learning nodes with the workspace nodes closest to them, both ways. Returns how many edges are new. */
export function connectLearningNodes(draft: Draft, settings: StructureSettings, slice = new Slice()): number {
  const { graph, vectors } = draft;
  const isWorkspace = (id: string) => graph.has(id) && !isLearning(graph, id, graph.positionOf(id), settings);
  const isOpenEnded = (id: string) =>
    vectors.vector(id, 0) !== undefined &&
    !isSilent(graph.kindAt(graph.positionOf(id))) &&
    (settings.connectOverwrites || !isLinked(graph, id, isWorkspace));
  if (slice.place === null) {
    const open = learningNodesOf(graph, settings).filter(isOpenEnded);
    const first = open.at(-Math.min(open.length, settings.connectPerRun ?? open.length));
    if (first === undefined) return 0;
    slice.end();
    // Ranks are whole numbers: from just before it the node is the first that is met.
    slice.place = graph.ordinals[graph.positionOf(first)] - 1;
  }
  const [low, high] = settings.connectWeightRange;
  let added = 0;
  sliceOfNodes(graph, slice, (position, id) => {
    if (!isLearning(graph, id, position, settings) || !isOpenEnded(id)) return;
    const connections: Connection[] = [];
    for (const [other, similarity] of nearest(vectors, vectors.vector(id, 0) ?? [], isWorkspace, settings)) {
      const link = { weight: Math.min(high, Math.max(low, similarity)), reason: "embedding neighborhood" };
      connections.push({ source: id, target: other, ...link }, { source: other, target: id, ...link });
    }
    added += applyConnections(draft, connections, settings);
    // A search looks at every vector.
    slice.end();
  });
  return added;
}

/** The most similar ids that count. Most searches find them at once; a crowd of other ids makes it look further. */
function nearest(
  vectors: VectorIndex,
  vector: Vector,
  counts: (id: string) => boolean,
  { connectNeighbours, connectMinSimilarity }: StructureSettings,
): Scored[] {
  for (let depth = connectNeighbours * SEARCH_STEP; ; depth *= SEARCH_STEP) {
    const all = vectors.search(vector, depth);
    const similar = all.filter(([, similarity]) => similarity >= connectMinSimilarity);
    const found = similar.filter(([id]) => counts(id)).slice(0, connectNeighbours);
    if (found.length === connectNeighbours || similar.length < depth) return found;
  }
}

interface Words {
  readonly position: number;
  readonly words: readonly string[];
}

/** The words of each node in node order, without those that too many nodes share. */
function tellingWords(draft: Draft, settings: StructureSettings, { tokensOf }: TextTools): Words[] {
  const texts = Array.from(draft.graph.entries(), ([id, position]) => ({
    position,
    words: [...tokensOf(draft.node(id)?.text ?? "")],
  }));
  const most = settings.connectTokenNodes;
  if (most === null) return texts;
  const holders = new Map<string, number>();
  for (const { words } of texts) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  const tells = (word: string) => (holders.get(word) as number) <= most;
  return texts.map(({ position, words }) => ({ position, words: words.filter(tells) }));
}

/** Counts, per text on the right, how many of these words it shares; returns the texts that share any. */
function countShared(
  words: readonly string[],
  withWord: ReadonlyMap<string, readonly number[]>,
  shared: Uint32Array,
): number[] {
  const found: number[] = [];
  for (const word of words) {
    for (const right of withWord.get(word) ?? []) if (shared[right]++ === 0) found.push(right);
  }
  return found;
}

/** Inserts a connection into the list of the `count` best, if it is one of them. */
function keepBest(best: Connection[], connection: Connection, count: number): void {
  if (best.length === count && !isBetter(connection, best[count - 1])) return;
  let place = best.length;
  while (place > 0 && isBetter(connection, best[place - 1])) place--;
  best.splice(place, 0, connection);
  if (best.length > count) best.pop();
}

function isBetter(a: Connection, b: Connection): boolean {
  return (a.weight - b.weight || compareIds(a.source, b.source) || compareIds(a.target, b.target)) > 0;
}

/** Whether a suggestion may join two nodes. */
function isOpen(graph: RouteGraph, left: number, right: number, settings: StructureSettings): boolean {
  if (settings.connectNeedsFile && graph.fileAt(left) === "") return false;
  if (!areApart(graph, left, right, settings)) return false;
  return settings.connectOverwrites || graph.edgeBetween(left, right) < 0;
}

/** Whether two nodes belong to different files. */
function areApart(graph: RouteGraph, a: number, b: number, settings: StructureSettings): boolean {
  const from = graph.fileAt(a);
  const to = graph.fileAt(b);
  if (settings.connectNeedsFile && (from === null || to === null)) return false;
  return from !== to;
}

function isLearning(graph: RouteGraph, id: string, position: number, settings: StructureSettings): boolean {
  if (settings.learningNodes === "prefix") return id.startsWith(LEARNING_PREFIX);
  return graph.kindAt(position) !== "chunk";
}

/** True when a node has an edge to a workspace node already. */
function isLinked(graph: RouteGraph, id: string, isWorkspace: (id: string) => boolean): boolean {
  return graph.outgoing(graph.positionOf(id)).some((edge) => isWorkspace(graph.idAt(graph.targets[edge])));
}
