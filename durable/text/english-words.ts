// How English a question looks by its function words. Those that German and Dutch share with it (in, was, is, an, am, so,
// we, me) say nothing.

const ENGLISH_WORDS = new Set(
  `the of to and that with for are be this from have has what which how why who when where does did do can could
  should would you your my our they their it its not or on by if than there these those each any some were been
  after before because then`.split(/\s+/),
);

/** Share of the words of a text that English alone has, 0 … 1. */
export function englishShareOf(text: string): number {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.filter((word) => ENGLISH_WORDS.has(word)).length / Math.max(1, words.length);
}
