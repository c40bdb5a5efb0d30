// All memories of an agent in numbers, made once and brought up to date from the feed of changes, so that no question reads
// them from the disk. And how a caller sees one: with the end that follows from its life and from what took its place.

import { endOf } from "../graph/memories/ending.ts";
import { holdsAt, type MemoryFilter, passes } from "../graph/memories/holding.ts";
import type { MemoryRecord } from "../graph/memories/memory-record.ts";
import { NODE_KINDS, type NodeKind } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { isGuarded, isKeptBack, isWithheld, predecessorOf, successorOf } from "../graph/structure.ts";
import { knowledgeIn } from "./knowledge-view.ts";
import type { Memory, Work } from "./memory.ts";
import { fieldsOf, type MemoryFields } from "./memory-rows.ts";

/** Number of the kind. */
export const MEMORY = NODE_KINDS.indexOf("memory");
const GUARDED = NODE_KINDS.flatMap((kind, number) => (isGuarded(kind) ? [number] : []));
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
  /** Memories that are gone since the shelf was made. */
  readonly gone: Map<string, Shelved>;
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

/** Whether an agent has memories at all, or facts. */
export function hasMemories({ graph }: Pick<Memory, "graph">): boolean {
  return GUARDED.some((kind) => graph.kindCounts[kind] > 0);
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
      if (!shelved || isKeptBack(graph, id) || !mayRead(shelved, call, asked)) return undefined;
      const memory = stands(id);
      return memory && disputed(memory);
    },
  };
}

/** Whose a memory is, and for whom: also of one that is gone, as far as that is remembered. */
export function standingOf(place: Place, id: string): Shelved | undefined {
  const { memories, gone } = shelfOf(place);
  return memories.get(id) ?? gone.get(id);
}

/** The one place where it is decided who may read a memory. `asked`: of what visibility is asked for. */
export function mayRead(
  { fields: { visibility }, author }: Shelved,
  { role, author: caller }: Pick<Work["call"], "role" | "author">,
  asked: MemoryFilter["visibility"],
): boolean {
  if (visibility === "shared") return true;
  if (visibility === "private") return role === "owner" || author === caller;
  return role === "owner" && asked === "sensitive";
}

export function isWriter({ author }: Shelved, caller: Pick<Work["call"], "author">): boolean {
  return author === caller.author;
}

/** What a question lets through of memories. */
export interface MemoryQuestion extends MemoryFilter {
  /** Of this project, and of none; empty: of any. */
  readonly about?: string;
  readonly types?: readonly string[];
}

/**
 * Whether a node is a memory that the question must not meet, a fact that nothing says which it may meet, or an entity that
 * nothing names. Undefined where there is none of these.
 */
export function barredMemories(
  work: Work,
  { about = "", types, ...filter }: MemoryQuestion,
): ((id: string) => boolean) | undefined {
  if (!hasMemories(work)) return undefined;
  const { graph, call } = work;
  const view = viewOf(work, filter.visibility, filter.asOf);
  const { asOf: at = call.now, ...timeless } = filter;
  const known = new Map<string, boolean>();
  const isElsewhere = (project: string) => about !== "" && project !== "" && project !== about;
  const barred = (id: string, wanted: MemoryFilter) => {
    const memory = view.seen(id);
    if (!memory || !passes(memory, wanted) || isElsewhere(memory.project)) return true;
    return types !== undefined && !types.includes(memory.type);
  };
  // What is said of an earlier time was often heard later.
  const says = (id: string) => {
    const position = graph.positionOf(id);
    if (position < 0 || graph.kindAt(position) !== "memory") return !isWithheld(graph, position);
    const end = view.seen(id)?.validTo ?? null;
    return (end === null || end > at) && !barred(id, { ...timeless, includeInvalidated: true });
  };
  const knowledge = knowledgeIn(work, says, call.now);
  const isFactBarred = (id: string) => {
    const fact = knowledge.fact(id);
    if (!fact || !holdsAt(fact, at) || isElsewhere(fact.project)) return true;
    const isOwn = fact.saidBy.length === 0;
    return (
      isOwn &&
      (fact.confidence < (filter.leastConfidence ?? 0) || (filter.visibility ?? "shared") !== "shared")
    );
  };
  const answerFor = (id: string, kind: NodeKind) => {
    if (kind === "memory") return barred(id, filter);
    return kind === "fact" ? isFactBarred(id) : !knowledge.isSeen(id);
  };
  return (id) => {
    const position = graph.positionOf(id);
    const kind = position < 0 ? null : graph.kindAt(position);
    if (kind === null || !isGuarded(kind)) return false;
    const answer = known.get(id) ?? answerFor(id, kind);
    known.set(id, answer);
    return answer;
  };
}

function shelfOf({ graph, store }: Place): Shelf {
  const known = shelves.get(store);
  if (known && known.graph === graph && known.epoch === store.epoch && catchUp(known, store)) return known;
  const shelf: Shelf = {
    ...{ graph, epoch: store.epoch, revision: store.revision },
    ...{ memories: new Map(), gone: new Map() },
  };
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
  // A change that is under way has a number already, and is told of at its end.
  shelf.revision = events.at(-1)?.revision ?? shelf.revision;
  return true;
}

function put({ graph, memories, gone }: Shelf, store: Place["store"], id: string): void {
  const node = graph.has(id) ? store.storedNode(id) : undefined;
  if (node?.kind !== "memory") {
    const was = memories.get(id);
    if (was) gone.set(id, was);
    memories.delete(id);
    return;
  }
  memories.set(id, { fields: fieldsOf(node, node.createdAt), author: node.author });
}
