// What approving, rejecting and revising share: a proposal is decided once, while it waits, as it was read, and for good.
// The proposal, what became of it, the journal's entry and the row of the audit chain are one change.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { BatchReply, Decision } from "../../wire/reviewing.ts";
import type { StoredProposal } from "../store/ports.ts";
import type { Work } from "./memory.ts";
import { statusAt } from "./proposal-view.ts";

/** Refuses a proposal that does not wait, or is not what the caller read. `digest`: undefined for who need not have read it. */
export function requireDecidable({ call }: Work, proposal: StoredProposal, digest: string | undefined): void {
  const { id, nodeId } = proposal;
  const status = statusAt(proposal, call.now);
  if (status === "expired") {
    throw new Refusal(
      "proposal_expired",
      `nobody decided on proposal ${id} in time: let it be proposed again`,
      { id, status },
    );
  }
  if (status !== "pending") {
    const message = `proposal ${id} is ${status} already: there is nothing left to decide`;
    throw new Refusal("proposal_decided", message, { id, status, node_id: nodeId });
  }
  if (digest === undefined || digest === proposal.digest) return;
  throw new Refusal(
    "proposal_changed",
    `proposal ${id} is not what you read: read it again, and decide on that`,
    { id, digest: proposal.digest },
  );
}

interface Verdict {
  readonly status: "approved" | "rejected" | "expired";
  readonly nodeId: string | null;
  readonly reason: string | null;
  /** Of the text that became memory, where it is another one. */
  readonly edited: string | null;
  /** What the screen said of it, where it said anything. */
  readonly screen?: string | null;
}

/** Keeps what was decided: the proposal, and that it was done, by whom. */
export function decide({ store, call }: Work, proposal: StoredProposal, verdict: Verdict): void {
  const { status, nodeId, reason, edited, screen } = verdict;
  const stamp = { at: call.now, author: call.author };
  const decided = { ...proposal, status, nodeId, reason, decidedAt: call.now, decidedBy: call.author };
  store.proposals.put([decided], call.now);
  const body = { event: call.id, action: status, proposal: proposal.id, kind: proposal.kind };
  store.record("review", nodeId === null ? body : { ...body, node_id: nodeId }, stamp);
  store.proposals.dropOld(LIMITS.proposalsKept, call.now);
  const parts = [status, proposal.digest, nodeId ?? "", edited ?? ""];
  const detail = (screen ? [...parts, `screen_${screen}`] : parts).join(":");
  store.audit.append({ kind: "review", target: `proposal:${proposal.id}`, detail }, stamp);
}

/** Decides on one after the other. What refuses one of them before it changed anything leaves the others alone. */
export function inBatch<Item extends { readonly id: string }>(
  { call }: Work,
  items: readonly Item[],
  decideOne: (item: Item) => Decision,
): BatchReply {
  const results = items.map((item): BatchReply["results"][number] => {
    try {
      return decideOne(item);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { id: item.id, error: { code: error.refusal.code, message: error.refusal.message } };
    }
  });
  const refused = results.filter((result) => "error" in result).length;
  return { results, decided: results.length - refused, refused, total_ms: call.elapsed() };
}

/** A refusal that came before anything was changed. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Marks refusals of `check`, which changes nothing, as such. */
export function beforeAnyChange<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof Refusal ? new Refused(error) : error;
  }
}
