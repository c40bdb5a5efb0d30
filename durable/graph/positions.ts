// Small numbers for ids, to index arrays with. An id keeps its position for as long as it is a node or the end
// of an edge; after that the position goes to the next id. What is claimed and released in reverse comes back alike.

export class Positions {
  private readonly ids: (string | undefined)[] = [];
  /** In node order. */
  private readonly nodes = new Map<string, number>();
  /** Ids that are the end of an edge but no node. */
  private readonly strangers = new Map<string, number>();
  private readonly free: number[] = [];

  get nodeCount(): number {
    return this.nodes.size;
  }

  /** Positions below this number are, or were, in use. */
  get end(): number {
    return this.ids.length;
  }

  idAt(position: number): string {
    return this.ids[position] as string;
  }

  /** Position of a node, or −1. */
  ofNode(id: string): number {
    return this.nodes.get(id) ?? -1;
  }

  /** Position of a node or the end of an edge, or −1. */
  of(id: string): number {
    return this.nodes.get(id) ?? this.strangers.get(id) ?? -1;
  }

  isNode(id: string): boolean {
    return this.nodes.has(id);
  }

  nodeEntries(): IterableIterator<[id: string, position: number]> {
    return this.nodes.entries();
  }

  /** The position of an id, a stranger at first when it is new. */
  claim(id: string): number {
    const known = this.of(id);
    if (known >= 0) return known;
    const position = this.free.pop() ?? this.ids.length;
    this.ids[position] = id;
    this.strangers.set(id, position);
    return position;
  }

  /** Makes a new id the last of the nodes, while no position is free. */
  append(id: string): void {
    this.nodes.set(id, this.ids.push(id) - 1);
  }

  /** Makes a claimed id the last of the nodes. */
  admit(id: string): void {
    this.nodes.set(id, this.of(id));
    this.strangers.delete(id);
  }

  /** Makes a node a stranger again. */
  dismiss(id: string): void {
    this.strangers.set(id, this.of(id));
    this.nodes.delete(id);
  }

  /** Frees the position of a stranger; nothing happens to a node. */
  release(position: number): void {
    const id = this.ids[position];
    if (id === undefined || !this.strangers.delete(id)) return;
    this.ids[position] = undefined;
    this.free.push(position);
  }

  /** Puts the nodes into the order of their ordinals. */
  sortNodes(ordinals: Float64Array): void {
    const sorted = [...this.nodes].sort((a, b) => ordinals[a[1]] - ordinals[b[1]]);
    this.nodes.clear();
    for (const [id, position] of sorted) this.nodes.set(id, position);
  }
}
