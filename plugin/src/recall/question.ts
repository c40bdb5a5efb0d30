// The question that a turn asks memory: the user's own words on one line, within what the service takes.

import { charactersOf, firstCharacters } from "../../../durable/text/characters.ts";
import { userWords } from "../../../durable/text/user-words.ts";
import { LIMITS } from "../../../wire/limits.ts";
import { withoutInvisible } from "../clean.ts";
import type { HostMessage, HostPart, PromptEvent } from "../host.ts";
import { isSmallTalk } from "./small-talk.ts";

/** Longer messages are read to here: what follows can't get into a question. */
const MOST_READ = 100_000;

/** The question of a turn, or null when there is none worth asking. */
export function questionOf(
  { prompt, messages, currentUserMessage }: PromptEvent,
  { least, most }: { readonly least: number; readonly most: number },
): string | null {
  // The messages are what was said before; the newest of them is the turn's only where nothing else is given.
  const said = textOf(currentUserMessage) || prompt || latestUserText(messages ?? []) || "";
  const question = normalizedQuestion(userWords(said.slice(0, MOST_READ)), most);
  return charactersOf(question) < least || isSmallTalk(question) ? null : question;
}

/** One line of at most `most` characters, never cut within one. */
export function normalizedQuestion(text: string, most: number): string {
  const line = withoutInvisible(text).replace(/\s+/g, " ").trim();
  return firstCharacters(line, Math.min(most, LIMITS.query)).trimEnd();
}

/** What the user said last, or null. */
export function latestUserText(messages: readonly (HostMessage | null)[]): string | null {
  for (const message of messages.toReversed()) {
    if (message?.role !== "user") continue;
    const text = textOf(message.content);
    if (text !== "") return text;
  }
  return null;
}

/** The text of a message: as it is, or its parts with a line end between them. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content.trim();
  if (Array.isArray(content)) {
    const texts = content.map((part: HostPart | null) => part?.text);
    return texts
      .filter((text) => typeof text === "string")
      .join("\n")
      .trim();
  }
  return typeof content === "object" && content !== null && "content" in content
    ? textOf(content.content)
    : "";
}
