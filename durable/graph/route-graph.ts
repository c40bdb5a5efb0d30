// The route graph in numbers: nodes and edges as positions in parallel arrays, adjacency both ways.
// Nothing here scans all edges: a query costs what it visits. Words stay with the store.
// Order is part of the result: nodes, buckets (the edges of one source) and edges keep the order of creation.

import { EdgeLists, growAll, roomFor } from "./edge-lists.ts";
import { Names } from "./names.ts";
import { Positions } from "./positions.ts";
import type { Authority, EdgePlace, NodeKind, NodeNumbers, Origin } from "./records.ts";
import { AUTHORITIES, NODE_KINDS, ORIGINS } from "./records.ts";

const OF_NODE =
  "isNode ordinals lengths chunks stopWeights stopRelevances kinds origins authorities files buckets";
const OF_EDGE = "sources targets weights relevances edgeOrdinals edgeKinds";

export class RouteGraph {
  // Nodes, by position.
  isNode = new Uint8Array(16);
  ordinals = new Float64Array(16);
  lengths = new Int32Array(16);
  chunks = new Int32Array(16);
  stopWeights = new Float64Array(16);
  stopRelevances = new Float64Array(16);
  /** Positions of nodes that the screen keeps back. */
  readonly quarantined = new Set<number>();
  /** For each node its outgoing edges in order of creation. */
  readonly out = new EdgeLists();
  /** For each node its incoming edges, ordered by the bucket of their source. */
  readonly into = new EdgeLists();
  /** Of the incoming edges only those of negative weight, in the same order. */
  readonly inhibitors = new EdgeLists();

  // Edges, by edge number.
  sources = new Int32Array(64);
  targets = new Int32Array(64);
  weights = new Float64Array(64);
  /** NaN where no relevance was ever set. */
  relevances = new Float64Array(64);
  edgeOrdinals = new Float64Array(64);
  edgeCount = 0;

  readonly positions = new Positions();
  kinds = new Uint8Array(16);
  readonly kindCounts = new Uint32Array(NODE_KINDS.length);
  origins = new Uint8Array(16);
  authorities = new Uint8Array(16);
  files = new Int32Array(16);
  readonly fileNames = new Names();
  edgeKinds = new Uint8Array(64);
  readonly kindNames = new Names(256);
  /** Rank of a source's bucket; 0 while the bucket is empty. */
  buckets = new Float64Array(16);
  private readonly freeEdges: number[] = [];
  edgesEver = 0;
  /** The highest rank that was given: new ones are higher. */
  lastRank = 0;

  get nodeCount(): number {
    return this.positions.nodeCount;
  }

  /** Position of a node, or −1 when no node has this id. */
  positionOf(id: string): number {
    return this.positions.ofNode(id);
  }

  has(id: string): boolean {
    return this.positions.isNode(id);
  }

  idAt(position: number): string {
    return this.positions.idAt(position);
  }

  /** Ids and positions of all nodes, in node order. */
  entries(): IterableIterator<[id: string, position: number]> {
    return this.positions.nodeEntries();
  }

  kindAt(position: number): NodeKind {
    return NODE_KINDS[this.kinds[position]];
  }

  originAt(position: number): Origin {
    return ORIGINS[this.origins[position]];
  }

  authorityAt(position: number): Authority {
    return AUTHORITIES[this.authorities[position]];
  }

  fileAt(position: number): string | null {
    return this.files[position] < 0 ? null : this.fileNames.nameOf(this.files[position]);
  }

  /** True for a chunk of a file that sync owns. */
  isWorkspaceChunk(position: number): boolean {
    return this.originAt(position) === "workspace";
  }

  edgeKindAt(edge: number): string {
    return this.kindNames.nameOf(this.edgeKinds[edge]);
  }

  bucketAt(position: number): number {
    return this.buckets[position];
  }

  /** Outgoing edges of a position whose target is a node, in order. */
  outgoing(position: number): number[] {
    return Array.from(this.out.list(position)).filter((edge) => this.isNode[this.targets[edge]]);
  }

