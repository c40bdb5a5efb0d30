// What was erased does not come back by itself: writes of the same content are refused, until an owner takes it back.

import { Refusal } from "../../wire/errors.ts";
import type { Json } from "../graph/records.ts";
import { digestOf } from "../text/digest.ts";
import type { Memory, Work } from "./memory.ts";

export const ERASED_BEFORE =
  "this content was erased before: leave it out, or let an owner take it back with override_erased: true";

/** True when the content with this hash was erased, and nobody has taken it back. */
export function wasErased({ store }: Pick<Memory, "store">, contentHash: string): boolean {
  return store.erasing.tombstones.bars(contentHash);
}

/** Refuses a content that was erased. To be asked in `act`: it may have been erased while it was embedded. */
export function requireNotErased(memory: Pick<Memory, "store">, text: string): void {
  if (wasErased(memory, digestOf(text))) throw new Refusal("erased_before", ERASED_BEFORE);
}

/** An owner takes contents back, where the request says so: they are no longer barred, and their tombstones say by whom. */
export function takeBack(
  { store, call }: Work,
  { override_erased: wanted }: { readonly override_erased?: boolean | undefined },
  contentHashes: Iterable<string>,
): void {
  if (!wanted) return;
  if (call.role !== "owner") {
    throw new Refusal("forbidden", "only an owner may take back what was erased: leave override_erased out");
  }
  const stamp = { at: call.now, author: call.author };
  for (const hash of new Set(contentHashes)) {
    if (!store.erasing.tombstones.bars(hash)) continue;
    store.erasing.tombstones.override(hash, stamp);
    store.audit.append({ kind: "erasure", target: `content:${hash}`, detail: "overridden" }, stamp);
  }
}

const MARK = "erased_by";

/** What stands in place of a remembered reply that said what was erased since. */
export function erasedReply(erasure: string): Json {
  return { [MARK]: erasure };
}

/** Refuses to repeat a reply that was erased: the request was done, and must not be done again. */
export function requireReply(reply: Json): void {
  if (typeof reply !== "object" || reply === null || !(MARK in reply)) return;
  throw new Refusal(
    "erased_before",
    "what was answered under this Idempotency-Key has been erased since: take a new key for a new request",
  );
}
