// Whether what is added here waits for a reviewer. The policy is a setting that nothing but an owner's word changes: no
// import, no restore and no erasure takes it along. It is kept twice: what adds memory turns into a proposal where it
// can, and whatever would add some all the same is refused where every change of the graph passes.

import { Refusal } from "../../wire/errors.ts";
import {
  DEFAULT_POLICY,
  POLICY_SETTING,
  type Policy,
  type PolicyReply,
  type PolicyRequest,
} from "../../wire/policy.ts";
import type { Memory, Operation, Work } from "./memory.ts";

export function policyOf({ store }: Pick<Memory, "store">): Policy {
  return { ...DEFAULT_POLICY, ...(store.setting(POLICY_SETTING) as Partial<Policy> | undefined) };
}

/** True where what a call adds has to wait for a reviewer: an owner's word needs none. */
export function mustPropose({ store, call }: Pick<Work, "store" | "call">): boolean {
  return call.role !== "owner" && policyOf({ store }).capture === "proposal";
}

/** Refuses what would add or change memory that nobody reviewed. */
export function requireReviewed(work: Work): void {
  if (!mustPropose(work)) return;
  const isKnown = ({
    id,
    text,
    summary,
    metadata,
  }: {
    id: string;
    text: string;
    summary: string;
    metadata: object;
  }) => {
    const stored = work.store.storedNode(id);
    return (
      stored?.text === text &&
      stored.summary === summary &&
      JSON.stringify(stored.metadata) === JSON.stringify(metadata)
    );
  };
  if (work.draft.change().nodes.every(isKnown)) return;
  throw new Refusal(
    "review_required",
    "this memory takes what was reviewed only: propose it with POST …/proposals, or let an owner write it",
  );
}

/** The fields that a request holds. */
function said(wanted: PolicyRequest): Partial<Policy> {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

export const policy: Operation<Record<string, never>, PolicyReply> = {
  act: (work) => ({ ...policyOf(work), total_ms: work.call.elapsed() }),
};

export const setPolicy: Operation<PolicyRequest, PolicyReply> = {
  act(work, wanted) {
    const { store, call, agent } = work;
    const before = policyOf(work);
    const now: Policy = { ...before, ...said(wanted) };
    if (wanted.model_check && !work.model?.()) {
      throw new Refusal(
        "not_configured",
        "this server has no language model, so none can look: set one up, or leave model_check out",
      );
    }
    if (JSON.stringify(now) !== JSON.stringify(before)) {
      const stamp = { at: call.now, author: call.author };
      store.setSetting(POLICY_SETTING, now);
      store.record("review", { action: "policy", ...now }, stamp);
      const { capture, self_approval: self, personal_data: personal, secrets } = now;
      const parts = ["policy", capture, self ? "self" : "others", personal, secrets];
      const detail = (now.model_check ? [...parts, "model"] : parts).join(":");
      store.audit.append({ kind: "settings", target: `agent:${agent}`, detail }, stamp);
    }
    return { ...now, total_ms: call.elapsed() };
  },
};
