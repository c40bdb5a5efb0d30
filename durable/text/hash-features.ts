// What a text is made of for the hash embedder: its words, and every run of a few neighbouring characters.

export type GramRange = readonly [shortest: number, longest: number];

/** Words of ASCII letters, digits and `_`, cut at `_` and before an inner capital, in lower case. */
export function identifierWords(text: string): string[] {
  const runs = text.match(/[A-Za-z0-9_]+/g) ?? [];
  return runs
    .flatMap((run) => run.replace(/([a-z])([A-Z])/g, "$1_$2").split("_"))
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

/** Calls `visit` with every run of `shortest` to `longest` code points of the text in lower case. */
export function eachGram(text: string, [shortest, longest]: GramRange, visit: (gram: string) => void): void {
  const lower = text.toLowerCase();
  const starts = characterStarts(lower);
  const count = starts.length - 1;
  for (let length = shortest; length <= longest; length++) {
    for (let start = 0; start + length <= count; start++) {
      visit(lower.slice(starts[start], starts[start + length]));
    }
  }
}

/** Where each code point begins, and where the last one ends. */
function characterStarts(text: string): Uint32Array {
  const starts = new Uint32Array(text.length + 1);
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    starts[count++] = index;
    if ((text.codePointAt(index) as number) > 0xffff) index++;
  }
  starts[count] = text.length;
  return starts.subarray(0, count + 1);
}
