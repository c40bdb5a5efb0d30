// Characters are code points: how long a text is, and which of two comes first.

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;
/** Hangul, the scripts and signs of East Asia, full-width forms, and the planes of rarer ideographs. */
const FULL_WIDTH: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x11ff],
  [0x2e80, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
];

/** Number of code points; a lone surrogate counts as one. */
export function charactersOf(text: string): number {
  return text.length - (text.match(PAIR)?.length ?? 0);
}

/** Number of characters that are as wide as two Latin ones. */
export function fullWidthOf(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index) as number;
    if (point > 0xffff) index++;
    if (point >= FULL_WIDTH[0][0] && FULL_WIDTH.some(([first, last]) => point >= first && point <= last))
      count++;
  }
  return count;
}

/** The first `count` code points. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken++) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** Orders texts by code point, where `<` compares UTF-16 units. */
export function compareCharacters(a: string, b: string): number {
  for (let index = 0; ; index++) {
    const left = a.codePointAt(index) ?? -1;
    const right = b.codePointAt(index) ?? -1;
    if (left !== right || left < 0) return left - right;
    if (left > 0xffff) index++;
  }
}
