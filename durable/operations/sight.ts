// What a caller sees of an agent's nodes, held where every request and every reply passes: a memory that somebody may not see
// is one that never was. In a request its id becomes one that nothing has, and a reply is rid of it. So an operation that knows
// nothing of rights can neither tell of such a memory nor act on it. Nobody stands above an owner.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import { isKeptBack } from "../graph/structure.ts";
import { digestOf } from "../text/digest.ts";
import { isEntityId } from "./knowledge-rows.ts";
import { type KnowledgeView, knowledgeIn } from "./knowledge-view.ts";
import type { Call, Memory } from "./memory.ts";
import { isMemoryId, memoryIdOf } from "./memory-rows.ts";
import { isWriter, mayRead, standingOf } from "./memory-shelf.ts";

type Place = Pick<Memory, "graph" | "store">;
type Caller = Pick<Call, "role" | "author">;

export interface Sight {
  /** Whether an id is that of a memory which the caller may not see, or of one that is gone and nobody knows whose it was. */
  readonly hides: (id: string) => boolean;
  /** The request, in which what is hidden has names of nothing. */
  readonly asked: <Request>(request: Request) => Request;
  /** The reply without what is hidden; what the request named is called as it was there. */
  readonly shown: <Reply>(reply: Reply) => Reply;
  readonly refused: (refusal: Refusal) => Refusal;
}

/** Names of other nodes, which a reply may do without. */
const REFERENCES = new Set(["superseded_by", "supersedes_id", "supersedes", "part_of", "node_id"]);
const MEMORY_IDS = /memory::[0-9a-f]{12}(?::\d+)?/g;
const HIDDEN = Symbol("hidden");

const ALL: Sight = {
  hides: () => false,
  asked: (request) => request,
  shown: (reply) => reply,
  refused: (refusal) => refusal,
};

/** What is hidden from a caller, by id. */
export function hiddenFrom(memory: Place, caller: Caller): (id: string) => boolean {
  if (caller.role === "owner") return ALL.hides;
  const { graph } = memory;
  let known: KnowledgeView | undefined;
  // A fact is hidden with all that says it, and an entity with all that names it.
  const knows = (id: string, kind: "fact" | "entity") => {
    known ??= knowledgeIn(memory, (by) => graph.has(by) && !hides(by), 0);
    return kind === "fact" ? known.fact(id) !== undefined : known.isSeen(id);
  };
  const hides = (id: string): boolean => {
    const position = graph.positionOf(id);
    const kind = position < 0 ? null : graph.kindAt(position);
    if ((kind === "fact" || kind === "entity") && !isKeptBack(graph, id)) return !knows(id, kind);
    if (kind === null && isEntityId(id)) return true;
    if (position < 0 ? !isMemoryId(id) : graph.kindAt(position) !== "memory") return false;
    // Who decides on what is kept back sees all of it.
    if (position >= 0 && caller.role === "reviewer" && isKeptBack(graph, id)) return false;
    const standing = standingOf(memory, id);
    return !standing || !mayRead(standing, caller, "sensitive");
  };
  return hides;
}

/** What one call sees. Whoever wrote what only owners read is still told its id. */
export function sightOf(memory: Place, caller: Caller): Sight {
  if (caller.role === "owner") return ALL;
  let hides = hiddenFrom(memory, caller);
  const names = new Map<string, string>();
  const nameless = (id: string): string => {
    if (id.length > LIMITS.nodeId || !hides(id)) return id;
    const name = memoryIdOf(digestOf(`of nothing: ${id}`));
    names.set(name, id);
    return name;
  };
  const isOut = (id: string) => {
    if (id.length > LIMITS.nodeId || names.has(id) || !hides(id)) return false;
    const known = standingOf(memory, id);
    return !known || !isWriter(known, caller);
  };
  const asSent = (text: string) =>
    names.size === 0 ? text : text.replace(MEMORY_IDS, (id) => names.get(id) ?? id);
  return {
    hides: (id) => hides(id),
    asked: (request) => renamed(request, nameless),
    shown(reply) {
      // What was added meanwhile is seen as it is now.
      hides = hiddenFrom(memory, caller);
      const left = without(reply, isOut, false);
      if (left === HIDDEN) throw new Refusal("not_found", "there is nothing here that you may see");
      return (names.size === 0 ? left : renamed(left, asSent)) as typeof reply;
    },
    refused({ code, message, details }) {
      const told = message.replace(MEMORY_IDS, (id) => (isOut(id) ? "another memory" : id));
      const left = without(details, isOut, false);
      return new Refusal(code, asSent(told), left === HIDDEN ? undefined : renamed(left, asSent));
    },
  };
}

/** Every string of a value, names of fields included, as `name` has it. */
function renamed<Value>(value: Value, name: (text: string) => string): Value {
  if (typeof value === "string") return name(value) as Value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, name)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [name(field), renamed(inner, name)]),
  ) as Value;
}

/** A value without what names something hidden: a list loses the member that does, a whole that does is hidden itself. */
function without(value: unknown, isOut: (id: string) => boolean, isMember: boolean): unknown {
  if (typeof value === "string") return isOut(value) ? HIDDEN : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const members = value.map((one) => without(one, isOut, true));
    if (!members.includes(HIDDEN)) return members;
    // A list in a list is one thing: an edge by its ends, or a path.
    return isMember ? HIDDEN : members.filter((one) => one !== HIDDEN);
  }
  const left: [string, unknown][] = [];
  for (const [field, inner] of Object.entries(value)) {
    if (isOut(field)) continue;
    const told = without(inner, isOut, false);
    if (told === HIDDEN && !REFERENCES.has(field)) return HIDDEN;
    left.push([field, told === HIDDEN ? null : told]);
  }
  return Object.fromEntries(left);
}
