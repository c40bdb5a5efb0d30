// What a newer version takes over from the one that it replaces: learned edges and taught questions, copied, so that the
// older version is whole when the newer one is taken back. Fixed edges belong to each version alone.

import type { Draft } from "./draft.ts";
import { isFixed } from "./structure.ts";

export interface Heir {
  readonly from: string;
  readonly to: string;
  /** True: it says what the older one says. A suppression of words that have changed is not taken over. */
  readonly saysTheSame: boolean;
}

/** Copies edges and questions to the heirs. `gone`: nodes of the older version, those without an heir included. */
export function inherit(draft: Draft, heirs: readonly Heir[], gone: ReadonlySet<string>): void {
  const heirOf = new Map(heirs.map(({ from, to }) => [from, to]));
  for (const heir of heirs) {
    copyEdges(draft, heir, heirOf, gone);
    copyQuestions(draft, heir);
    copyStop(draft, heir);
  }
}

function copyEdges(
  draft: Draft,
  { from, saysTheSame }: Heir,
  heirOf: ReadonlyMap<string, string>,
  gone: ReadonlySet<string>,
): void {
  const { graph } = draft;
  const position = graph.positionOf(from);
  for (const edge of new Set([...graph.out.list(position), ...graph.into.list(position)])) {
    if (isFixed(graph, edge)) continue;
    const [source, target] = [graph.idAt(graph.sources[edge]), graph.idAt(graph.targets[edge])];
    const weight = graph.weights[edge];
    if (weight < 0 && target === from && !saysTheSame) continue;
    const ends = { source: heirOf.get(source) ?? source, target: heirOf.get(target) ?? target };
    if (gone.has(ends.source) || gone.has(ends.target) || ends.source === ends.target) continue;
    if (graph.edgeOf(ends.source, ends.target) >= 0) continue;
    const relevance = Number.isNaN(graph.relevances[edge]) ? null : graph.relevances[edge];
    const metadata = draft.edgeMetadata(source, target);
    draft.putEdge({ ...ends, weight, kind: graph.edgeKindAt(edge), relevance, metadata });
  }
}

function copyQuestions(draft: Draft, { from, to }: Heir): void {
  for (const route of draft.vectors.rowsOf(from)) {
    const question = route > 0 && draft.vectors.vector(from, route);
    if (question) draft.putVector(to, question, route, draft.asked(from, route));
  }
}

function copyStop(draft: Draft, { from, to }: Heir): void {
  const { graph } = draft;
  const position = graph.positionOf(from);
  const [weight, relevance] = [graph.stopWeights[position], graph.stopRelevances[position]];
  if (weight !== 0 || relevance !== 0) draft.setStop(graph.positionOf(to), weight, relevance);
}