  /** Incoming edges of a position whose source is a node, in bucket order. */
  incoming(position: number): number[] {
    return Array.from(this.into.list(position)).filter((edge) => this.isNode[this.sources[edge]]);
  }

  /** Positions that have edges, dangling ones included, in bucket order. */
  bucketPositions(): number[] {
    const all = Array.from({ length: this.positions.end }, (_, position) => position);
    const positions = all.filter((position) => this.out.counts[position] > 0);
    return positions.sort((a, b) => this.buckets[a] - this.buckets[b]);
  }

  /** All edges, in bucket order. */
  *allEdges(): IterableIterator<number> {
    for (const position of this.bucketPositions()) yield* this.out.list(position);
  }

  /** Number of the edge between two positions, or −1. Costs O(log in-degree). */
  edgeBetween(source: number, target: number): number {
    const rank = this.buckets[source];
    if (rank === 0) return -1;
    const index = this.lowerBound(this.into, target, rank);
    if (index === this.into.counts[target]) return -1;
    const edge = this.into.at(target, index);
    return this.sources[edge] === source ? edge : -1;
  }

  /** As `edgeBetween`, by ids; −1 also when an id is unknown. */
  edgeOf(source: string, target: string): number {
    const [from, to] = [this.anyPositionOf(source), this.anyPositionOf(target)];
    return from < 0 || to < 0 ? -1 : this.edgeBetween(from, to);
  }

  // What follows changes the graph. Operations never call it: they go through a Draft, loading does not.

  /** Adds a node at the end, or replaces one in its place. Returns its position. */
  setNode(node: NodeNumbers, ordinal?: number): number {
    let position = this.positionOf(node.id);
    if (position < 0) {
      position = this.claimPosition(node.id);
      this.positions.admit(node.id);
      this.isNode[position] = 1;
      this.ordinals[position] = this.rank(ordinal);
    } else this.kindCounts[this.kinds[position]]--;
    this.kinds[position] = NODE_KINDS.indexOf(node.kind);
    this.kindCounts[this.kinds[position]]++;
    this.origins[position] = ORIGINS.indexOf(node.origin);
    this.authorities[position] = AUTHORITIES.indexOf(node.authority);
    this.files[position] = node.file === null ? -1 : this.fileNames.numberOf(node.file);
    this.chunks[position] = node.chunk ?? -1;
    this.lengths[position] = node.length;
    this.quarantined[node.quarantined ? "add" : "delete"](position);
    return position;
  }

  /** Drops a node; edges that it still has are left dangling. */
  dropNode(position: number): void {
    this.positions.dismiss(this.idAt(position));
    this.isNode[position] = 0;
    this.quarantined.delete(position);
    this.kindCounts[this.kinds[position]]--;
    this.stopWeights[position] = 0;
    this.stopRelevances[position] = 0;
    this.releasePosition(position);
  }

  /** Adds an edge that is not there yet. Ends need not be nodes. Returns its number. */
  addEdge(source: string, target: string, weight: number, kind: string, place?: EdgePlace): number {
    this.kindNames.numberOf(kind);
    const from = this.claimPosition(source);
    const to = this.claimPosition(target);
    if (this.out.counts[from] === 0) this.buckets[from] = this.rank(place?.bucket);
    const edge = this.putEdge(from, to, weight, kind, place?.ordinal);
    this.out.insert(from, place?.index ?? this.out.counts[from], edge);
    this.into.insert(to, this.lowerBound(this.into, to, this.buckets[from]), edge);
    if (weight < 0)
      this.inhibitors.insert(to, this.lowerBound(this.inhibitors, to, this.buckets[from]), edge);
    return edge;
  }

  /** Adds an edge behind all others, whose bucket is the last; it is in no list until `listEdges`. Ends are positions. */
  appendEdge(from: number, to: number, weight: number, kind: string, place: EdgePlace): number {
    if (this.buckets[from] === 0) this.buckets[from] = this.rank(place.bucket);
    return this.putEdge(from, to, weight, kind, place.ordinal);
  }

