// Lengths in UTF-8 bytes, and cutting to them without cutting a character in half.

/** The longest beginning of whole characters that has at most so many bytes. */
export function firstBytes(text: string, most: number): string {
  if (text.length * 3 <= most) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += bytesOf(character.codePointAt(0) as number);
    if (bytes > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Bytes of a whole text. */
export function bytesIn(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += bytesOf(character.codePointAt(0) as number);
  return bytes;
}

/** Of one code point; a lone surrogate is sent as one of three. */
function bytesOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
