// What a model wants to read before a text, by its family. The words are the models' own: they were trained with them.
// A model's name is part of an identity, so what stands here for a name is never changed.

export interface Prompts {
  readonly query: string;
  readonly document: string;
}

/** The instruction that Qwen3 was measured with. */
export const QWEN3_INSTRUCTION = "Given a web search query, retrieve relevant passages that answer the query";

const NONE: Prompts = { query: "", document: "" };

const FAMILIES: readonly (readonly [name: RegExp, prompts: Prompts])[] = [
  [/qwen3-embedding/i, { query: `Instruct: ${QWEN3_INSTRUCTION}\nQuery:`, document: "" }],
  [
    /embeddinggemma-300m|embeddinggemma(:|$)/i,
    { query: "task: search result | query: ", document: "title: none | text: " },
  ],
  [/nomic-embed-text/i, { query: "search_query: ", document: "search_document: " }],
  [/multilingual-e5-(small|base|large)$/i, { query: "query: ", document: "passage: " }],
];

/** What goes before questions and before documents; empty for a model that wants nothing, or is not known. */
export function promptsOf(model: string): Prompts {
  return FAMILIES.find(([name]) => name.test(model))?.[1] ?? NONE;
}
