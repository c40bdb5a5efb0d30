// Explain: how each node got into an answer, by the trail of the question and the learning events of the edges that it
// followed. What the trail says was so then; weights, tiers and states of nodes are said as they are now.

import type { ExplainedSeed, ExplainedStep, ExplainReply, ExplainRequest } from "../../wire/explaining.ts";
import { LIMITS } from "../../wire/limits.ts";
import { isStep, procedureOf } from "../graph/structure.ts";
import type { Step, Trail } from "../store/ports.ts";
import { edgeNow, evidenceOf, stateOf, trailOf } from "./asked-before.ts";
import type { Operation, Work } from "./memory.ts";
import { Teachers } from "./teachers.ts";

export const explain: Operation<ExplainRequest, ExplainReply> = {
  act(work, { id }) {
    const trail = trailOf(work, id);
    const { queryId, at, author, fired, suppressed, why } = trail;
    const shown = [...new Set(fired)].slice(0, LIMITS.pageSize);
    const routes = new Map(shown.map((node) => [node, routeTo(node, trail)]));
    const keptOut = suppressed.slice(0, LIMITS.pageSize);
    const teachers = new Teachers(
      work,
      [
        ...[...routes.values()].flat().map(({ source, target }) => [source, target] as const),
        ...keptOut.flatMap(({ id, by }) => by.map((source) => [source, id] as const)),
      ],
      shown.flatMap((node) => {
        const question = partsOf(node, trail)?.[2];
        return question ? [[node, question] as const] : [];
      }),
      shown.flatMap((node) => misledFor(node, trail).map((question) => [node, question] as const)),
    );
    return {
      query_id: queryId,
      at,
      author,
      complete: why !== undefined,
      decision: why?.decision ?? (fired.length > 0 ? "answered" : "low_confidence"),
      evidence: evidenceOf(work, trail),
      fired: shown.map((node) => ({
        id: node,
        state: stateOf(work, node, trail),
        score: trail.scores[fired.indexOf(node)],
        in_context: why ? why.contextIds.includes(node) : null,
        seed: seedOf(node, trail, teachers),
        route: (routes.get(node) as Step[]).map((step) => stepNow(work, step, teachers)),
        part_of: partOf(work, node),
        stands_in_for: suppressed.filter(({ by }) => by.includes(node)).map((one) => one.id),
      })),
      fired_left_out: new Set(fired).size - shown.length,
      suppressed: keptOut.map(({ id, by }) => ({
        id,
        state: stateOf(work, id, trail),
        by: by.slice(0, LIMITS.edgesNamed).map((source) => edgeNow(work, source, id, teachers)),
      })),
      total_ms: work.call.elapsed(),
    };
  },
};

/** The procedure of a step, as it is now. */
function partOf({ graph }: Work, id: string): string | null {
  return isStep(graph, id) ? graph.idAt(procedureOf(graph, graph.positionOf(id))) : null;
}

function partsOf(id: string, { seeds, why }: Trail) {
  return why?.parts?.[seeds.findIndex(([seed]) => seed === id)];
}

/** Digests of the questions for which a seed misled. */
function misledFor(id: string, trail: Trail): readonly string[] {
  const [, ...questions] = partsOf(id, trail)?.[4] ?? [0];
  return questions;
}

/** How the question itself found a node; null where a walk did. */
function seedOf(id: string, trail: Trail, teachers: Teachers): ExplainedSeed | null {
  const { seeds, why } = trail;
  const seed = seeds.find(([node]) => node === id);
  if (!seed) return null;
  const parts = partsOf(id, trail);
  // Where vectors alone find, the score is the similarity.
  if (!parts)
    return {
      score: seed[1],
      words: null,
      meaning: why ? seed[1] : null,
      taught: null,
      taught_by: [],
      lent: [],
      lowered: null,
    };
  const [words, meaning, question, lent, lowered] = parts;
  return {
    score: seed[1],
    words,
    meaning: why?.hadVector ? meaning : null,
    taught: question !== null,
    taught_by: question === null ? [] : teachers.ofQuestion(id, question),
    lent: lent.map(([from, kind, amount]) => ({ from, kind, amount })),
    lowered: lowered ? { kept: lowered[0], by: teachers.ofVerdicts(id, misledFor(id, trail)) } : null,
  };
}

/** The steps from a seed to a node, by which it first fired; none for a seed, or for what stands in for another. */
function routeTo(id: string, { seeds, steps }: Trail): Step[] {
  const isSeed = (node: string) => seeds.some(([seed]) => seed === node);
  const route: Step[] = [];
  let until = steps.length;
  for (let node = id; !isSeed(node); node = route[0].source) {
    const place = steps.findIndex(({ target }) => target === node);
    // A node fires at the first step that reaches it, and its source had fired before.
    if (place < 0 || place >= until) break;
    until = place;
    route.unshift(steps[place]);
  }
  return route;
}

function stepNow(
  work: Work,
  { source, target, hop, score, weight, tier }: Step,
  teachers: Teachers,
): ExplainedStep {
  return { ...edgeNow(work, source, target, teachers), hop, score, weight_then: weight, tier_then: tier };
}
