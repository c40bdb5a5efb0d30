// The markers around recalled memory, and taking out of a text whatever a reader could mistake for one.
// A text is compared as it reads, not as it is spelled: without invisible characters, marks and case, with
// full-width and look-alike letters folded. Only what matches is replaced; the rest stays as it was.

export interface Markers {
  readonly open: string;
  readonly close: string;
}

/** The pair of markers of one block. `nonce` must be new and unguessable, letters and digits only. */
export function markersOf(nonce: string): Markers {
  return { open: `<<<EDGEBRAIN MEMORY ${nonce}>>>`, close: `<<<END OF EDGEBRAIN MEMORY ${nonce}>>>` };
}

const REMOVED = "(marker removed)";
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{C}\p{M}]/u;
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "аαɑ",
    b: "вβь",
    d: "ԁɗ",
    e: "еεєҽ",
    f: "ƒϝ",
    g: "ɡԍ",
    i: "іιıɩ",
    m: "мϻ",
    n: "пηո",
    o: "оοσօ",
    r: "гɾ",
    y: "уүγ",
    "<": "‹«≪⋘⟨〈《⟪❮❰˂ᐸ",
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);
/** An angle bracket, then the marker's words with anything between them that is no letter, digit or bracket. */
const MARKER = "<~(?:end~(?:of~)?)?edge~brain~memory".replaceAll("~", "[^\\p{L}\\p{N}<]*");

/** Every character that folds to the bracket; a text without any holds no marker. */
const BRACKET =
  /[<\u00ab\u02c2\u1438\u2039\u226a\u226e\u22d8\u2329\u276e\u2770\u27e8\u27ea\u3008\u300a\ufe3d\ufe3f\ufe64\uff1c]/;
const PLAIN = /^[\n\t\x20-\x7e]*$/;

/** The text without anything that reads like a marker, or like this block's nonce. */
export function defused(text: string, nonce: string): string {
  const lower = text.toLowerCase();
  if (!BRACKET.test(text) && !lower.includes(nonce.toLowerCase())) return text;
  const { letters, starts } = PLAIN.test(text) ? { letters: lower, starts: null } : folded(text);
  const pattern = new RegExp(`${MARKER}|${nonce.toLowerCase()}`, "gu");
  const startOf = (index: number) => (starts ? starts[index] : index);
  let result = "";
  let end = 0;
  for (const match of letters.matchAll(pattern)) {
    result += text.slice(end, startOf(match.index)) + REMOVED;
    end = startOf(match.index + match[0].length);
  }
  return result + text.slice(end);
}

export interface Marker {
  readonly start: number;
  readonly end: number;
  /** True for the marker at the end of a block. */
  readonly closes: boolean;
  /** Its value; empty when it has none. */
  readonly nonce: string;
}

/**
 * A marker of any block, damaged ones too: its words with a bracket before them, or with a value and a bracket after; or the
 * value alone with its brackets, of which the words were lost.
 */
const ANY_MARKER = new RegExp(
  [
    String.raw`(?<bracket>(?:(?:<|&lt;)[^\p{L}\p{N}\n<&]{0,4}){1,8})?(?<closes>end~(?:of~)?)?edge~brain~memory(?!\p{L})`,
    String.raw`(?:[^\p{L}\p{N}<\n]{0,8}(?<nonce>(?=[a-z]*\d)[a-z\d]{8,64}|[a-f]{16,64}|[a-z]{8,64}(?=(?:>|&gt;){2})))?`,
    String.raw`(?<after>(?:&gt;|[^\p{L}\p{N}\n<&"'(])*)`,
    String.raw`|(?<![\p{L}\p{N}])(?<rest>[a-f\d]{24,64})(?:>|&gt;){2,}[^\p{L}\p{N}\n<&"'(]*`,
  ]
    .join("")
    .replaceAll("~", String.raw`[^\p{L}\p{N}<]{0,8}`),
  "gu",
);

/** Every marker in a text, in order. */
export function markersIn(text: string): Marker[] {
  const lower = text.toLowerCase();
  const { letters, starts } = PLAIN.test(text) ? { letters: lower, starts: null } : folded(text);
  const startOf = (index: number) => (starts ? starts[index] : index);
  return Array.from(letters.matchAll(ANY_MARKER), ({ index, 0: found, groups = {} }) => {
    const { bracket, closes = groups.rest, nonce = groups.rest ?? "", after = ">" } = groups;
    const isMarker =
      bracket !== undefined || (nonce !== "" && (after.includes(">") || after.includes("&gt;")));
    const place = { start: startOf(index), end: startOf(index + found.length) };
    return isMarker ? { ...place, closes: closes !== undefined, nonce } : null;
  }).filter((marker) => marker !== null);
}

/** A text as it reads, and for each of its units where it starts in the text itself. */
function folded(text: string): { letters: string; starts: number[] } {
  const letters: string[] = [];
  const starts: number[] = [];
  let index = 0;
  for (const character of text) {
    for (const letter of lettersOf(character)) {
      letters.push(letter);
      for (let unit = 0; unit < letter.length; unit++) starts.push(index);
    }
    index += character.length;
  }
  starts.push(index);
  return { letters: letters.join(""), starts };
}

function lettersOf(character: string): string[] {
  if (character >= " " && character <= "~") return [character.toLowerCase()];
  if (INVISIBLE.test(character)) return [];
  return Array.from(character.normalize("NFKD").toLowerCase())
    .filter((letter) => !INVISIBLE.test(letter))
    .map((letter) => LOOK_ALIKES.get(letter) ?? letter);
}
