// A text as it reads, not as it is spelled, for finding what somebody hides: compatible forms unified, invisible
// characters and marks taken off, look-alike letters and digits that stand for letters folded, lower case.
// What is looked for is folded the same way, so both meet in any script.

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{M}\u{fff9}-\u{fffb}]|(?![\t\n\r])\p{Cc}|\p{Cf}/gu;
/** Letters of other scripts that look like a Latin one, by that one. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "аαɑ",
    b: "ьƅ",
    c: "сϲᴄ",
    d: "ԁɗ",
    e: "еεєҽ",
    g: "ɡԍ",
    h: "һ",
    i: "іιıɩ",
    j: "ј",
    k: "кκ",
    l: "ӏ",
    m: "мϻ",
    n: "пηո",
    o: "оοσօ",
    p: "рρ",
    r: "гɾ",
    s: "ѕ",
    t: "тτ",
    u: "ս",
    v: "ѵν",
    w: "ԝω",
    x: "хχ",
    y: "уүγ",
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);
const FOREIGN = /[\u0250-\u02af\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u0180-\u018f\u0131]/g;
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;

/** Digits and signs that stand for a letter inside of a word. */
const STAND_INS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", "@": "a", $: "s" }),
);
const DISGUISED =
  /(?<![\p{L}\p{N}@$])(?=[\p{L}\d@$]{0,20}\p{L})(?=[\p{L}\d@$]{0,20}[\d@$])[\p{L}013457@$]{3,24}(?![\p{L}\p{N}@$.])/gu;
/** What a disguised word has somewhere. */
const MIXED = /\p{L}[013457@$]|[013457@$]\p{L}/u;
/** Letters that are set apart one by one. */
const SPACED = /(?<![\p{L}\p{N}])\p{L}(?:[ .\-_*]\p{L}){4,40}(?![\p{L}\p{N}])/gu;

/** The text folded; line breaks stay. */
export function folded(text: string): string {
  const plain = PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        .replace(INVISIBLE, "")
        .toLowerCase()
        .replace(FOREIGN, (letter) => LOOK_ALIKES.get(letter) ?? letter);
  const joined = plain.replace(SPACED, (letters) => letters.replace(/[^\p{L}]/gu, ""));
  return MIXED.test(joined) ? joined.replace(DISGUISED, undisguised) : joined;
}

function undisguised(word: string): string {
  const letters = word.replace(/[^\p{L}]/gu, "").length;
  // `sha256`, `p95` and `k3s` are names: what stands for letters is the lesser part, with letters on both of its sides.
  if (letters < 3 || letters < word.length * 0.6) return word;
  if (/[\p{L}][013457]+$/u.test(word) && !/[\d@$]\p{L}/u.test(word)) return word;
  return Array.from(word, (character) => STAND_INS.get(character) ?? character).join("");
}

/** Maximal runs of letters and digits of a folded text. */
export function foldedWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
