// How many tokens a text takes of a model's window, as a guess that errs on the high side, and what fits a budget of them.
// Scripts without spaces count a token a character at least.

import { bytesIn } from "./bytes.ts";

const MARGIN = 1.1;
const A_WORD = 1.25;
const BYTES_A_TOKEN = 3.5;
/** Of the line between two texts. */
const BETWEEN = "\n---\n";
const BETWEEN_TOKENS = 2;
const ELLIPSIS = "...";

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

export function tokensOf(text: string): number {
  if (text === "") return 0;
  const words = text.match(/\S+/gu)?.length ?? 0;
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  return Math.floor(MARGIN * Math.max(words * A_WORD, bytesIn(text) / BYTES_A_TOKEN, unspaced));
}

/** The texts that fit, in order, joined; what does not fit is passed over, and the next may. */
export function fitting(
  texts: readonly string[],
  budget: number,
): { readonly places: number[]; readonly context: string; readonly tokens: number } {
  const places: number[] = [];
  let left = budget;
  for (const [place, text] of texts.entries()) {
    const cost = tokensOf(text) + BETWEEN_TOKENS;
    if (cost > left) continue;
    left -= cost;
    places.push(place);
  }
  const context = places.map((place) => texts[place]).join(BETWEEN);
  return { places, context, tokens: tokensOf(context) };
}

/** The beginning of a text that fits, cut at a space where one is near, and never inside a character. */
export function truncated(text: string, budget: number): string {
  if (budget <= 0) return "";
  if (tokensOf(text) <= budget) return text;
  const most = Math.floor((budget * BYTES_A_TOKEN) / MARGIN);
  let [cut, bytes] = ["", 0];
  for (const character of text) {
    bytes += bytesIn(character);
    if (bytes > most || tokensOf(cut + character) > budget) break;
    cut += character;
  }
  const space = cut.lastIndexOf(" ");
  return (space > cut.length / 2 ? cut.slice(0, space) : cut) + ELLIPSIS;
}
