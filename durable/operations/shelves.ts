// What is known of nodes of one kind, read once and brought up to date from the feed of changes, so that no question reads it from
// the disk.

import { NODE_KINDS, type NodeKind } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import type { StoredNode } from "../store/ports.ts";
import type { Memory } from "./memory.ts";

/** Changes that are taken over one by one; after more of them all is read anew. */
const CAUGHT_UP = 500;

type Place = Pick<Memory, "graph" | "store">;

interface Shelf<Known> {
  readonly graph: RouteGraph;
  readonly epoch: number;
  revision: number;
  readonly nodes: Map<string, Known>;
  readonly byKey: Map<string, Set<string>>;
}

export class Shelves<Known> {
  private readonly kind: NodeKind;
  private readonly read: (node: StoredNode, place: Place) => Known;
  private readonly keysOf: (known: Known) => readonly string[];
  private readonly none = { nodes: new Map<string, Known>(), byKey: new Map<string, Set<string>>() };
  private readonly shelves = new WeakMap<Memory["store"], Shelf<Known>>();

  /** `keysOf`: what a node is looked up by. */
  constructor(
    kind: NodeKind,
    read: (node: StoredNode, place: Place) => Known,
    keysOf: (known: Known) => readonly string[] = () => [],
  ) {
    this.kind = kind;
    this.read = read;
    this.keysOf = keysOf;
  }

  /** What is known of all nodes of the kind, by id. */
  of(place: Place): ReadonlyMap<string, Known> {
    return this.shelfOf(place).nodes;
  }

  /** Ids by what nodes of the kind are looked up by. */
  byKey(place: Place): ReadonlyMap<string, ReadonlySet<string>> {
    return this.shelfOf(place).byKey;
  }

  private shelfOf(place: Place): Pick<Shelf<Known>, "nodes" | "byKey"> {
    const { graph, store } = place;
    if (graph.kindCounts[NODE_KINDS.indexOf(this.kind)] === 0) return this.none;
    const known = this.shelves.get(store);
    if (known && known.graph === graph && known.epoch === store.epoch && this.catchUp(known, store))
      return known;
    const shelf: Shelf<Known> = {
      ...{ graph, epoch: store.epoch, revision: wholeOf(store) },
      ...{ nodes: new Map(), byKey: new Map() },
    };
    for (const [id, position] of graph.entries())
      if (graph.kindAt(position) === this.kind) this.put(shelf, store, id);
    this.shelves.set(store, shelf);
    return shelf;
  }

  /** False where too much has changed to tell what. */
  private catchUp(shelf: Shelf<Known>, store: Memory["store"]): boolean {
    if (shelf.revision === store.revision) return true;
    if (shelf.revision < store.feed.floor) return false;
    const events = store.feed.after(shelf.revision, CAUGHT_UP);
    if (events.length === CAUGHT_UP || events.some(({ nodesLeftOut }) => nodesLeftOut > 0)) return false;
    for (const id of new Set(events.flatMap(({ nodes }) => nodes))) this.put(shelf, store, id);
    shelf.revision = events.at(-1)?.revision ?? shelf.revision;
    return true;
  }

  private put({ graph, nodes, byKey }: Shelf<Known>, store: Memory["store"], id: string): void {
    const was = nodes.get(id);
    for (const key of was === undefined ? [] : this.keysOf(was)) byKey.get(key)?.delete(id);
    const node = graph.has(id) ? store.storedNode(id) : undefined;
    if (node?.kind !== this.kind) {
      nodes.delete(id);
      return;
    }
    const known = this.read(node, { graph, store });
    nodes.set(id, known);
    for (const key of this.keysOf(known)) byKey.set(key, (byKey.get(key) ?? new Set()).add(id));
  }
}

/** The last change that is kept: one that is under way has a number already, and is told of at its end. */
function wholeOf({ revision, feed }: Memory["store"]): number {
  const [event] = feed.after(revision - 1, 1);
  return event?.revision === revision ? revision : revision - 1;
}
