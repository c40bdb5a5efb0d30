// What is said where everything waits for a reviewer: it becomes a proposal with all that was said with it, and the
// memory stays as it is. Replies keep their shape, and name the proposal.

import type { CorrectionReply } from "../../wire/learning.ts";
import type { Payload } from "../../wire/proposal-payload.ts";
import type { ProposalState } from "../../wire/reviewing.ts";
import type { NodeRecord } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import type { Work } from "./memory.ts";
import { proposed } from "./proposing.ts";

export interface Captured {
  /** Of the memory that says it already, or of the one that the proposal becomes. */
  readonly nodeId: string;
  /** Null where it is memory already. */
  readonly proposal: ProposalState | null;
}

/** Proposes a node in place of adding it. */
export function captured(work: Work, node: NodeRecord, payload: Payload, vector: Vector | null): Captured {
  const kind = node.kind === "correction" ? "correction" : "memory";
  const type = node.kind === "directive" ? "DIRECTIVE" : undefined;
  const state = proposed(work, { kind, content: node.text, payload: { ...payload, type } }, vector);
  if (state.status === "duplicate") return { nodeId: state.node_id ?? node.id, proposal: null };
  return { nodeId: node.id, proposal: state };
}

export function capturedReply({ call }: Work, { nodeId, proposal }: Captured): CorrectionReply {
  return {
    event_id: call.id,
    edges_updated: 0,
    max_weight_delta: 0,
    fired_ids: [],
    unknown_ids: [],
    note: proposal
      ? "nothing has changed yet: a reviewer has to approve it first"
      : "this is memory already: nothing has changed",
    node_id: nodeId,
    node_injected: false,
    corrected_ids: [],
    ...(proposal && { proposal }),
    total_ms: call.elapsed(),
  };
}
