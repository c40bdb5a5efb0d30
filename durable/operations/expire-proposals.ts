// What nobody decided in time is over: the proposal says so from then on, and the audit chain has it. Whoever reads in
// between is told the same by the time alone.

import { decide } from "./deciding.ts";
import type { Operation } from "./memory.ts";

/** Proposals of a slice. */
const SLICE = 100;

export const expireProposals: Operation<null, null> = {
  act(work) {
    const { store, call } = work;
    for (const proposal of store.proposals.due(call.now, SLICE)) {
      decide(work, proposal, { status: "expired", nodeId: null, reason: null, edited: null });
    }
    return null;
  },
};
