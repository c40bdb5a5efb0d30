// What was erased does not come back by itself: writes of the same content are refused, until an owner takes it back.

import { Refusal } from "../../wire/errors.ts";
import type { Json } from "../graph/records.ts";
import type { Tombstone } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { wordingOf } from "../text/wording.ts";
import type { Memory, Work } from "./memory.ts";

export const ERASED_BEFORE =
  "this content was erased before: leave it out, or let an owner take it back with override_erased: true";

/** True when the content was erased, in whichever spelling, and nobody has taken it back. */
export function wasErased({ store }: Pick<Memory, "store">, text: string): boolean {
  const { tombstones } = store.erasing;
  if (!tombstones.stand()) return false;
  const [content, ...wording] = barredBy(text);
  if (tombstones.bars(content)) return true;
  // What is in memory in these very words was left there: a file that says it may go on saying it.
  return wording.some((hash) => tombstones.bars(hash)) && store.erasing.nodesSaying([content]).length === 0;
}

/** The tombstones of a node: of its content, and of its content in any other spelling. */
export function tombstonesOf(id: string, text: string): Tombstone[] {
  const idHash = digestOf(id);
  return barredBy(text).map((contentHash) => ({ contentHash, idHash }));
}

/** Hashes that bar a content: of its very text, and of its wording, which no content's hash is. */
function barredBy(text: string): string[] {
  const wording = wordingOf(text);
  return [digestOf(text), ...(wording === "" ? [] : [digestOf(`wording\0${wording}`)])];
}

/** Refuses a content that was erased. To be asked in `act`: it may have been erased while it was embedded. */
export function requireNotErased(memory: Pick<Memory, "store">, text: string): void {
  if (wasErased(memory, text)) throw new Refusal("erased_before", ERASED_BEFORE);
}

/** An owner takes contents back, where the request says so: they are no longer barred, and their tombstones say by whom. */
export function takeBack(
  { store, call }: Work,
  { override_erased: wanted }: { readonly override_erased?: boolean | undefined },
  texts: Iterable<string>,
): void {
  if (!wanted) return;
  if (call.role !== "owner") {
    throw new Refusal("forbidden", "only an owner may take back what was erased: leave override_erased out");
  }
  const stamp = { at: call.now, author: call.author };
  for (const text of new Set(texts)) {
    const barring = barredBy(text).filter((hash) => store.erasing.tombstones.bars(hash));
    for (const hash of barring) store.erasing.tombstones.override(hash, stamp);
    if (barring.length === 0) continue;
    const detail = "overridden";
    store.audit.append({ kind: "erasure", target: `content:${digestOf(text)}`, detail }, stamp);
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
