// Suppression: edges of negative weight, from what is right to what it corrects.
//   new edge: w = strength      existing edge: `set` w = min(w, strength), `approach` w += (strength − w) · rate
//   then w is clamped to −1…0. The way back, from the corrected node to the correction, stays as it is.

import type { Draft } from "./draft.ts";
import type { Settings } from "./settings.ts";

export const INHIBITORY = "inhibitory";
export const SIBLING = "sibling";

const TAUGHT_BY = { source: "inject", type: "correction" } as const;

export interface Suppressed {
  /** Targets that the source suppresses now. */
  readonly ids: readonly string[];
  /** How many of these edges were not inhibitory before. */
  readonly created: number;
}

/** Lets a node suppress others. Itself, ids that are no nodes and, where settings protect them, constitutional nodes are left out. */
export function suppress(
  draft: Draft,
  source: string,
  targets: Iterable<string>,
  settings: Settings,
): Suppressed {
  const { graph } = draft;
  const ids: string[] = [];
  let created = 0;
  for (const target of new Set(targets)) {
    if (target === source || !mayBeSuppressed(draft, target, settings)) continue;
    const edge = graph.edgeOf(source, target);
    if (edge < 0 || graph.edgeKindAt(edge) !== INHIBITORY) created++;
    const weight = suppressingWeight(edge < 0 ? null : graph.weights[edge], settings);
    const relevance = edge < 0 || Number.isNaN(graph.relevances[edge]) ? null : graph.relevances[edge];
    const metadata = { ...draft.edgeMetadata(source, target), ...TAUGHT_BY };
    draft.putEdge({ source, target, weight, kind: INHIBITORY, relevance, metadata });
    ids.push(target);
  }
  return { ids, created };
}

export function mayBeSuppressed(draft: Draft, id: string, settings: Settings): boolean {
  const position = draft.graph.positionOf(id);
  if (position < 0 || draft.hides(id)) return false;
  return !settings.traversal.protectConstitutional || draft.graph.authorityAt(position) !== "constitutional";
}

/** The kind of an edge after learning has moved its weight. */
export function kindAfter(weight: number, kind: string, settings: Settings): string {
  if (weight < settings.traversal.inhibitoryThreshold) return INHIBITORY;
  return settings.learning.kinds === "rewrite" || kind === INHIBITORY ? SIBLING : kind;
}

function suppressingWeight(old: number | null, { injection }: Settings): number {
  const strength = injection.inhibitionStrength;
  let weight = strength;
  if (old !== null) {
    const approached = old + (strength - old) * Math.max(0, injection.inhibitionRate);
    weight = injection.inhibition === "set" ? Math.min(old, strength) : approached;
  }
  return Math.min(0, Math.max(-1, weight));
}
