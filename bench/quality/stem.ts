// Light English stemming: what words of one family share, near enough for counting them as one.

const SHORTEST = 4;
/** Letters that must be left of a word. */
const LEFT = 3;
const ENDINGS = [
  ["ies", "i"],
  ["es", ""],
  ["s", ""],
  ["ed", ""],
  ["ing", ""],
] as const;

/** The stem of a word in lower case; words of other letters, and short ones, stay. */
export function stemOf(word: string): string {
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) return word;
  const [ending, instead] = ENDINGS.find(([ending]) => endsIn(word, ending)) ?? ["", ""];
  const cut = word.slice(0, word.length - ending.length) + instead;
  if (cut.length > LEFT && cut.endsWith("e")) return cut.slice(0, -1);
  return cut.endsWith("y") ? `${cut.slice(0, -1)}i` : cut;
}

function endsIn(word: string, ending: string): boolean {
  if (ending === "s" && word.endsWith("ss")) return false;
  return word.endsWith(ending) && word.length - ending.length >= LEFT;
}
