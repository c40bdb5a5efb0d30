// What came of an erasure: its receipt again, whether both homes have forgotten, and whether a receipt is genuine.

import {
  type ErasureReply,
  type ErasureRequest,
  LAST,
  type VerifyReceiptReply,
  type VerifyReceiptRequest,
} from "../../wire/erasing.ts";
import { Refusal } from "../../wire/errors.ts";
import type { Replica, Traces } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { flawOf, receiptOf } from "./erase-receipt.ts";
import type { Memory, Operation, Work } from "./memory.ts";

type Archived = Awaited<ReturnType<Replica["traces"]>>;

export const erasure: Operation<ErasureRequest, ErasureReply, Archived | null> = {
  async wait(memory, { id }) {
    const { erasure_id, at } = keptReceipt(memory, id);
    try {
      return (await memory.replica?.traces(erasure_id, at)) ?? null;
    } catch (error) {
      if (error instanceof Refusal && error.code === "unavailable") return null;
      throw error;
    }
  },

  act(work, { id }, archived) {
    const receipt = keptReceipt(work, id);
    const { erasure_id: erasure, at } = receipt;
    const reasons = [...leftIn("the object", work, erasure, work.store.erasing.traces(erasure, at))];
    if (archived === null) reasons.push("D1 can't be asked just now");
    else if (archived.appliedSeq < receipt.revision)
      reasons.push(`D1 holds changes up to ${archived.appliedSeq}, the erasure is ${receipt.revision}`);
    else reasons.push(...leftIn("D1", work, erasure, archived));
    const due = work.far ? work.store.vectorized.deletions : 0;
    if (due > 0) reasons.push(`Vectorize has not acknowledged ${due} deletions yet`);
    return {
      receipt,
      verified: reasons.length === 0,
      reasons,
      applied_seq: archived?.appliedSeq ?? null,
      total_ms: work.call.elapsed(),
    };
  },
};

export const verifyReceipt: Operation<VerifyReceiptRequest, VerifyReceiptReply> = {
  act(work, { receipt }) {
    const reason = flawOf(work, receipt);
    return { genuine: reason === null, reason, total_ms: work.call.elapsed() };
  },
};

function keptReceipt({ store }: Pick<Memory, "store">, id: string) {
  const kept = store.erasing.receipt(id === LAST ? undefined : id);
  if (kept !== undefined) return receiptOf(kept);
  throw new Refusal("not_found", "there is no such erasure: its id is the erasure_id of the receipt");
}

function* leftIn(
  home: string,
  { store }: Work,
  erasure: string,
  { contents, suspects }: Traces,
): Iterable<string> {
  const erased = new Set(store.erasing.tombstones.of(erasure).map(({ idHash }) => idHash));
  const ids = suspects.filter((id) => erased.has(digestOf(id))).length;
  if (contents > 0) yield `${home} holds ${contents} nodes that say what was erased`;
  if (ids > 0) yield `${home} still names ${ids} of the erased nodes`;
}
