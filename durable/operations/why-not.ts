// Why not: what kept a node out of an answer. What the trail knows is told as it was; for the rest the question is asked
// again, in the memory as it is now, and the limits of the walk are lifted one by one (graph/obstacles.ts).
// A node that would fire now is told apart: then the memory changed, and what it was before can't be computed.

import { Refusal } from "../../wire/errors.ts";
import { WHY_NOT, type WhyNotCode, type WhyNotReply, type WhyNotRequest } from "../../wire/explaining.ts";
import { LIMITS } from "../../wire/limits.ts";
import { obstacleTo } from "../graph/obstacles.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { chooserOf } from "../graph/routing.ts";
import type { TraversalSettings } from "../graph/settings.ts";
import { isSuperseded } from "../graph/structure.ts";
import type { Vector } from "../graph/vectors.ts";
import type { Trail } from "../store/ports.ts";
import { edgeNow, evidenceOf, stateOf, trailOf } from "./asked-before.ts";
import type { Operation, Work } from "./memory.ts";
import { type EmbeddedQuestion, embedQuestion, excluding, resemblanceTo } from "./recall.ts";
import { questionsAt } from "./seed-parts.ts";
import { sparing } from "./sparing.ts";
import { type Standing, standingOf } from "./standing.ts";
import { Teachers } from "./teachers.ts";

type Asked = Pick<EmbeddedQuestion, "vector" | "reach">;

interface Case extends Asked {
  readonly trail: Trail;
  readonly node: string;
}

export const whyNot: Operation<WhyNotRequest, WhyNotReply, Asked> = {
  async wait(memory, { id }, call) {
    const { query } = trailOf(memory, id);
    try {
      return await embedQuestion(memory, query, call);
    } catch (error) {
      // Of a memory of another embedder all that the trail and the words say can be told.
      if (error instanceof Refusal && error.code === "embedder_mismatch")
        return { vector: null, reach: null };
      throw error;
    }
  },

  act(work, { id, node }, { vector, reach }) {
    const trail = trailOf(work, id);
    const asked = { trail, node, vector, reach };
    const standing = work.graph.has(node) ? standingOf(work, asked) : null;
    const [code, ...also] = distinct([...causesOf(work, asked, standing)]);
    const edges = code === "suppressed" ? suppressing(asked) : edgesFrom(work.graph, node, trail.fired);
    const lowered = standing?.lowered.get(node);
    const questions = lowered ? questionsAt(work.store, node, lowered.routes) : [];
    const teachers = new Teachers(
      work,
      edges.map((source) => [source, node]),
      [],
      questions.map((question) => [node, question] as const),
    );
    return {
      query_id: trail.queryId,
      node_id: node,
      code,
      because: WHY_NOT[code],
      also,
      own: standing && {
        score: standing.score,
        rank: standing.rank,
        needed: standing.needed,
        words: standing.words,
        meaning: standing.meaning,
      },
      lowered: lowered ? { kept: lowered.kept, by: teachers.ofVerdicts(node, questions) } : null,
      filter: filterOf(work, asked),
      edges: edges.slice(0, LIMITS.edgesNamed).map((source) => edgeNow(work, source, node, teachers)),
      evidence: evidenceOf(work, trail),
      total_ms: work.call.elapsed(),
    };
  },
};

/** Where anything else kept a node out, that it would fire now is no news. */
function distinct(causes: readonly WhyNotCode[]): readonly WhyNotCode[] {
  const others = [...new Set(causes)].filter((code) => code !== "changed");
  return others.length > 0 && causes[0] !== "changed" ? others : ["changed"];
}

/** What kept the node out, what decided first. */
function* causesOf(work: Work, asked: Case, standing: Standing | null): Generator<WhyNotCode, void> {
  const { trail, node } = asked;
  const { why } = trail;
  if (trail.fired.includes(node)) {
    yield !why || why.contextIds.includes(node) ? "answered" : "not_in_context";
    return;
  }
  if (!standing) {
    yield stateOf(work, node, trail) === "erased" ? "erased" : "no_node";
    return;
  }
  if (work.graph.quarantined.has(work.graph.positionOf(node))) yield "quarantined";
  if (isSuperseded(work.graph, work.graph.positionOf(node))) yield "superseded";
  if ((work.store.storedNode(node)?.createdAt ?? 0) > trail.at) yield "newer";
  if (why?.silent) yield "low_confidence";
  if (filterOf(work, asked) !== null) yield "filtered";
  if (trail.suppressed.some(({ id }) => id === node)) yield "suppressed";
  yield* causesNow(work, asked, standing);
}

function* causesNow(work: Work, asked: Case, standing: Standing): Generator<WhyNotCode, void> {
  const { trail, node } = asked;
  const wasSeed = trail.seeds.some(([id]) => id === node);
  const { fires, by } = obstacleTo(work.graph, node, walkOf(work, asked, standing));
  if (!wasSeed && standing.isSeedByMeaning && trail.why?.hadVector === false) yield "no_vector";
  else if (fires || (!wasSeed && standing.isSeed)) yield "changed";
  if (!wasSeed && standing.isLoweredOut) yield "misled";
  if (standing.isOutRanked) yield "out_ranked";
  if (by) yield by;
  if (wasSeed || standing.isOutRanked) return;
  // As good as nothing counts as nothing.
  const least = Math.max(0, work.settings.seeds.absoluteFloor);
  if ((standing.score ?? 0) > least) yield "below_floor";
  else if (!by) yield "not_found";
}

/** The walk of the question, from the seeds that it had, in the graph as it is now. */
function walkOf(work: Work, { trail, vector }: Case, { lowered }: Standing) {
  const { graph, vectors, settings } = work;
  const { bounds } = trail.why ?? {};
  const traversal: TraversalSettings = {
    ...settings.traversal,
    ...(bounds && { maxFiredNodes: bounds.maxFiredNodes, maxContextChars: bounds.maxContextChars }),
  };
  const choose = chooserOf(graph, bounds?.routing ?? settings.routing, {
    vector: vector ?? ([] as Vector),
    vectors,
    model: null,
  });
  const resemblance = vector && traversal.suppressByResemblance ? resemblanceTo(vectors, vector) : undefined;
  const spares = traversal.accompany ? sparing(work, trail.query) : undefined;
  const kept = (id: string) => lowered.get(id)?.kept ?? 1;
  return {
    seeds: trail.seeds,
    settings: traversal,
    choose,
    asking: { resemblance, spares, kept },
  };
}

/** What of the request left the node out; null where nothing did. */
function filterOf({ graph }: Work, { trail, node }: Case): string | null {
  const filters = trail.why?.filters;
  const position = graph.positionOf(node);
  if (!filters || position < 0) return null;
  const file = graph.fileAt(position);
  if (!excluding(filters.files, filters.prefixes)(file)) return null;
  return (
    filters.files.find((name) => name === file) ??
    filters.prefixes.find((one) => file?.startsWith(one)) ??
    null
  );
}

function suppressing({ trail, node }: Case): readonly string[] {
  return trail.suppressed.find(({ id }) => id === node)?.by ?? [];
}

/** Nodes that fired and have an edge to a node, the strongest edge first. */
function edgesFrom(graph: RouteGraph, node: string, fired: readonly string[]): string[] {
  const strength = (source: string) => Math.abs(graph.weights[graph.edgeOf(source, node)]);
  return [...new Set(fired)]
    .filter((source) => source !== node && graph.edgeOf(source, node) >= 0)
    .sort((a, b) => strength(b) - strength(a));
}
