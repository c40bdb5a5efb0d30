// Sets of strings by the id of a node, empty where nothing was added.

const NOTHING: ReadonlySet<string> = new Set();

export class SetsById implements Iterable<readonly [id: string, set: ReadonlySet<string>]> {
  private readonly sets = new Map<string, Set<string>>();

  of(id: string): ReadonlySet<string> {
    return this.sets.get(id) ?? NOTHING;
  }

  add(id: string, ...items: readonly string[]): void {
    const set = this.sets.get(id) ?? new Set();
    for (const item of items) set.add(item);
    this.sets.set(id, set);
  }

  remove(id: string, item: string): void {
    this.sets.get(id)?.delete(item);
  }

  [Symbol.iterator](): Iterator<readonly [id: string, set: ReadonlySet<string>]> {
    return this.sets.entries();
  }
}
