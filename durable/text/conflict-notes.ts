// Memories as a list that says which of them contradict each other, within a budget of tokens of four bytes each.

import { bytesIn } from "./bytes.ts";
import { firstCharacters } from "./characters.ts";
import { linesOf } from "./lines.ts";

const BYTES_A_TOKEN = 4;
const ID_SHOWN = 8;

export interface Noted {
  readonly id: string;
  readonly content: string;
  /** The dispute that it is part of, while it lasts; empty: none. */
  readonly dispute: string;
}

/** Characters that are quoted of what contradicts a text. */
const QUOTED = 120;

/** A text with what contradicts it, so that nobody takes it for the whole truth. */
export function withNote(text: string, others: readonly Pick<Noted, "id" | "content">[]): string {
  if (others.length === 0) return text;
  const quoted = others.map(({ id, content }) => {
    const line = linesOf(content).join(" ");
    const said = firstCharacters(line, QUOTED);
    return `"${said}${said.length < line.length ? "…" : ""}" (${id})`;
  });
  return `${text} [conflicts with: ${quoted.join("; ")}]`;
}

export function withConflictNotes(memories: readonly Noted[], budget: number): string {
  let [text, left] = ["", budget * BYTES_A_TOKEN];
  for (const { id, content, dispute } of memories) {
    const others = memories.filter((other) => dispute !== "" && other.dispute === dispute && other.id !== id);
    const note = others.map((other) => other.id.slice(0, ID_SHOWN)).join(", ");
    const line = `- ${content}${note && ` [conflicts with: ${note}]`}\n`;
    left -= bytesIn(line);
    if (left < 0) break;
    text += line;
  }
  return text;
}
