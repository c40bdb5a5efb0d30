// What of a node is searched and embedded: its text, with what its metadata says of it in words.

/** Names in metadata whose text belongs to the node: what it is called, who said it, what a picture shows. */
const SPOKEN_OF = ["title", "speaker", "caption"] as const;

/** The text under which a node is found. `metadata` may hold anything; only strings under the known names count. */
export function searchableText(text: string, metadata: Readonly<Record<string, unknown>>): string {
  const parts = SPOKEN_OF.map((name) => metadata[name]).filter(
    (part) => typeof part === "string" && part !== "",
  );
  return parts.length === 0 ? text : [...parts, text].join("\n");
}
