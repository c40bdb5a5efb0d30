// The whole graph in pages: ids, kinds and routes of all that may be seen, without texts. Nodes go by their ordinals, which no change
// moves, so that pages of different moments fit each other: what is made meanwhile comes last.

import { GRAPH_TIERS, type GraphReply, type GraphRequest } from "../../wire/graph-reading.ts";
import { LIMITS } from "../../wire/limits.ts";
import { momentOf } from "../../wire/times.ts";
import type { NodeKind } from "../graph/records.ts";
import { FACT } from "../graph/structure.ts";
import { tierOf } from "../graph/tier.ts";
import { knowledgeFor } from "./knowledge-sight.ts";
import type { Operation, Work } from "./memory.ts";
import { hasMemories, viewOf } from "./memory-shelf.ts";
import { ordinalIn } from "./ordinal-cursor.ts";
import { factsAlong, visibleIn } from "./read-graph.ts";

const PAGE = 1_000;

export const graph: Operation<GraphRequest, GraphReply> = {
  act(work, { limit = PAGE, cursor, as_of }) {
    const { graph, settings, call } = work;
    const asOf = as_of === undefined ? null : momentOf(as_of, call.now, true);
    const after = cursor === undefined ? -1 : ordinalIn(cursor, "the graph");
    const isVisible = remembered(visibleIn(work, asOf));
    const more = labelled(work, asOf);
    const nodes: GraphReply["nodes"] = [];
    const edges: GraphReply["edges"] = { from: [], to: [], weight: [], kind: [], tier: [] };
    const kinds = new Map<string, number>();
    const isTold = (edge: number) =>
      isVisible(graph.targets[edge]) &&
      (graph.edgeKindAt(edge) !== FACT || factsAlong(graph, edge).some(isVisible));
    let isWhole = true;
    for (const [id, position] of graph.entries()) {
      const number = graph.ordinals[position];
      if (number <= after || !isVisible(position)) continue;
      if (nodes.length === limit || edges.from.length >= LIMITS.graphEdges) {
        isWhole = false;
        break;
      }
      const kind = graph.kindAt(position);
      nodes.push({ number, id, kind, ...more(id, kind) });
      for (const edge of graph.outgoing(position)) {
        if (!isTold(edge)) continue;
        const edgeKind = graph.edgeKindAt(edge);
        if (!kinds.has(edgeKind)) kinds.set(edgeKind, kinds.size);
        edges.from.push(number);
        edges.to.push(graph.ordinals[graph.targets[edge]]);
        edges.weight.push(graph.weights[edge]);
        edges.kind.push(kinds.get(edgeKind) as number);
        edges.tier.push(GRAPH_TIERS.indexOf(tierOf(graph.weights[edge], settings.traversal)));
      }
    }
    return {
      nodes,
      edges,
      edge_kinds: [...kinds.keys()],
      next_cursor: isWhole ? null : String(nodes[nodes.length - 1].number),
      untrusted: true,
      total_ms: call.elapsed(),
    };
  },
};

type More = Pick<GraphReply["nodes"][number], "name" | "project">;

/** What is known of a node beside its id: the name of an entity, the project of a memory or fact. */
function labelled(work: Work, asOf: number | null): (id: string, kind: NodeKind) => More {
  if (!hasMemories(work)) return () => ({});
  const memories = viewOf(work);
  const knowledge = knowledgeFor(work, { ...(asOf !== null && { asOf }) });
  return (id, kind) => {
    if (kind === "entity") return { name: knowledge.entity(id)?.name };
    if (kind !== "memory" && kind !== "fact") return {};
    const project = (kind === "memory" ? memories.stored(id) : knowledge.fact(id))?.project;
    return project ? { project } : {};
  };
}

/** The same answers, each worked out once. */
function remembered(isVisible: (position: number) => boolean): (position: number) => boolean {
  const known = new Map<number, boolean>();
  return (position) => {
    const answer = known.get(position) ?? isVisible(position);
    known.set(position, answer);
    return answer;
  };
}
