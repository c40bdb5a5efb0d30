// Words of a text for lexical comparison.

/** Maximal runs of ASCII letters, digits and apostrophes, in lower case, each once, in order of first use. */
export function wordTokens(text: string): Set<string> {
  return new Set((text.match(/[A-Za-z0-9']+/g) ?? []).map((word) => word.toLowerCase()));
}
