// Whether a claim stands word by word in a text. A literal match says that these words are there, not that they are true:
// so the sentence around each match comes along, and whether that sentence holds a negation the claim does not have.
// `verbatim`: the same but for case. `normalised`: also but for white space, quotes, dashes and forms of Unicode.

export type LiteralMatch = "verbatim" | "normalised" | "none";

export interface Occurrence {
  /** UTF-8 bytes of the text, the end not included. */
  readonly start: number;
  readonly end: number;
  readonly sentence: string;
  readonly negation: boolean;
}

export interface Verified {
  readonly match: LiteralMatch;
  /** In order, none over another, the first ones. */
  readonly occurrences: readonly Occurrence[];
}

/** Matches that are told. */
const MOST = 100;
/** UTF-16 units of a sentence on either side of the match. */
const REACH = 500;

/** One cluster of a text, as it is compared: a letter with its marks, or a run of white space. */
const CLUSTER = /\s+|\P{M}\p{M}*|\p{M}+/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const DOUBLE_QUOTES = /["\u201c-\u201f\u00ab\u00bb\u2033\u300c-\u300f\uff02]/gu;
const SINGLE_QUOTES = /['\u2018-\u201b\u2039\u203a\u2032`\u00b4\uff07]/gu;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu;

const NEGATION =
  /(?<![\p{L}\p{M}\p{N}])(?:no|not|never|none|neither|nor|cannot|without|\p{L}+n[’']t|nicht|kein\p{L}*|nie|niemals|ohne|niet|geen|nooit|pas|jamais|sans|nunca|sin|não|nem|non|mai|senza|не|нет|никогда|без)(?![\p{L}\p{M}\p{N}])|[不没沒無无非未别勿]|ない|ません|ずに|않|없/iu;

const SENTENCE_END = /[.!?…](?=\s|$|["'”’»)\]])|[。！？]|\n/gu;

export function verified(text: string, claim: string): Verified {
  const verbatim = find(text, claim.trim(), (cluster) => cluster.toLowerCase(), false);
  if (verbatim.length > 0) return { match: "verbatim", occurrences: verbatim };
  const normalised = find(text, claim.trim(), normal, true);
  return { match: normalised.length > 0 ? "normalised" : "none", occurrences: normalised };
}

function normal(cluster: string): string {
  const visible = cluster.replace(INVISIBLE, "");
  if (/^\s/u.test(visible)) return " ";
  return visible
    .normalize("NFKD")
    .toLowerCase()
    .replace(DOUBLE_QUOTES, '"')
    .replace(SINGLE_QUOTES, "'")
    .replace(DASHES, "-");
}

type Fold = (cluster: string) => string;

interface Folded {
  readonly text: string;
  /** For each unit of `text` where the cluster that it comes from begins in the original; −1 inside of one. */
  readonly starts: Int32Array;
}

function folded(text: string, fold: Fold): Folded {
  const pieces: string[] = [];
  const starts: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const piece = fold(cluster);
    pieces.push(piece);
    for (let unit = 0; unit < piece.length; unit++) starts.push(unit === 0 ? index : -1);
  }
  starts.push(text.length);
  return { text: pieces.join(""), starts: Int32Array.from(starts) };
}

function find(text: string, claim: string, fold: Fold, trims: boolean): Occurrence[] {
  const haystack = folded(text, fold);
  const { text: needle } = folded(claim, fold);
  const wanted = trims ? needle.trim() : needle;
  if (wanted === "") return [];
  const occurrences: Occurrence[] = [];
  const bytes = new ByteCounter(text);
  const denied = NEGATION.test(claim);
  for (let from = 0; occurrences.length < MOST; ) {
    const place = haystack.text.indexOf(wanted, from);
    if (place < 0) break;
    const start = haystack.starts[place];
    const end = haystack.starts[place + wanted.length];
    // Half a letter is no match: `e` is not in `é`.
    if (start < 0 || end < 0) {
      from = place + 1;
      continue;
    }
    from = place + wanted.length;
    const sentence = sentenceAround(text, start, end);
    const rest = `${sentence.before}\u0000${sentence.after}`;
    occurrences.push({
      start: bytes.before(start),
      end: bytes.before(end),
      sentence: (sentence.before + text.slice(start, end) + sentence.after).trim(),
      negation: !denied && NEGATION.test(rest),
    });
  }
  return occurrences;
}

/** The rest of the sentence before and after a match, each within reach. */
function sentenceAround(text: string, start: number, end: number): { before: string; after: string } {
  const head = wellFormed(text.slice(Math.max(0, start - REACH), start));
  const tail = wellFormed(text.slice(end, end + REACH));
  const stops = [...head.matchAll(SENTENCE_END)];
  const last = stops.at(-1);
  const before = last ? head.slice(last.index + last[0].length) : head;
  // A match may end with the end of its sentence.
  if (/[.!?…。！？\n]\s*$/u.test(text.slice(start, end))) return { before, after: "" };
  const stop = tail.matchAll(SENTENCE_END).next().value;
  return { before, after: stop ? tail.slice(0, stop.index + stop[0].length) : tail };
}

/** Without the half of a character that a cut left at either end. */
function wellFormed(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
}

/** Bytes before places of a text; places come in ascending order. */
class ByteCounter {
  private readonly text: string;
  private place = 0;
  private bytes = 0;

  constructor(text: string) {
    this.text = text;
  }

  before(place: number): number {
    while (this.place < place) {
      const point = this.text.codePointAt(this.place) as number;
      this.bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      this.place += point < 0x10000 ? 1 : 2;
    }
    return this.bytes;
  }
}
