// How many tokens a text has, estimated without the model's tokenizer, rather too many than too few.
//   Latin letters 0.4 · space 0.3 · digits and signs 1 · other alphabets 0.8 · beyond U+07FF, full width, 1.5 · beyond U+FFFF 3

/** Estimated tokens of one code point. */
function tokensOf(point: number): number {
  if (point > 0xffff) return 3;
  if (point > 0x7ff) return 1.5;
  if (point > 0x7f) return 0.8;
  const letter = point | 0x20;
  if (letter >= 0x61 && letter <= 0x7a) return 0.4;
  return point <= 0x20 ? 0.3 : 1;
}

export interface Measured {
  readonly text: string;
  /** Estimated; at least 1 where there is any text. */
  readonly tokens: number;
}

/** The longest beginning of a text that has at most so many tokens, never cut within a character. */
export function fitting(text: string, most: number): Measured {
  let tokens = 0;
  let end = 0;
  while (end < text.length) {
    const point = text.codePointAt(end) as number;
    const added = tokensOf(point);
    if (tokens + added > most) break;
    tokens += added;
    end += point > 0xffff ? 2 : 1;
  }
  return { text: text.slice(0, end), tokens: Math.ceil(tokens) };
}

/** Estimated tokens of a whole text. */
export function estimatedTokens(text: string): number {
  return fitting(text, Number.POSITIVE_INFINITY).tokens;
}
