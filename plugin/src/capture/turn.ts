// What of a turn is worth keeping: single sentences of the user, from what is new in this turn alone. Pure.

import { lastingSentences } from "../../../durable/text/lasting-sentences.ts";
import { withoutSecrets } from "../../../durable/text/secrets.ts";
import { userWords } from "../../../durable/text/user-words.ts";
import type { HostMessage, HostPart } from "../host.ts";

export interface Captured {
  /** Each once, in the order in which they were said. */
  readonly sentences: readonly string[];
  /** What the user said around them, for a reviewer. */
  readonly around: string;
}

/** Characters of a message that are read. */
const MOST_READ = 20_000;

/** `recalled`: texts that memory showed in this session, so that none of them is taken for something new. */
export function captured(
  messages: readonly (HostMessage | null)[],
  { recalled, triggers }: { readonly recalled: readonly string[]; readonly triggers: readonly string[] },
): Captured {
  const said = partsOfTurn(messages)
    .map((part) => withoutSecrets(userWords(part.slice(0, MOST_READ))))
    .filter((part) => part !== "");
  return { sentences: lastingSentences(said, { recalled, triggers }), around: said.join("\n") };
}

/** What the user said last, before any capture: for judging the answer before it. */
export function saidIn(messages: readonly (HostMessage | null)[]): string {
  return partsOfTurn(messages)
    .map((part) => userWords(part.slice(0, MOST_READ)))
    .join("\n")
    .trim();
}

/** The parts of the last entry of the user in which the user says something; the host adds entries of its own. */
function partsOfTurn(messages: readonly (HostMessage | null)[]): string[] {
  for (const message of messages.toReversed()) {
    if (message?.role !== "user") continue;
    const parts = textsOf(message.content);
    if (parts.some((part) => userWords(part) !== "")) return parts;
    if (!parts.every(isHosts)) return [];
  }
  return [];
}

/** Whether an entry is the host's own, and not a message of which nothing is left. */
function isHosts(part: string): boolean {
  return part.trim() === "" || part.trimStart().startsWith("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>");
}

function textsOf(content: HostMessage["content"]): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return (content as readonly (HostPart | null)[])
    .filter((part) => part?.type === undefined || part.type === "text")
    .map((part) => part?.text)
    .filter((text) => typeof text === "string");
}
