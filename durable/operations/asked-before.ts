// A question that was asked before, as its trail tells it, and what is known of the nodes and edges that it names.

import { Refusal } from "../../wire/errors.ts";
import { type Evidence, type ExplainedEdge, NEWEST, type NodeState } from "../../wire/explaining.ts";
import { tierOf } from "../graph/tier.ts";
import type { Trail } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import type { Memory } from "./memory.ts";
import type { Teachers } from "./teachers.ts";

/** The trail of a question. Refuses one that left none. */
export function trailOf({ store }: Pick<Memory, "store">, id: string): Trail {
  const [newest] = id === NEWEST ? store.journal(1, undefined, "query") : [];
  const trail = store.trail(newest ? (newest.body.query_id as string) : id);
  if (trail) return trail;
  throw new Refusal(
    "unknown_query",
    "this agent keeps no trail of that query_id: trails of the newest questions are kept, and none that names what was erased",
  );
}

/** What became of a node since a question. */
export function stateOf({ graph, store }: Memory, id: string, { at }: Trail): NodeState {
  if (!graph.has(id)) return store.erasing.tombstones.covers(digestOf(id)) ? "erased" : "gone";
  return (store.storedNode(id)?.updatedAt ?? 0) > at ? "changed" : "present";
}

/** An edge as it is now, with who taught it. */
export function edgeNow(
  { graph, settings }: Memory,
  source: string,
  target: string,
  teachers: Teachers,
): ExplainedEdge {
  const edge = graph.edgeOf(source, target);
  const taught = teachers.of(source, target);
  if (edge < 0) return { source, target, kind: null, weight: null, tier: null, taught_by: taught };
  const weight = graph.weights[edge];
  const tier = tierOf(weight, settings.traversal);
  return { source, target, kind: graph.edgeKindAt(edge), weight, tier, taught_by: taught };
}

export function evidenceOf({ settings }: Memory, { why }: Trail): Evidence {
  return {
    confidence: why?.confidence ?? null,
    least_confidence: settings.silence?.leastConfidence ?? null,
    words: why?.evidence?.words ?? null,
    nearest: why?.evidence?.nearest ?? null,
    strangers: why?.evidence?.strangers ?? null,
  };
}
