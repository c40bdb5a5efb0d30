// What an erasure takes: the nodes that are named, what was made of them, and what says the same word by word.

import type { Because, EraseRequest } from "../../wire/erasing.ts";
import { Refusal } from "../../wire/errors.ts";
import { goingWith } from "../graph/knowledge/edges.ts";
import type { Metadata } from "../graph/records.ts";
import { replacementsOf } from "../graph/stand-ins.ts";
import { belongingTo } from "../graph/structure.ts";
import type { NodeMatch, Tombstone } from "../store/ports.ts";
import { Passages } from "../text/passages.ts";
import { unknownNode } from "./changeable-node.ts";
import { tombstonesOf } from "./erased-before.ts";
import { someText } from "./erased-names.ts";
import { experiencesIn, wordsOf } from "./experience-nodes.ts";
import { isSaidFact } from "./knowledge-rows.ts";
import type { Memory } from "./memory.ts";
import { hasCaptured } from "./named-captures.ts";
import { hasProposed } from "./named-proposals.ts";

export interface Footprint {
  /** In node order. */
  readonly nodes: ReadonlyMap<string, Because>;
  /** Ids under which what goes is known: of the nodes, and of those that they were merged from. */
  readonly names: ReadonlySet<string>;
  /** Ids that also stood for something that stays, of which only old rows are left. */
  readonly former: ReadonlySet<string>;
  readonly contentHashes: ReadonlySet<string>;
  readonly passages: Passages;
  /** Finds in D1's history what is no node any more. */
  readonly matches: readonly NodeMatch[];
  /** For each content that goes. */
  readonly tombstones: readonly (readonly Tombstone[])[];
  /** When the oldest of the nodes was made. */
  readonly since: number;
}

type Footed = Pick<Memory, "graph" | "store">;
type Derived = readonly { readonly id: string; readonly metadata: Metadata }[];

/** Refuses unknown ids, and a request that nothing answers to. */
export function footprintOf(memory: Footed, request: EraseRequest): Footprint {
  const { graph, store } = memory;
  const derived = [...store.erasing.derived()];
  const because = new Map<string, Because>(namedBy(memory, request, derived).map((id) => [id, "named"]));
  const isKept = () =>
    hasAsked(memory, request.author) || hasProposed(memory, request) || hasCaptured(memory, request);
  if (because.size === 0 && !isKept()) {
    throw new Refusal("not_found", "there is nothing to erase: nothing has this source, author or project");
  }
  const contentHashes = new Set<string>();
  for (let known = 0; known < because.size; ) {
    known = because.size;
    for (const id of because.keys()) {
      if (!isName(graph, id)) contentHashes.add(store.storedNode(id)?.contentHash ?? "");
      for (const part of belongingTo(graph, id)) if (!because.has(part)) because.set(part, "derived");
    }
    for (const { id, metadata } of derived) {
      if (!because.has(id) && isMadeOf(metadata, because, contentHashes)) because.set(id, "derived");
    }
    for (const id of goingWith(graph, because, (fact) => isSaidFact(memory, fact)))
      because.set(id, "derived");
    for (const id of store.erasing.nodesSaying(contentHashes)) {
      if (!because.has(id)) because.set(id, "same_text");
    }
  }
  for (const id of quoting(memory, because)) because.set(id, "derived");
  const nodes = new Map([...because].sort(([a], [b]) => ordinalOf(a) - ordinalOf(b)));
  const { names, former } = earlierNames(memory, nodes, derived);
  const passages = new Passages();
  const tombstones: Tombstone[][] = [];
  // Who wrote no node may have asked at any time.
  let since = nodes.size > 0 ? Number.POSITIVE_INFINITY : 0;
  for (const id of nodes.keys()) {
    const node = store.storedNode(id);
    if (!node) throw new Error("a node of the graph is not in the store");
    since = Math.min(since, node.createdAt);
    // A name alone is nobody's words.
    if (isName(graph, id)) continue;
    passages.add(node.text);
    passages.add(node.summary);
    if (node.kind === "experience") for (const text of wordsOf(node)) passages.add(text);
    tombstones.push(tombstonesOf(id, node.text));
  }
  const gone = [...names, ...former].map((id): NodeMatch => ["id", null, id]);
  const alike = [...contentHashes].map((hash): NodeMatch => ["content_hash", null, hash]);
  const matches = [...gone, ...alike, ...matchesOf(request)];
  return { nodes, names, former, contentHashes, passages, matches, tombstones, since };

  function ordinalOf(id: string): number {
    return graph.ordinals[graph.positionOf(id)];
  }
}

