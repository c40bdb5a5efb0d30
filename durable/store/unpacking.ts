// Fills an empty graph from its packed parts, one part at a time, with what changed since taken from rows: the same graph as its
// rows give, order included.

import { appendEdges, appendNodes, type Places } from "../graph/appending.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { appendEdge, type EdgeRow, type NodeRow, putNode } from "./load.ts";
import { type NodeWords, PART } from "./packed-graph.ts";
import { PackedFlaw, type PackedPart } from "./packed-part.ts";

/** What changed since: rows as they are now, of all keys that were written. */
export interface ChangedRows {
  readonly nodeIds: ReadonlySet<string>;
  readonly nodes: ReadonlyMap<string, NodeRow>;
  /** Positions that the screen keeps back are told by id. */
  readonly keptBack: ReadonlySet<string>;
  /** Every edge of each source of which any changed, in order. */
  readonly sources: ReadonlySet<string>;
  readonly edges: ReadonlyMap<string, readonly EdgeRow[]>;
}

/** Throws a `PackedFlaw` where what changed does not fit behind or into what was packed. */
export function fillGraph(graph: RouteGraph, parts: Iterable<PackedPart>, changed: ChangedRows): void {
  const nodes = new NodeFilling(graph, changed);
  let edges: EdgeFilling | undefined;
  for (const part of parts) {
    if (part.kind === PART.vectors) break;
    if (part.kind === PART.nodes) {
      nodes.take(part);
      continue;
    }
    edges ??= new EdgeFilling(graph, nodes.end(), changed);
    if (part.kind === PART.edges) edges.take(part);
    else edges.end(part);
  }
}

class NodeFilling {
  private readonly graph: RouteGraph;
  private readonly changed: ChangedRows;
  /** Changed rows that have not had their place yet. */
  private readonly left: Map<string, NodeRow>;
  private readonly ids: string[] = [];
  private readonly positions: number[] = [];
  private last = Number.NEGATIVE_INFINITY;

  constructor(graph: RouteGraph, changed: ChangedRows) {
    this.graph = graph;
    this.changed = changed;
    this.left = new Map(changed.nodes);
  }

  take({ words, columns }: PackedPart): void {
    const { changed, left, positions } = this;
    const { ids, files } = words as NodeWords;
    const [ordinals, lengths, chunks, fileNumbers, kinds, origins, authorities, flags] = columns;
    const all = {
      ...{ ids, ordinals, lengths, chunks, fileNumbers, files },
      ...{ kinds, origins, authorities, flags },
    };
    let first = 0;
    const append = (after: number) => {
      if (first === after) return;
      this.follow(ordinals[first]);
      this.last = ordinals[after - 1];
      const position = appendNodes(this.graph, all, first, after);
      for (let index = first; index < after; index++) positions.push(position + index - first);
    };
    for (let index = 0; index < ordinals.length; index++) {
      if (changed.nodeIds.size === 0 || !changed.nodeIds.has(ids[index])) continue;
      append(index);
      first = index + 1;
      const now = left.get(ids[index]);
      const isHere = now?.[1] === ordinals[index];
      positions.push(isHere ? this.admit(now) : -1);
    }
    append(ordinals.length);
    for (let index = ordinals.length; index < ids.length; index++) positions.push(-1);
    for (const id of ids) this.ids.push(id);
  }

  /** Appends what is new, and says where all stand. */
  end(): Places {
    for (const row of [...this.left.values()].sort((a, b) => a[1] - b[1])) this.admit(row);
    return { ids: this.ids, positions: Int32Array.from(this.positions) };
  }

  private admit(row: NodeRow): number {
    this.follow(row[1]);
    this.left.delete(row[0]);
    const position = putNode(this.graph, row);
    if (this.changed.keptBack.has(row[0])) this.graph.quarantined.add(position);
    return position;
  }

  private follow(ordinal: number): void {
    if (ordinal <= this.last) throw new PackedFlaw("a node comes before what was packed");
    this.last = ordinal;
  }
}

class EdgeFilling {
  private readonly graph: RouteGraph;
  private readonly places: Places;
  private readonly changed: ChangedRows;
  private readonly left: Map<string, readonly EdgeRow[]>;
  private last = Number.NEGATIVE_INFINITY;

  constructor(graph: RouteGraph, places: Places, changed: ChangedRows) {
    this.graph = graph;
    this.places = places;
    this.changed = changed;
    this.left = new Map(changed.edges);
  }

  take({ words, columns }: PackedPart): void {
    const { graph, places, changed, left } = this;
    const { kinds } = words as { kinds: string[] };
    const [sources, buckets, counts, targets, ordinals, weights, kindNumbers, relevant, relevances] = columns;
    const all = {
      ...{ kinds, sources, buckets, counts, targets, kindNumbers },
      ...{ ordinals: ordinals as Float64Array, weights: weights as Float64Array },
    };
    let [from, first, edge, nextRelevant] = [0, 0, 0, 0];
    const append = (to: number) => {
      for (let head = from; head < to; head++) this.follow(buckets[head]);
      const put = appendEdges(graph, all, places, { from, to, first, after: edge });
      while (relevant[nextRelevant] < first) nextRelevant++;
      for (; relevant[nextRelevant] < edge; nextRelevant++)
        graph.relevances[put + relevant[nextRelevant] - first] = relevances[nextRelevant];
    };
    for (let head = 0; head < sources.length; head++) {
      const source = places.ids[sources[head]];
      if (changed.sources.size === 0 || !changed.sources.has(source)) {
        edge += counts[head];
        continue;
      }
      append(head);
      const now = left.get(source);
      if (now?.[0][5] === buckets[head]) this.appendRows(now);
      edge += counts[head];
      [from, first] = [head + 1, edge];
    }
    append(sources.length);
  }

  /** Appends what is new, lists all, and puts the stops. */
  end({ columns: [indexes, weights, relevances] }: PackedPart): void {
    const { graph, places } = this;
    for (const rows of [...this.left.values()].sort((a, b) => a[0][5] - b[0][5])) this.appendRows(rows);
    graph.listEdges();
    for (let index = 0; index < indexes.length; index++) {
      const position = graph.positionOf(places.ids[indexes[index]]);
      if (position < 0) continue;
      graph.stopWeights[position] = weights[index];
      graph.stopRelevances[position] = relevances[index];
    }
  }

  private appendRows(rows: readonly EdgeRow[]): void {
    this.follow(rows[0][5]);
    for (const row of rows) appendEdge(this.graph, row);
    this.left.delete(rows[0][0]);
  }

  private follow(bucket: number): void {
    if (bucket < this.last) throw new PackedFlaw("a bucket comes before what was packed");
    this.last = bucket;
  }
}
