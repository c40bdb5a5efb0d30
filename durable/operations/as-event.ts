// A change of what holds, as one event: it is noted row by row as it was, so that an undo brings it back, like a maintenance run.

import type { Work } from "./memory.ts";

/** `nodes`: the ones that it is about. */
export function asEvent(
  { store, call }: Work,
  { task, nodes }: { readonly task: string; readonly nodes: readonly string[] },
  change: () => void,
): void {
  const stamp = { at: call.now, author: call.author };
  store.maintenance.record(call.id, stamp);
  change();
  const entry = { event: call.id, state: "done", tasks: [task], slices: 1, ended_at: call.now };
  store.record("run", { ...entry, revision: store.revision, nodes }, stamp);
}