function isName(graph: Footed["graph"], id: string): boolean {
  return graph.kindAt(graph.positionOf(id)) === "entity";
}

/** Whether questions that an author asked or taught are kept: they go also where the author wrote no node. */
function hasAsked({ store }: Footed, author: string | undefined): boolean {
  const taught = [...store.erasing.questions(), ...store.pending.questions()];
  return (
    author !== undefined && taught.some(({ asked: { by, teacher } }) => by === author || teacher === author)
  );
}

/** Experiences in whose steps or answers something of the nodes is quoted. */
function quoting({ graph, store }: Footed, nodes: ReadonlyMap<string, unknown>): string[] {
  const passages = new Passages();
  for (const id of nodes.keys()) if (!isName(graph, id)) passages.add(store.storedNode(id)?.text ?? "");
  return experiencesIn(graph).filter((id) => {
    const node = nodes.has(id) ? undefined : store.storedNode(id);
    return node && someText([node.text, node.metadata], (text) => passages.isIn(text));
  });
}

function namedBy({ graph, store }: Footed, request: EraseRequest, derived: Derived): string[] {
  const { node_ids: ids, source, author, project } = request;
  if (ids) {
    return ids.flatMap((id) => {
      if (graph.has(id)) return id;
      const heirs = derived.filter(({ metadata }) => originsOf(metadata).includes(id));
      if (heirs.length === 0) throw unknownNode(id);
      return heirs.map((heir) => heir.id);
    });
  }
  if (author !== undefined) return store.erasing.nodesOf({ by: "author", value: author });
  if (project !== undefined) return store.erasing.nodesOf({ by: "project", value: project });
  const ofFile = derived.filter(({ metadata }) =>
    replacementsOf(metadata).some(({ id }) => id.startsWith(`${source}::`)),
  );
  return [...store.erasing.nodesOf({ by: "source", value: source as string }), ...ofFile.map(({ id }) => id)];
}

/** Whether a merged node or a part was made of one of the nodes. Ids of chunks are given anew, so their text decides. */
function isMadeOf(
  metadata: Metadata,
  nodes: ReadonlyMap<string, unknown>,
  contentHashes: ReadonlySet<string>,
): boolean {
  return (
    originsOf(metadata).some((id) => nodes.has(id)) ||
    replacementsOf(metadata).some(({ hash }) => contentHashes.has(hash))
  );
}

/** Ids of the nodes that a merged node or a part was made of. */
function originsOf({ merged_from: merged, parent }: Metadata): string[] {
  const ids = [...(Array.isArray(merged) ? merged : []), parent];
  return ids.filter((id): id is string => typeof id === "string");
}

/** The names of what the nodes were made of, as far as these are no nodes themselves. */
function earlierNames({ graph }: Footed, nodes: ReadonlyMap<string, unknown>, derived: Derived) {
  const stays = new Set(
    derived.filter(({ id }) => !nodes.has(id)).flatMap(({ metadata }) => originsOf(metadata)),
  );
  const names = new Set(nodes.keys());
  const former = new Set<string>();
  for (const { id, metadata } of derived) {
    if (!nodes.has(id)) continue;
    for (const origin of [...originsOf(metadata), ...replacementsOf(metadata).map((chunk) => chunk.id)]) {
      if (!graph.has(origin)) (stays.has(origin) ? former : names).add(origin);
    }
  }
  return { names, former };
}

function matchesOf({ source, author, project }: EraseRequest): NodeMatch[] {
  if (author !== undefined) return [["author", null, author]];
  if (project !== undefined)
    return ["$.project", "$.memory.project", "$.fact.project"].map((path) => ["metadata", path, project]);
  if (source === undefined) return [];
  return [
    ["file", null, source],
    ["metadata", "$.source", source],
  ];
}
