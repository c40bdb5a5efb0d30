// A change of what holds, as one event: it is noted row by row as it was, so that an undo brings it back, like a maintenance run.

import type { Work } from "./memory.ts";

/** `nodes`: the ones that it is about. */
export function asEvent(
  { store, call }: Work,
  { task, nodes }: { readonly task: string; readonly nodes: readonly string[] },
  change: () => void,
): void {
  const stamp = { at: call.now, author: call.author };
  store.maintenance.record(call.id, stamp, "change");
  change();
  const entry = { event: call.id, state: "done", tasks: [task], slices: 1, ended_at: call.now };
  store.record("run", { ...entry, revision: store.revision, nodes }, stamp);
}

/** An edit of one node in its place; `change` says which of its fields changed. */
export function asEdit({ store, call }: Work, id: string, change: () => readonly string[]): void {
  const stamp = { at: call.now, author: call.author };
  store.maintenance.record(call.id, stamp, "edit");
  const changed = change();
  store.record("edit", { event: call.id, node_id: id, changed: [...changed] }, stamp);
}
