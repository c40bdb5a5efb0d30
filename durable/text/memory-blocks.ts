// Takes blocks of recalled memory out of a text, so that what was recalled is never taken for something new: whole
// blocks, nested ones, and those of which a marker was lost or damaged. Where a block has no end, the text has none.

import { markersIn } from "./markers.ts";

/** The text without what stands between markers of memory, the markers included. */
export function withoutMemoryBlocks(text: string): string {
  const markers = markersIn(text);
  if (markers.length === 0) return text;
  let kept = "";
  /** Where the text goes on that is not in a block; null inside of one. */
  let from: number | null = 0;
  let depth = 0;
  let outermost = "";
  for (const { start, end, closes, nonce } of markers) {
    if (!closes) {
      if (from !== null) {
        kept += text.slice(from, start);
        outermost = nonce;
        depth = 0;
      }
      from = null;
      depth++;
    } else if (from !== null) {
      // An end without a beginning: what stood before it was the block's.
      kept = "";
      from = end;
    } else if (--depth === 0 || (nonce !== "" && nonce === outermost)) {
      kept += "\n";
      from = end;
    }
  }
  return from === null ? kept : kept + text.slice(from);
}
