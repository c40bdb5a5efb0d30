// What learning did to weights, summed per edge in the order of their first change.
// A null target stands for the source's choice to stop. Kept with each learning event, so that it can be taken back.

export interface WeightChange {
  readonly source: string;
  /** Null: the choice to stop. */
  readonly target: string | null;
  readonly change: number;
  /** Kind of the edge before its first change; null: the change made the edge. Left out where it was not noted. */
  readonly kindBefore?: string | null;
}

/** Joins two ids to one key; no id may contain it. */
const JOINT = "\u0000";

export class WeightChanges implements Iterable<WeightChange> {
  private readonly byRoute = new Map<string, WeightChange>();

  add(source: string, target: string | null, change: number, kindBefore?: string | null): void {
    const key = keyOf(source, target);
    const before = this.byRoute.get(key) ?? { change: 0, kindBefore };
    this.byRoute.set(key, { source, target, change: before.change + change, kindBefore: before.kindBefore });
  }

  /** Replaces what was summed so far. */
  set(source: string, target: string | null, change: number): void {
    this.byRoute.set(keyOf(source, target), { source, target, change });
  }

  addAll(others: Iterable<WeightChange>): void {
    for (const { source, target, change, kindBefore } of others) this.add(source, target, change, kindBefore);
  }

  /** Changes of edges, those of the choice to stop left out. */
  ofEdges(): WeightChange[] {
    return [...this].filter((change) => change.target !== null);
  }

  /** The change of largest size among edges, with its sign; 0 when there is none. */
  largest(): number {
    let largest = 0;
    for (const { change } of this.ofEdges()) if (Math.abs(change) > Math.abs(largest)) largest = change;
    return largest;
  }

  [Symbol.iterator](): IterableIterator<WeightChange> {
    return this.byRoute.values();
  }
}

function keyOf(source: string, target: string | null): string {
  return target === null ? source : source + JOINT + target;
}
