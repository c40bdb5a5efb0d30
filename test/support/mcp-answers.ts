// What a tool of MCP answers, as hosts read it.

export interface Answer {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** Text of an answer. */
export function textOf({ content }: Answer): string {
  return content.map(({ text }) => text).join("\n");
}

/** An answer as data. Throws where it was refused. */
export function dataOf(answer: Answer): Readonly<Record<string, unknown>> {
  if (answer.isError || !answer.structuredContent) throw new Error(textOf(answer));
  return answer.structuredContent;
}

/** A text without its fenced blocks, each from a marker to the one that ends it by the same value. */
export function outsideOfFences(text: string): string {
  return text.replace(/<<<EDGEBRAIN MEMORY (\w+)>>>[\s\S]*?<<<END OF EDGEBRAIN MEMORY \1>>>/g, "");
}
