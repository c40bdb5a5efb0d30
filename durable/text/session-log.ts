// Questions and answers from a session log of JSON lines: each message of the user with the assistant's next one.
// A message stands in `message`, or is the record itself. Tool results complete a question that names an attachment;
// any other role ends the pairing. Lines that are not JSON are passed over, or taken as questions if wanted.

import { charactersOf, firstCharacters } from "./characters.ts";
import type { Turn } from "./feedback-windows.ts";
import { isBlank, strip } from "./lines.ts";

export interface Interaction {
  readonly query: string;
  /** Null when the assistant did not answer. */
  readonly response: string | null;
  /** As the assistant's message holds them. */
  readonly toolCalls: readonly unknown[];
  /** Seconds since 1970, or null when unknown. */
  readonly askedAt: number | null;
  readonly answeredAt: number | null;
  /** Line of the question, 1…. */
  readonly line: number;
}

export interface SessionLogSettings {
  /** True: a line that is not JSON is a question. */
  readonly plainLines: boolean;
  /** Tools whose results say what an attachment shows. */
  readonly attachmentTools: readonly string[];
  /** Most characters of such results in one question. */
  readonly attachmentLength: number;
}

export const SESSION_LOG: SessionLogSettings = {
  plainLines: false,
  attachmentTools: ["image", "openai-whisper", "openai-whisper-api", "openai-whisper-local", "summarize"],
  attachmentLength: 20_000,
};

export interface SessionLog {
  readonly interactions: readonly Interaction[];
  /** The last line that held a record; a later reading starts after it. */
  readonly lastLine: number;
}

export interface Message {
  readonly role: string;
  readonly text: string;
  readonly at: number | null;
  readonly toolName: string;
  readonly toolCalls: readonly unknown[];
}

/** Seconds since 1970 of an ISO time; NaN for anything else. */
export type SecondsOf = (text: string) => number;

export type Fields = Readonly<Record<string, unknown>>;
type Open = { -readonly [Key in keyof Interaction]: Interaction[Key] };

const TIME_FIELDS = ["ts", "timestamp", "created_at", "time"] as const;
const TOOL_ROLES = ["toolResult", "tool_result"] as const;
/** A text of a user that names an attachment. */
export const ATTACHMENT = /\[media attached:|media attached[\s\S]*\b(image|audio|video|application)\//i;

export function readSessionLog(
  lines: readonly string[],
  secondsOf: SecondsOf,
  settings: SessionLogSettings = SESSION_LOG,
): SessionLog {
  const interactions: Open[] = [];
  let open: Open | null = null;
  let room = 0;
  let lastLine = 0;
  for (const [index, line] of lines.entries()) {
    const record = recordIn(line);
    if (record === null) {
      if (settings.plainLines && !isBlank(line)) interactions.push(asked(strip(line), null, index + 1));
      continue;
    }
    lastLine = index + 1;
    const message = messageOf(record, secondsOf);
    if (message.role === "user") {
      open = message.text === "" ? null : asked(message.text, message.at, index + 1);
      room = settings.attachmentLength;
      if (open) interactions.push(open);
    } else if (message.role === "assistant") {
      if (open) {
        open.response = message.text;
        open.toolCalls = message.toolCalls;
        open.answeredAt = message.at;
      }
      open = null;
    } else if (!isToolRole(message.role)) {
      open = null;
    } else if (
      open &&
      room > 0 &&
      ATTACHMENT.test(open.query) &&
      settings.attachmentTools.includes(message.toolName)
    ) {
      const shown = firstCharacters(message.text, room);
      open.query += `\n\n[toolResult:${message.toolName}] ${shown}`;
      room -= charactersOf(shown);
    }
  }
  return { interactions, lastLine };
}

/** A turn of a session with its line, 1…. */
export interface LoggedTurn extends Turn {
  readonly line: number;
}

/** What user and assistant said, in order, with the results of tools that say what an attachment shows. */
export function turnsIn(lines: readonly string[], settings: SessionLogSettings = SESSION_LOG): LoggedTurn[] {
  return lines.flatMap((line, index): LoggedTurn[] => {
    const record = recordIn(line);
    const message = record && messageOf(record, () => Number.NaN);
    if (!message || message.text === "") return [];
    const { role, text, toolName } = message;
    if (role === "user" || role === "assistant") return [{ role, text, line: index + 1 }];
    const isTold = isToolRole(role) && settings.attachmentTools.includes(toolName);
    return isTold ? [{ role: "tool", text: `[toolResult:${toolName}] ${text}`, line: index + 1 }] : [];
  });
}

export function isToolRole(role: string): boolean {
  return TOOL_ROLES.some((one) => one === role);
}

function asked(query: string, at: number | null, line: number): Open {
  return { query, response: null, toolCalls: [], askedAt: at, answeredAt: null, line };
}

/** The record of a line, or null where it is none. */
export function recordIn(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

export function messageOf(record: Fields, secondsOf: SecondsOf): Message {
  const message = isFields(record.message) ? record.message : record;
  const toolCalls = message.tool_calls ?? [];
  return {
    role: typeof message.role === "string" ? message.role : "",
    text: textOf(message.content),
    at: timeOf(record, secondsOf) ?? timeOf(message, secondsOf),
    toolName: String(message.toolName ?? message.tool_name ?? message.name ?? ""),
    toolCalls: Array.isArray(toolCalls) ? toolCalls : [],
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return strip(content);
  if (!Array.isArray(content)) return "";
  const texts = content.map((part) => (isFields(part) ? (part.text ?? part.content) : part));
  return texts
    .filter((text) => typeof text === "string" && !isBlank(text))
    .map((text) => strip(text))
    .join(" ");
}

/** The first readable time of a record in seconds: a number, a numeric text or an ISO time. */
function timeOf(fields: Fields, secondsOf: SecondsOf): number | null {
  for (const name of TIME_FIELDS) {
    const value = fields[name];
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value !== "string" || isBlank(value)) continue;
    const seconds = Number(value);
    if (Number.isFinite(seconds)) return seconds;
    const time = secondsOf(value);
    if (Number.isFinite(time)) return time;
  }
  return null;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
