// The receipt of an erasure: counts and hashes, sealed, so that it can be recognised later wherever it was kept.

import { type EraseRequest, Receipt } from "../../wire/erasing.ts";
import { Refusal } from "../../wire/errors.ts";
import type { Json } from "../graph/records.ts";
import { digestOf } from "../text/digest.ts";
import type { Memory, Work } from "./memory.ts";

/** What the seals of receipts are made for. */
export const RECEIPTS = "edgebrain receipts of erasures";

export interface Erased {
  readonly counts: Record<string, number>;
  readonly d1: Record<string, number>;
  readonly tombstones: number;
  readonly learning: Receipt["learning"];
  readonly revision: number;
}

export function sealedReceipt(work: Work, request: EraseRequest, erased: Erased): Receipt {
  const { agent, call } = work;
  const { counts: object, d1, ...more } = erased;
  const receipt = {
    erasure_id: call.id,
    agent,
    at: call.now,
    by: call.author,
    target: targetOf(request),
    counts: { object, d1 },
    ...more,
  };
  return { ...receipt, seal: sealOf(work, receipt) };
}

/** Why a receipt is not this agent's, or not as it was made; null when it is. */
export function flawOf(memory: Memory, { seal, ...receipt }: Receipt): string | null {
  if (receipt.agent !== memory.agent) return "the receipt is that of another agent";
  // Compared as digests, so that the time it takes tells nothing of the seal.
  if (digestOf(seal) === digestOf(sealOf(memory, receipt))) return null;
  return "the seal is not that of this receipt: it was changed, or made with another secret";
}

/** A kept receipt. */
export function receiptOf(kept: Json): Receipt {
  return Receipt.parse(kept);
}

function sealOf({ seal }: Memory, receipt: Omit<Receipt, "seal">): string {
  if (seal) return seal(canonical(receipt));
  throw new Refusal(
    "not_configured",
    "receipts are sealed with a key made from OPERATOR_TOKEN: set this secret",
  );
}

function targetOf(request: EraseRequest): Receipt["target"] {
  const { dry_run: _, ...target } = request;
  const [[by, value]] = Object.entries(target).filter(([, named]) => named !== undefined);
  return { by: by as Receipt["target"]["by"], hash: digestOf(JSON.stringify(value)) };
}

/** JSON with names in order: the same receipt is the same text, however it was written down. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
