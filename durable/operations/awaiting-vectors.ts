// Whatever an operation leaves without a vector waits for one: every change is looked through, so that no operation has
// to think of it. A node whose text is replaced waits anew; what waits at a node goes with it.

import type { GraphChange, Origin } from "../graph/records.ts";
import type { Settings } from "../graph/settings.ts";
import { digestOf } from "../text/digest.ts";
import type { Call, Memory } from "./memory.ts";

/** Part of the open transaction, before or after the change is committed. */
export function noteMissingVectors(
  { store, vectors, settings }: Memory,
  change: GraphChange,
  { now }: Pick<Call, "now">,
): void {
  const { pending } = store;
  const has = (id: string) => vectors.record(id, 0) !== undefined;
  const mayWait = pending.knowsAny;
  if (mayWait) for (const id of change.removedNodes) pending.drop(id);
  if (change.removedNodes.length > 0 && store.reembedding.isRunning) {
    for (const id of change.removedNodes) store.reembedding.drop(id);
  }
  for (const { id, text, origin } of change.nodes) {
    if (!has(id) && wantsVector(origin, settings)) pending.addText(id, digestOf(text), now);
  }
  if (mayWait) for (const { id, route } of change.vectors) if (route === 0) pending.hasVector(id);
}

/** After rows were replaced without a draft: what waits is found anew. Part of the open transaction. */
export function findMissingVectors(
  { store, settings }: Pick<Memory, "store" | "settings">,
  { now }: Pick<Call, "now">,
): void {
  store.pending.rebuild(now, wantsVector("merged", settings));
}

/** The reference gives merged nodes no vector. */
function wantsVector(origin: Origin, { structure }: Settings): boolean {
  return origin !== "merged" || structure.carryOver;
}
