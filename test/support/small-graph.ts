// Small graphs in one line: edges as `[source, target, weight]`, nodes made of their ends.

import fc from "fast-check";
import { Draft } from "../../durable/graph/draft.ts";
import type { EdgeRecord, Metadata, NodeRecord, Words } from "../../durable/graph/records.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { ExactVectors, type VectorIndex } from "../../durable/graph/vectors.ts";

export type EdgeRow = readonly [source: string, target: string, weight: number];

/** Words as they were committed last; drafts read through to them. */
export class KeptWords implements Words {
  readonly nodes = new Map<string, NodeRecord>();
  readonly edges = new Map<string, Metadata>();

  node(id: string): NodeRecord | undefined {
    return this.nodes.get(id);
  }

  asked(): null {
    return null;
  }

  edgeMetadata(source: string, target: string): Metadata {
    return this.edges.get(`${source} ${target}`) ?? {};
  }
}

export function nodeRecord(id: string, more: Partial<NodeRecord> = {}): NodeRecord {
  return {
    id,
    kind: "note",
    origin: "injected",
    authority: "overlay",
    text: `text of ${id}`,
    summary: "",
    file: null,
    chunk: null,
    metadata: {},
    ...more,
  };
}

export function edgeRecord([source, target, weight]: EdgeRow, more: Partial<EdgeRecord> = {}): EdgeRecord {
  return { source, target, weight, kind: "sibling", relevance: null, metadata: {}, ...more };
}

/** A graph of edges; `nodes` adds nodes, or gives the ends more than an id. Ends in `strangers` are no nodes. */
export function smallGraph(
  edges: readonly EdgeRow[],
  nodes: readonly NodeRecord[] = [],
  strangers: readonly string[] = [],
): RouteGraph {
  const { graph, draft } = emptyMemory();
  for (const node of nodes) draft.putNode(node);
  for (const id of edges.flatMap((edge) => edge.slice(0, 2) as string[])) {
    if (!graph.has(id) && !strangers.includes(id)) draft.putNode(nodeRecord(id));
  }
  for (const edge of edges) draft.putEdge(edgeRecord(edge));
  return graph;
}

export function emptyMemory(vectors: VectorIndex = new ExactVectors()) {
  const graph = new RouteGraph();
  const words = new KeptWords();
  return { graph, vectors, words, draft: new Draft(graph, vectors, words) };
}

/** Numbers with few decimals, so that equal scores and exact thresholds come up often. */
export function roundNumber(least: number, most: number, decimals = 2): fc.Arbitrary<number> {
  const scale = 10 ** decimals;
  return fc.integer({ min: Math.round(least * scale), max: Math.round(most * scale) }).map((n) => n / scale);
}
