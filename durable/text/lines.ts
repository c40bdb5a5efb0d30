// Lines and white space as the whole project counts them; JavaScript's own `trim` and `split` differ
// (a byte order mark is no white space here, the separators U+001C–001F are, and a line can end in U+2028).

// biome-ignore lint/suspicious/noControlCharactersInRegex: some of them end a line
const LINE_END = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/;
const WHITE_SPACE = new Set(
  "\t\n\v\f\r\u001c\u001d\u001e\u001f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007" +
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
);

/** The text without leading and trailing white space. */
export function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.has(text[start])) start++;
  while (end > start && WHITE_SPACE.has(text[end - 1])) end--;
  return text.slice(start, end);
}

export function isBlank(text: string): boolean {
  return strip(text) === "";
}

/** The text stripped, with every run of white space inside as one space. */
export function collapsed(text: string): string {
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (!WHITE_SPACE.has(character)) word += character;
    else if (word) {
      words.push(word);
      word = "";
    }
  }
  return (word ? [...words, word] : words).join(" ");
}

/** The lines of a text. A final line end makes no empty last line; the empty text has none. */
export function linesOf(text: string): string[] {
  const lines = text.split(LINE_END);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The first line, which may be empty: leading blank lines are not skipped. */
export function firstLine(text: string): string {
  const end = LINE_END.exec(text);
  return end ? text.slice(0, end.index) : text;
}

/** Stripped pieces of a text between blank lines, empty ones left out. */
export function paragraphsOf(text: string): string[] {
  return text.split("\n\n").map(strip).filter(Boolean);
}

/** The text of a file as it is chunked: no byte order mark, every line end a `\n`. */
export function fileText(raw: string): string {
  return raw.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}
