// All that a piece of memory says, its metadata and their names too, as one text for the screen.

/** Any value of JSON. */
type Said = string | number | boolean | null | readonly Said[] | { readonly [name: string]: Said };

export interface Saying {
  readonly text: string;
  readonly summary?: string;
  readonly metadata?: { readonly [name: string]: Said };
}

export function wordsIn({ text, summary = "", metadata = {} }: Saying): string {
  const said = [text, ...stringsIn(metadata)];
  return (text.startsWith(summary) ? said : [...said, summary]).join("\n\n");
}

function* stringsIn(value: Said): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsIn(item);
  else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      yield name;
      yield* stringsIn(inner as Said);
    }
  }
}