  /** Makes all lists anew, of edges that were appended. */
  listEdges(): void {
    const { sources, targets, weights, edgesEver: edges } = this;
    this.out.fill(this.positions.end, edges, sources);
    this.into.fill(this.positions.end, edges, targets);
    this.inhibitors.fill(this.positions.end, edges, targets, weights);
  }

  removeEdge(edge: number): void {
    const from = this.sources[edge];
    const to = this.targets[edge];
    this.out.removeAt(from, this.out.indexOf(from, edge));
    this.into.removeAt(to, this.lowerBound(this.into, to, this.buckets[from]));
    if (this.weights[edge] < 0) this.dropInhibitor(edge);
    if (this.out.counts[from] === 0) this.buckets[from] = 0;
    this.freeEdges.push(edge);
    this.edgeCount--;
    // The reverse of the order in which they were claimed: an edge put back finds its ends where they were.
    this.releasePosition(to);
    this.releasePosition(from);
  }

  /** Sets weight and kind of an edge. */
  weigh(edge: number, weight: number, kind: string): void {
    this.edgeKinds[edge] = this.kindNames.numberOf(kind);
    const suppressed = this.weights[edge] < 0;
    if (suppressed && !(weight < 0)) this.dropInhibitor(edge);
    this.weights[edge] = weight;
    if (!suppressed && weight < 0) {
      const to = this.targets[edge];
      const rank = this.buckets[this.sources[edge]];
      this.inhibitors.insert(to, this.lowerBound(this.inhibitors, to, rank), edge);
    }
  }

  /** Puts nodes back into the order of their ordinals; needed after a removal was taken back. */
  restoreOrder(): void {
    this.positions.sortNodes(this.ordinals);
  }

  /** Position of an id that is a node or the end of an edge, or −1. */
  anyPositionOf(id: string): number {
    return this.positions.of(id);
  }

  private putEdge(from: number, to: number, weight: number, kind: string, ordinal?: number): number {
    const edge = this.freeEdges.pop() ?? this.edgesEver++;
    this.reserveEdges(edge + 1);
    this.edgeOrdinals[edge] = this.rank(ordinal);
    this.sources[edge] = from;
    this.targets[edge] = to;
    this.weights[edge] = weight;
    this.relevances[edge] = Number.NaN;
    this.edgeKinds[edge] = this.kindNames.numberOf(kind);
    this.edgeCount++;
    return edge;
  }

  /** First index in a list whose source's bucket ranks at or after `rank`. */
  private lowerBound(lists: EdgeLists, position: number, rank: number): number {
    let low = 0;
    let high = lists.counts[position];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.buckets[this.sources[lists.at(position, middle)]] < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private dropInhibitor(edge: number): void {
    const to = this.targets[edge];
    this.inhibitors.removeAt(to, this.lowerBound(this.inhibitors, to, this.buckets[this.sources[edge]]));
  }

  private rank(given: number | undefined): number {
    this.lastRank = Math.max(this.lastRank + 1, given ?? 0);
    return given ?? this.lastRank;
  }

  claimPosition(id: string): number {
    const position = this.positions.claim(id);
    this.reserveNodes(position + 1);
    return position;
  }

  /** Frees a position that neither a node nor an edge holds. */
  private releasePosition(position: number): void {
    const isHeld = this.isNode[position] || this.out.counts[position] + this.into.counts[position] > 0;
    if (!isHeld) this.positions.release(position);
  }

  reserveNodes(size: number): void {
    for (const lists of [this.out, this.into, this.inhibitors]) lists.reserve(size);
    if (size <= this.isNode.length) return;
    growAll(this, OF_NODE, roomFor(size, this.isNode.length));
  }

  reserveEdges(size: number): void {
    if (size > this.weights.length) growAll(this, OF_EDGE, roomFor(size, this.weights.length));
  }
}
