// Restoring: the memory becomes what it was at an earlier number, or what D1 has. It is a change like any other, with
// a number of its own, so that a restore can be restored from. Journal, answers and audit go on as they are.

import { Refusal } from "../../wire/errors.ts";
import type { RestoreReply, RestoreRequest } from "../../wire/upkeep.ts";
import type { Restorable } from "../store/ports.ts";
import type { Operation } from "./memory.ts";

export const restore: Operation<RestoreRequest, RestoreReply, Restorable> = {
  wait({ replica }, { seq }) {
    if (replica) return replica.restorable(seq ?? null);
    throw new Refusal("not_configured", "this memory has no replica to be restored from");
  },

  act({ agent, store, call }, { dry_run: dryRun = false }, { seq, oldest, newest, revision, isStaged }) {
    if (store.revision !== revision || !isStaged()) {
      throw new Refusal("unavailable", "the memory changed meanwhile: send the request again");
    }
    const { nodes = 0, edges = 0, vectors = 0, ...others } = store.past.changes();
    const changed = {
      nodes,
      edges,
      vectors,
      others: Object.values(others).reduce((sum, count) => sum + count, 0),
    };
    if (!dryRun) {
      if (newest > revision) store.overtake(newest);
      const stamp = { at: call.now, author: call.author };
      store.past.takeOver(call.now);
      store.record("restore", { seq, ...changed }, stamp);
      store.audit.append({ kind: "restore", target: `agent:${agent}`, detail: `seq:${seq}` }, stamp);
    }
    return {
      seq,
      ...changed,
      oldest,
      newest,
      revision: store.revision,
      dry_run: dryRun,
      total_ms: call.elapsed(),
    };
  },
};
