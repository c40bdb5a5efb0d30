// Cleans a text for a block in a prompt: one line, nothing invisible, nothing that loads, nothing that reads like a
// marker of a block. Cleaning again changes nothing.

import { defused } from "../../durable/text/markers.ts";
import { withoutReferences } from "./references.ts";

/** Letters of scripts in which a joiner changes how a word is read. */
const JOINING =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Mongolian}]";
const INVISIBLE = new RegExp(
  `(?<=${JOINING}\\p{M}*)([\\u200c\\u200d])(?=${JOINING})|[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\ufff9-\\ufffb\\p{Cs}]`,
  "gu",
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** A marker of any block, as it is written. */
const MARKER = /<{1,3}\s?(?:end of )?edgebrain memory\b[^<>]*>{0,3}/gi;

/** Removes joiners too, except where a word needs them. */
export function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, (_, joiner?: string) => joiner ?? "");
}

/** Longer texts are cut to this before they are cleaned: nested ones take a while. */
export const MOST_CLEANED = 4_000;

/** `nonce`: of the block that the text goes into. */
export function cleanText(text: string, nonce = ""): string {
  let cleaned = withoutInvisible(text.slice(0, MOST_CLEANED)).replace(CONTROL, " ");
  for (let before: string | null = null; before !== cleaned; ) {
    before = cleaned;
    cleaned = withoutReferences(withoutMarkers(collapsed(cleaned), nonce));
  }
  return cleaned;
}

/** Every text within a value cleaned, its shape kept. */
export function cleanedDetails(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanedDetails);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cleanText(name), cleanedDetails(inner)]),
  );
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** As often as it takes: what is left may come together to a marker again. */
function withoutMarkers(text: string, nonce: string): string {
  let left = text;
  for (let before: string | null = null; before !== left; ) {
    before = left;
    left = left.replace(MARKER, "");
  }
  return defusedMarkers(left, nonce);
}

/** Spellings that read like a marker; an empty nonce is none. */
export function defusedMarkers(text: string, nonce: string): string {
  // What stands in place of a marker must not become the target of a label before it.
  return defused(text, nonce === "" ? "\u0000" : nonce).replaceAll("](marker", "] (marker");
}
