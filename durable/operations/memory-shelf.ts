// All memories of an agent in numbers, made once and brought up to date from the feed of changes, so that no question reads
// them from the disk. And how a caller sees one: with the end that follows from its life and from what took its place.

import { endOf } from "../graph/memories/ending.ts";
import { type MemoryFilter, passes } from "../graph/memories/holding.ts";
import type { MemoryRecord } from "../graph/memories/memory-record.ts";
import { NODE_KINDS } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { isKeptBack, predecessorOf, successorOf } from "../graph/structure.ts";
import type { Memory, Work } from "./memory.ts";
import { fieldsOf, type MemoryFields } from "./memory-rows.ts";

/** Number of the kind. */
export const MEMORY = NODE_KINDS.indexOf("memory");
/** Changes that are taken over one by one; after more of them all is read anew. */
const CAUGHT_UP = 500;

interface Shelved {
  readonly fields: MemoryFields;
  readonly author: string;
}

interface Shelf {
  readonly graph: RouteGraph;
  readonly epoch: number;
  revision: number;
  readonly memories: Map<string, Shelved>;
}

type Place = Pick<Memory, "graph" | "store">;

const shelves = new WeakMap<Memory["store"], Shelf>();

/** How memories are seen by a call. */
export interface View {
  /** The memory as it stands; undefined where there is none that the caller may see. */
  readonly seen: (id: string) => MemoryRecord | undefined;
  /** The memory without the ends that follow from its life, whoever may see it. */
  readonly stored: (id: string) => MemoryRecord | undefined;
  readonly ids: () => Iterable<string>;
  readonly authorOf: (id: string) => string | undefined;
}

/** Whether an agent has memories at all. */
export function hasMemories({ graph }: Pick<Memory, "graph">): boolean {
  return graph.kindCounts[MEMORY] > 0;
}

/** `asked`: of what visibility the caller asks for; `until`: the latest moment that is asked about. */
export function viewOf(work: Work, asked?: MemoryFilter["visibility"], until = work.call.now): View {
  const { graph, call } = work;
  const { memories } = shelfOf(work);
  const latest = Math.max(until, call.now);
  const replacedAt = (id: string): number | null => {
    const successor = successorOf(graph, graph.positionOf(id));
    if (successor < 0) return null;
    const newer = memories.get(graph.idAt(successor))?.fields;
    return newer?.validFrom ?? newer?.createdAt ?? call.now;
  };
  const stored = (id: string): MemoryRecord | undefined => {
    const fields = graph.has(id) ? memories.get(id)?.fields : undefined;
    if (!fields) return undefined;
    const older = predecessorOf(graph, graph.positionOf(id));
    const supersedesId = older < 0 ? null : graph.idAt(older);
    return { ...fields, id, supersedesId, validTo: fields.validTo ?? replacedAt(id) };
  };
  const stands = (id: string): MemoryRecord | undefined => {
    const memory = stored(id);
    const fields = memories.get(id)?.fields;
    if (!memory || !fields) return undefined;
    const end = endOf(fields, replacedAt(id));
    return { ...memory, validTo: end !== null && end <= latest ? end : null };
  };
  const disputed = (memory: MemoryRecord): MemoryRecord => {
    if (memory.conflictStatus !== "active") return memory;
    // Who is left alone in a dispute is not disputed any more.
    const rivals = [...memories].some(
      ([id, { fields }]) =>
        id !== memory.id &&
        fields.conflictGroup === memory.conflictGroup &&
        fields.conflictStatus === "active" &&
        stands(id)?.validTo === null,
    );
    return rivals ? memory : { ...memory, conflictStatus: "resolved" };
  };
  return {
    stored,
    ids: () => memories.keys(),
    authorOf: (id) => memories.get(id)?.author,
    seen(id) {
      const shelved = memories.get(id);
      // What the screen keeps back is nobody's to see here: GET /quarantine shows it to those who decide.
      if (!shelved || isKeptBack(graph, id) || !maySee(shelved, call, asked)) return undefined;
      const memory = stands(id);
      return memory && disputed(memory);
    },
  };
}

function maySee(
  { fields: { visibility }, author }: Shelved,
  { role, author: caller }: Work["call"],
  asked: MemoryFilter["visibility"],
): boolean {
  if (visibility === "shared") return true;
  if (visibility === "private") return role === "owner" || author === caller;
  return role === "owner" && asked === "sensitive";
}

/** What a question lets through of memories. */
export interface MemoryQuestion extends MemoryFilter {
  /** Of this project, and of none; empty: of any. */
  readonly about?: string;
  readonly types?: readonly string[];
}

/** Whether a node is a memory that the question must not meet. Undefined where there is no memory. */
export function barredMemories(
  work: Work,
  { about = "", types, ...filter }: MemoryQuestion,
): ((id: string) => boolean) | undefined {
  if (!hasMemories(work)) return undefined;
  const { graph } = work;
  const view = viewOf(work, filter.visibility, filter.asOf);
  const known = new Map<string, boolean>();
  const barred = (id: string) => {
    const memory = view.seen(id);
    if (!memory || !passes(memory, filter)) return true;
    if (types && !types.includes(memory.type)) return true;
    return about !== "" && memory.project !== "" && memory.project !== about;
  };
  return (id) => {
    const position = graph.positionOf(id);
    if (position < 0 || graph.kindAt(position) !== "memory") return false;
    const answer = known.get(id) ?? barred(id);
    known.set(id, answer);
    return answer;
  };
}

/** Whether a node is a memory that the caller may not see, ended or not. What the screen keeps back is not asked about here. */
export function hiddenFrom(work: Work): (id: string) => boolean {
  if (!hasMemories(work)) return () => false;
  const { graph } = work;
  const view = viewOf(work, "sensitive");
  return (id) => {
    const position = graph.positionOf(id);
    if (position < 0 || graph.kindAt(position) !== "memory" || isKeptBack(graph, id)) return false;
    return view.seen(id) === undefined;
  };
}

function shelfOf({ graph, store }: Place): Shelf {
  const known = shelves.get(store);
  if (known && known.graph === graph && known.epoch === store.epoch && catchUp(known, store)) return known;
  const shelf: Shelf = { graph, epoch: store.epoch, revision: store.revision, memories: new Map() };
  for (const [id, position] of graph.entries())
    if (graph.kindAt(position) === "memory") put(shelf, store, id);
  shelves.set(store, shelf);
  return shelf;
}

/** False where too much has changed to tell what. */
function catchUp(shelf: Shelf, store: Place["store"]): boolean {
  if (shelf.revision === store.revision) return true;
  if (shelf.revision < store.feed.floor) return false;
  const events = store.feed.after(shelf.revision, CAUGHT_UP);
  if (events.length === CAUGHT_UP || events.some(({ nodesLeftOut }) => nodesLeftOut > 0)) return false;
  for (const id of new Set(events.flatMap(({ nodes }) => nodes))) put(shelf, store, id);
  shelf.revision = store.revision;
  return true;
}

function put({ graph, memories }: Shelf, store: Place["store"], id: string): void {
  const node = graph.has(id) ? store.storedNode(id) : undefined;
  if (node?.kind !== "memory") {
    memories.delete(id);
    return;
  }
  memories.set(id, { fields: fieldsOf(node, node.createdAt), author: node.author });
}
