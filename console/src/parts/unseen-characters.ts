// Characters that one does not see but that change what one sees, or hide something: they turn text around, split words
// or carry text of their own. Shown by their number, so that a reader sees what is there.

export interface Piece {
  readonly text: string;
  /** True: the number of a character that is not seen, such as `U+202E`. */
  readonly unseen: boolean;
}

/** First and last of each kind, as numbers. Joiners are not among them: scripts and emoji need them. */
const RANGES: readonly (readonly [first: number, last: number])[] = [
  // Controls, but for tab and line end.
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  // Marks, overrides and isolates of direction.
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x206f],
  // Blanks of no width, soft hyphens, fillers, and ends of lines that look like none.
  [0xad, 0xad],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180e, 0x180e],
  [0x200b, 0x200b],
  [0x2028, 0x2029],
  [0x2060, 0x2065],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  // Annotations, and tags, which can carry a whole text.
  [0xfff9, 0xfffb],
  [0xe0000, 0xe007f],
];
const UNSEEN = new RegExp(
  `[${RANGES.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join("")}]`,
  "gu",
);

/** The text in pieces, in order; lone surrogates become the sign for what can't be shown. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const whole = text.toWellFormed();
  for (const match of whole.matchAll(UNSEEN)) {
    if (match.index > from) pieces.push({ text: whole.slice(from, match.index), unseen: false });
    pieces.push({ text: numberOf(match[0]), unseen: true });
    from = match.index + match[0].length;
  }
  if (from < whole.length) pieces.push({ text: whole.slice(from), unseen: false });
  return pieces;
}

function numberOf(character: string): string {
  const number = (character.codePointAt(0) as number).toString(16).toUpperCase();
  return `U+${number.padStart(4, "0")}`;
}
