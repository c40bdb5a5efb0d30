// A memory that was kept back does what it was meant to once it is let go: it takes the place of the version that it was to
// replace, as far as that one still stands, and disputes what it contradicts.

import { edgesAround } from "../graph/edge-notes.ts";
import type { NodeRecord } from "../graph/records.ts";
import { isKeptBack, successorOf } from "../graph/structure.ts";
import { recordInjection } from "./injection-entry.ts";
import type { Work } from "./memory.ts";
import { fieldsIn, remark } from "./memory-marks.ts";
import { supersede } from "./memory-storing.ts";

/** `entry`: number of the journal's entry that tells what it was meant to do. */
export function takePlace(work: Work, node: NodeRecord, entry: number): void {
  const { store, draft } = work;
  const [told] = store.journal(1, entry + 1, "inject");
  if (node.kind !== "memory" || told?.seq !== entry) return;
  const stands = (id: string) => isStanding(work, id);
  const [old] = ((told.body.replaces ?? []) as string[]).filter(stands);
  if (old !== undefined) {
    const earlier = edgesAround(draft.graph, node.id);
    supersede(work, node.id, old);
    const injected = { nodeId: node.id, injected: false, neighbours: [], linked: [], edgesAdded: 0 };
    const note = { suppresses: [], earlier, inherits: old, late: entry };
    recordInjection(work, injected, node, note, told.author);
  }
  const { conflictGroup } = fieldsIn(work, node.id);
  for (const rival of ((told.body.disputes ?? []) as string[]).filter(stands))
    remark(work, rival, { conflictGroup, conflictStatus: "active" });
}

function isStanding(work: Work, id: string): boolean {
  const { graph } = work.draft;
  const node = graph.has(id) ? work.draft.node(id) : undefined;
  if (node?.kind !== "memory" || node.authority === "constitutional" || isKeptBack(graph, id)) return false;
  return successorOf(graph, graph.positionOf(id)) < 0 && fieldsIn(work, id).validTo === null;
}
