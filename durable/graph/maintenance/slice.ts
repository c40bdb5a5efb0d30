// How much of a run is done in one breath, by count of what is looked at and changed, and where the next breath goes on.
// A place is told by ranks that a reload keeps, so a run that was cut short goes on where it was. What came meanwhile
// ranks behind everything that was there: it is met once at the most.

import type { Json } from "../records.ts";
import type { RouteGraph } from "../route-graph.ts";
import type { SliceLimits } from "../upkeep-settings.ts";

export const UNBOUNDED: SliceLimits = { reads: Number.POSITIVE_INFINITY, changes: Number.POSITIVE_INFINITY };

export class Slice {
  /** Where a step begins; afterwards where it goes on, null when it is through. */
  place: Json = null;
  readonly limits: SliceLimits;
  private reads = 0;
  private changes = 0;
  private isOver = false;

  constructor(limits: SliceLimits = UNBOUNDED) {
    this.limits = limits;
  }

  get isSpent(): boolean {
    return this.isOver || this.reads >= this.limits.reads || this.changes >= this.limits.changes;
  }

  read(count: number): void {
    this.reads += count;
  }

  change(count = 1): void {
    this.changes += count;
  }

  /** Ends the slice before its limits: what comes next has one for itself. */
  end(): void {
    this.isOver = this.isBounded;
  }

  /** Whether a piece of work that is one whole may begin: it has a slice for itself. Otherwise the slice ends. */
  isFree(): boolean {
    const isFree = !this.isBounded || (this.reads === 0 && this.changes === 0);
    if (!isFree) this.end();
    return isFree;
  }

  /** Whether so much may still be read; a slice in which nothing was done takes what no slice is large enough for. */
  hasRoomFor(reads: number): boolean {
    return (this.reads === 0 && this.changes === 0) || this.reads + reads <= this.limits.reads;
  }

  private get isBounded(): boolean {
    return Number.isFinite(this.limits.changes);
  }
}

/** Visits edges in bucket order from the slice's place on, until the slice is spent. */
export function sliceOfEdges(graph: RouteGraph, slice: Slice, visit: (edge: number) => void): void {
  const after = slice.place as readonly [bucket: number, ordinal: number] | null;
  const most = Math.min(slice.limits.reads, slice.limits.changes * EDGES_PER_CHANGE) + 1;
  const positions = firstBuckets(graph, after?.[0] ?? 0, most);
  const ranks = positions.map((position) => graph.bucketAt(position));
  let last = after;
  for (const [index, position] of positions.entries()) {
    const rank = ranks[index];
    for (const edge of graph.out.list(position)) {
      const ordinal = graph.edgeOrdinals[edge];
      if (after && rank === after[0] && ordinal <= after[1]) continue;
      if (slice.isSpent) {
        slice.place = last;
        return;
      }
      slice.read(1);
      last = [rank, ordinal];
      visit(edge);
    }
  }
  slice.place = positions.length < most ? null : last;
}

/** Ranks are counted in so many parts. */
const PARTS = 4_096;

/** Positions whose buckets rank from `from` on, in bucket order: all of them, or at least the first `most`. */
function firstBuckets(graph: RouteGraph, from: number, most: number): number[] {
  const { out } = graph;
  // Sorting all would cost more than the slice: what is behind the part in which the last one lies is left out first.
  const width = (graph.lastRank - from + 1) / PARTS;
  const counts = new Uint32Array(PARTS);
  const partOf = (position: number) => Math.floor((graph.bucketAt(position) - from) / width);
  for (let position = 0; position < out.counts.length; position++) {
    if (out.counts[position] > 0 && graph.bucketAt(position) >= from) counts[partOf(position)]++;
  }
  let last = 0;
  for (let sum = counts[0]; sum < most && last < PARTS; ) sum += counts[++last] ?? 0;
  const found: number[] = [];
  for (let position = 0; position < out.counts.length; position++) {
    const isThere = out.counts[position] > 0 && graph.bucketAt(position) >= from;
    if (isThere && partOf(position) <= last) found.push(position);
  }
  return found.sort((a, b) => graph.bucketAt(a) - graph.bucketAt(b));
}

/** So many buckets are looked for as a slice can hardly outrun. */
const EDGES_PER_CHANGE = 10;

/** Visits nodes in node order from the slice's place on, until the slice is spent. `visit` may remove the node. */
export function sliceOfNodes(
  graph: RouteGraph,
  slice: Slice,
  visit: (position: number, id: string) => void,
): void {
  const after = slice.place as number | null;
  let last = after;
  for (const [id, position] of graph.entries()) {
    const ordinal = graph.ordinals[position];
    if (after !== null && ordinal <= after) continue;
    if (slice.isSpent) {
      slice.place = last;
      return;
    }
    slice.read(1);
    last = ordinal;
    visit(position, id);
  }
  slice.place = null;
}
