// A chunk above the limit is cut again: at blank lines, else between lines, else by force.

import { charactersOf, fullWidthOf } from "./characters.ts";
import type { ChunkRules } from "./chunk-rules.ts";
import { linesOf, paragraphsOf } from "./lines.ts";

export type LimitRules = Pick<ChunkRules, "mostChars" | "fullWidth" | "cutLongLines" | "overlap">;

/** The chunk itself when it is within the limit, else its pieces. */
export function withinLimit(chunk: string, rules: LimitRules): string[] {
  if (sizeOf(chunk, rules) <= rules.mostChars) return [chunk];
  const paragraphs = paragraphsOf(chunk);
  if (paragraphs.length > 1) return paragraphs.flatMap((paragraph) => withinLimit(paragraph, rules));
  const lines = linesOf(chunk);
  if (lines.length <= 1) return cutHard(chunk, rules);
  const packed = packLines(lines, rules);
  return rules.cutLongLines ? packed.flatMap((piece) => cutHard(piece, rules)) : packed;
}

/** Lines put together until the next one, with its line end, would not fit. */
function packLines(lines: readonly string[], rules: LimitRules): string[] {
  const pieces: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const added = sizeOf(line, rules) + 1;
    if (size + added > rules.mostChars) {
      pieces.push([]);
      size = 0;
    }
    (pieces.at(-1) as string[]).push(line);
    size += added;
  }
  return pieces.map((piece) => piece.join("\n"));
}

function cutHard(text: string, rules: LimitRules): string[] {
  if (sizeOf(text, rules) <= rules.mostChars) return [text];
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let start = 0; ; ) {
    let end = start;
    let size = 0;
    while (end < characters.length) {
      size += fullWidthOf(characters[end]) > 0 ? rules.fullWidth : 1;
      if (size > rules.mostChars && end > start) break;
      end++;
    }
    pieces.push(characters.slice(start, end).join(""));
    if (end === characters.length) return pieces;
    start = Math.max(start + 1, end - rules.overlap);
  }
}

/** Length against the limit: characters, the full-width ones at their own rate. */
function sizeOf(text: string, rules: LimitRules): number {
  const characters = charactersOf(text);
  return rules.fullWidth === 1 ? characters : characters + (rules.fullWidth - 1) * fullWidthOf(text);
}
