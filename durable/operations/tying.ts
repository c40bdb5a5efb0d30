// Ties what was just indexed to what it belongs to: the turn before it in its session, the nodes that it mentions by
// name, and those that mention it. Ties are edges, so the walk follows them, learning weighs them, and an
// explanation can name them.

import { CROSS_FILE } from "../graph/connecting.ts";
import { Draft } from "../graph/draft.ts";
import { SIBLING } from "../graph/inhibiting.ts";
import type { TieSettings } from "../graph/recall-settings.ts";
import { type GraphChange, isQuarantined, type NodeKind, type NodeRecord } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { hiddenIn, isSilent } from "../graph/structure.ts";
import { namesOf, possibleNames } from "../text/names.ts";
import { termsOf } from "../text/terms.ts";
import type { Call, Memory, Operation } from "./memory.ts";

export const MENTION = "mention";

/** Nodes indexed with the change that they are part of, and those that any call may index; the alarm does the rest. */
const INDEXED_AT_ONCE = 1_000;
const INDEXED_ANYWAY = 20;
/** Nodes that one alarm indexes. */
const SLICE_NODES = 100;
/** Possible names that one text is searched for. */
const MOST_POSSIBLE_NAMES = 2_000;

/**
 * Indexes and ties what a change put, and some of what else waits. Part of the open transaction, after the change was
 * committed; the draft is committed too, and to be taken back when the transaction fails. No draft where nothing is tied.
 */
export function indexAndTie(memory: Memory, { nodes }: GraphChange, call: Call): Draft[] {
  const { store, settings } = memory;
  const { lexicon } = store;
  if (settings.ties !== null) lexicon.tieLater(nodes.map(({ id }) => id));
  const indexed = lexicon.index(Math.min(INDEXED_AT_ONCE, Math.max(INDEXED_ANYWAY, nodes.length)));
  if (indexed.length === 0) return [];
  const draft = new Draft(memory.graph, memory.vectors, store);
  try {
    tieAll(draft, memory, indexed);
    store.commit(draft.change(), { at: call.now, author: call.author });
  } catch (error) {
    draft.rollback();
    throw error;
  }
  return [draft];
}

/** Indexes and ties a slice of what waits. */
export const indexWaiting: Operation<null, null> = {
  act(work) {
    tieAll(work.draft, work, work.store.lexicon.index(SLICE_NODES));
    return null;
  },
};

function tieAll(draft: Draft, memory: Memory, ids: readonly string[]): void {
  const { ties } = memory.settings;
  if (ties !== null) for (const id of ids) tie(draft, memory, id, ties);
}

function tie(draft: Draft, memory: Memory, id: string, ties: TieSettings): void {
  const { store } = memory;
  const node = draft.node(id);
  // Nothing leads to what is silent or kept back; a fact has its own edges to what it is about.
  if (!node || isOwnAffair(node.kind) || isQuarantined(node)) return;
  const before = store.lexicon.turnBefore(id);
  if (before !== undefined) tieBothWays(draft, before, id, SIBLING, ties.siblingWeight);
  const mentioned = new Set([...mentionedBy(memory, node, ties), ...mentioning(store, draft, node, ties)]);
  cutOldMentions(draft, id, mentioned, ties);
  for (const other of mentioned) tieBothWays(draft, id, other, MENTION, ties.mentionWeight);
}

function isOwnAffair(kind: NodeKind): boolean {
  return isSilent(kind) || kind === "fact";
}

function mentionedBy({ graph, store: { lexicon } }: Memory, node: NodeRecord, ties: TieSettings): string[] {
  const names = possibleNames(node.text).slice(0, MOST_POSSIBLE_NAMES);
  const isHidden = hiddenIn(graph) ?? (() => false);
  const named = Array.from(lexicon.namedBy(names, ties.mostMentions * 4).values(), (ids) =>
    ids.filter((other) => !isHidden(other)),
  );
  // A name that several nodes bear says little of which is meant.
  return named
    .filter((ids) => ids.length <= ties.mostNamesakes)
    .flat()
    .filter((other) => other !== node.id)
    .filter((other) => graph.edgeOf(node.id, other) >= 0 || mentionsAt(graph, other) < ties.mostMentions)
    .slice(0, ties.mostMentions);
}

/** Ties of a node by a name, its own or others'. */
function mentionsAt(graph: RouteGraph, id: string): number {
  const edges = graph.out.list(graph.positionOf(id));
  return edges.filter((edge) => graph.edgeKindAt(edge) === MENTION).length;
}

function mentioning(
  { lexicon }: Memory["store"],
  draft: Draft,
  node: NodeRecord,
  ties: TieSettings,
): string[] {
  return namesOf(node.metadata).flatMap((name) => {
    const found = lexicon.withAll([...termsOf(name).keys()], ties.mostMentions + 1);
    if (found.length > ties.mostMentions) return [];
    const kindOf = (id: string) => draft.graph.kindAt(draft.graph.positionOf(id));
    const others = found.filter((id) => id !== node.id && !isOwnAffair(kindOf(id)));
    return others.filter((id) => {
      const other = draft.node(id);
      return other && !isQuarantined(other) && possibleNames(other.text).includes(name);
    });
  });
}

/** Mentions that an earlier text of the node made, unless something was learned of them. */
function cutOldMentions(draft: Draft, id: string, mentioned: ReadonlySet<string>, ties: TieSettings): void {
  const { graph } = draft;
  const position = graph.positionOf(id);
  for (const edge of [...graph.out.list(position), ...graph.into.list(position)]) {
    if (graph.edgeKindAt(edge) !== MENTION || graph.weights[edge] !== ties.mentionWeight) continue;
    const ends = [graph.idAt(graph.sources[edge]), graph.idAt(graph.targets[edge])];
    if (!ends.some((end) => mentioned.has(end))) draft.cutEdge(edge);
  }
}

function tieBothWays(draft: Draft, a: string, b: string, kind: string, weight: number): void {
  for (const [source, target] of [
    [a, b],
    [b, a],
  ]) {
    const edge = draft.graph.edgeOf(source, target);
    if (edge < 0) draft.putEdge({ source, target, weight, kind, relevance: null, metadata: {} });
    // A likeness says less than a tie; what suppresses stays.
    else if (draft.graph.edgeKindAt(edge) === CROSS_FILE && draft.graph.weights[edge] > 0)
      draft.weigh(edge, Math.max(weight, draft.graph.weights[edge]), kind);
  }
}
