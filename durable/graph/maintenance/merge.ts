// Two nodes that always fire together become one: their texts joined, their edges rewired to it.
// Of edges that meet on the same ends one stays; edges between the two go.

import { compareIds } from "../code-points.ts";
import type { Draft } from "../draft.ts";
import type { EdgeRecord, NodeRecord } from "../records.ts";
import type { RouteGraph } from "../route-graph.ts";
import type { StructureSettings } from "../settings.ts";
import { isRecorded } from "../structure.ts";
import { belongsToSync, carryTaughtRoutes, commonStanding, freeId, replacesOf } from "./inheritance.ts";
import { Slice, sliceOfNodes } from "./slice.ts";
import type { TextTools, VectorOf } from "./text-tools.ts";

export type Pair = readonly [a: string, b: string];

const ID_DIGITS = 12;
/** What reading the nodes of a pair counts for. */
const PAIR_READS = 50;

/** Pairs of short nodes that lead to each other with high weight, each once, in node order. */
export function suggestMerges(graph: RouteGraph, settings: StructureSettings, slice = new Slice()): Pair[] {
  const pairs: Pair[] = [];
  const isShort = (position: number) => graph.lengths[position] <= settings.mergeMaxLength;
  sliceOfNodes(graph, slice, (position, id) => {
    if (!isShort(position)) return;
    slice.read(graph.out.counts[position]);
    for (const edge of graph.outgoing(position)) {
      const other = graph.targets[edge];
      if (!isShort(other) || compareIds(graph.idAt(other), id) <= 0) continue;
      const back = graph.edgeBetween(other, position);
      if (back < 0 || Math.min(graph.weights[edge], graph.weights[back]) < settings.mergeMinWeight) continue;
      slice.read(PAIR_READS);
      pairs.push([id, graph.idAt(other)]);
    }
  });
  return pairs;
}

/** True when maintenance may merge a pair without asking anyone. */
export function isMergeable(draft: Draft, pair: Pair, settings: StructureSettings): boolean {
  const { graph } = draft;
  const positions = pair.map((id) => graph.positionOf(id));
  if (positions.some((position) => isRecorded(graph.kindAt(position)))) return false;
  if (positions.some((position) => graph.quarantined.has(position))) return false;
  if (positions.some((position) => graph.authorityAt(position) !== "overlay")) return false;
  if (settings.keepWorkspace && positions.some((position) => graph.isWorkspaceChunk(position))) return false;
  // A node has one file to be cited by; across files something would be lost.
  if (settings.carryOver && graph.fileAt(positions[0]) !== graph.fileAt(positions[1])) return false;
  return !mixesWorkspace(
    pair.map((id) => draft.node(id) as NodeRecord),
    settings,
  );
}

/** True when sync, which owns one of the nodes, would one day take what the other says along with it. */
export function mixesWorkspace(nodes: readonly NodeRecord[], settings: StructureSettings): boolean {
  const owned = nodes.filter(belongsToSync).length;
  return settings.keepWorkspace && owned > 0 && owned < nodes.length;
}

/** The text of a merged node. */
export function mergedText(a: NodeRecord, b: NodeRecord): string {
  return `${a.text}\n\n${b.text}`;
}

/**
 * Merges two nodes and returns the id of the new one; when one of them is missing, the id of the other.
 * Returns null, and changes nothing, when the merged node needs a vector that is not at hand.
 */
export function mergePair(
  draft: Draft,
  [a, b]: Pair,
  vectorOf: VectorOf,
  settings: StructureSettings,
  tools: TextTools,
): string | null {
  const { graph } = draft;
  if (!graph.has(b)) return a;
  if (!graph.has(a)) return b;
  const nodes = [draft.node(a), draft.node(b)] as [NodeRecord, NodeRecord];
  const text = mergedText(...nodes);
  const vector = settings.carryOver ? vectorOf(text) : undefined;
  if (settings.carryOver && vector === undefined) return null;

  const id = freeId(graph, `merged:${tools.legacyDigestOf(`${a}|${b}`).slice(0, ID_DIGITS)}`);
  const edges = rewiredEdges(draft, [a, b], id, settings.mergeKeepsSuppression);
  draft.putNode({
    id,
    text,
    summary: tools.firstLineOf(text),
    origin: "merged",
    chunk: null,
    ...(settings.carryOver ? commonStanding(...nodes) : { kind: "note", authority: "overlay", file: null }),
    metadata: {
      merged_from: [a, b],
      source: "llm-merge",
      ...(settings.carryOver && replacesOf(nodes, tools)),
    },
  });
  if (vector) {
    draft.putVector(id, vector);
    for (const from of [a, b]) carryTaughtRoutes(draft, from, [{ id, vector }]);
  }
  for (const from of [a, b]) draft.removeNode(from, settings.dropVectors);
  for (const edge of edges) draft.putEdge(edge);
  return id;
}

/** The edges of a pair as edges of the merged node, in bucket order of what they come from. */
function rewiredEdges(draft: Draft, pair: Pair, merged: string, keepSuppression: boolean): EdgeRecord[] {
  const { graph } = draft;
  const rewired = new Map<string, EdgeRecord>();
  for (const edge of edgesOf(graph, pair)) {
    const from = graph.idAt(graph.sources[edge]);
    const to = graph.idAt(graph.targets[edge]);
    const source = pair.includes(from) ? merged : from;
    const target = pair.includes(to) ? merged : to;
    if (source === target) continue;
    const weight = graph.weights[edge];
    const key = JSON.stringify([source, target]);
    const rival = rewired.get(key);
    if (rival && !outweighs(weight, rival.weight, keepSuppression)) continue;
    rewired.set(key, {
      source,
      target,
      weight,
      kind: graph.edgeKindAt(edge),
      relevance: Number.isNaN(graph.relevances[edge]) ? null : graph.relevances[edge],
      metadata: draft.edgeMetadata(from, to),
    });
  }
  return [...rewired.values()];
}

/** All edges at a pair of nodes, dangling ones included, in bucket order. */
function edgesOf(graph: RouteGraph, pair: Pair): number[] {
  const edges = new Set<number>();
  for (const id of pair) {
    const position = graph.positionOf(id);
    for (const edge of graph.out.list(position)) edges.add(edge);
    for (const edge of graph.into.list(position)) edges.add(edge);
  }
  return [...edges].sort(
    (a, b) =>
      graph.bucketAt(graph.sources[a]) - graph.bucketAt(graph.sources[b]) ||
      graph.edgeOrdinals[a] - graph.edgeOrdinals[b],
  );
}

/** Whether a weight takes the place of its rival; equal weights don't. */
function outweighs(weight: number, rival: number, keepSuppression: boolean): boolean {
  if (keepSuppression && Math.min(weight, rival) < 0) return weight < rival;
  return weight > rival;
}
