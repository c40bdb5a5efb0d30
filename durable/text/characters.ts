// Characters are code points: how long a text is, and which of two comes first.

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;
const FULL_WIDTH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uffef]/gu;

/** Number of code points; a lone surrogate counts as one. */
export function charactersOf(text: string): number {
  return text.length - (text.match(PAIR)?.length ?? 0);
}

/** Number of characters of the scripts whose characters are words or syllables, full-width forms included. */
export function fullWidthOf(text: string): number {
  return text.match(FULL_WIDTH)?.length ?? 0;
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
