// What a word may come from: itself without an English ending or prefix. Guesses, the likeliest first, for words that
// a table lacks; wrong ones are as good as never in it.

const LEAST_LETTERS = 4;
const PREFIXES = ["un", "re", "non", "pre", "auto"];
/** Letters that must be left after a prefix. */
const LEAST_REST = 4;

export function stemsOf(word: string): string[] {
  if (word.length < LEAST_LETTERS || !/^[a-z]+$/.test(word)) return [];
  const stems: string[] = [];
  if (word.endsWith("s")) stems.push(cut(word, 1));
  if (word.endsWith("es")) stems.push(cut(word, 2));
  if (word.endsWith("ies")) stems.push(`${cut(word, 3)}y`);
  if (word.endsWith("ed")) stems.push(cut(word, 1), ...withoutEnding(word, 2));
  if (word.endsWith("ing")) stems.push(...withoutEnding(word, 3), `${cut(word, 3)}e`);
  if (word.endsWith("er")) stems.push(cut(word, 2), cut(word, 1));
  if (word.endsWith("ly")) stems.push(cut(word, 2));
  for (const prefix of PREFIXES)
    if (word.startsWith(prefix) && word.length >= prefix.length + LEAST_REST)
      stems.push(word.slice(prefix.length));
  return stems;
}

function cut(word: string, letters: number): string {
  return word.slice(0, -letters);
}

/** Also with the last letter once, where the ending doubled it: `stopped` is `stopp` and `stop`. */
function withoutEnding(word: string, letters: number): string[] {
  const rest = cut(word, letters);
  return rest.at(-1) === rest.at(-2) ? [rest, cut(rest, 1)] : [rest];
}
