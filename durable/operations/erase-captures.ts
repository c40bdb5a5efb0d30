// Captured turns hold words before they are memory, and after: an erasure takes those of an erased author or project and those
// that quote what goes, and takes the names of what goes out of what came of the others.

import type { Json } from "../graph/records.ts";
import type { StoredCapture } from "../store/ports.ts";
import type { Footprint } from "./erase-footprint.ts";
import { someText, withoutNames } from "./erased-names.ts";
import type { Memory } from "./memory.ts";
import { isNamedCapture, type NamedBy } from "./named-captures.ts";

export interface ErasedCaptures {
  readonly dropped: readonly string[];
  readonly rewritten: readonly StoredCapture[];
}

export function capturesToErase(
  { store }: Pick<Memory, "store">,
  { names, passages }: Footprint,
  request: NamedBy,
): ErasedCaptures {
  const dropped: string[] = [];
  const rewritten: StoredCapture[] = [];
  for (const capture of store.captures.all()) {
    const quotes = (value: Json) => someText(value, (text) => passages.isIn(text));
    const left = withoutNames(capture.result, names);
    if (isNamedCapture(capture, request) || quotes(capture.request) || quotes(capture.result))
      dropped.push(capture.id);
    else if (left !== capture.result) rewritten.push({ ...capture, result: left ?? [] });
  }
  return { dropped, rewritten };
}

export function eraseCaptures(
  { store }: Pick<Memory, "store">,
  { dropped, rewritten }: ErasedCaptures,
): void {
  for (const id of dropped) store.captures.drop(id);
  for (const capture of rewritten) store.captures.put(capture);
}
