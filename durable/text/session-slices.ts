// A session log, a slice of exchanges at a time: what the user asked, what was answered in the end, and how the user took it.
// Where a slice ends follows from the lines alone, never from how they arrived, and always at a line from which reading
// can go on knowing nothing of what was before. So a log is read the same way however often it is interrupted.

import { charactersOf, firstCharacters } from "./characters.ts";
import { digestOf } from "./digest.ts";
import { isBlank } from "./lines.ts";
import { asksSomething, type Reaction, reactionIn } from "./reactions.ts";
import {
  ATTACHMENT,
  type Fields,
  isFields,
  isToolRole,
  type LoggedTurn,
  type Message,
  messageOf,
  recordIn,
  SESSION_LOG,
  type SecondsOf,
} from "./session-log.ts";
import { userWords } from "./user-words.ts";

/** A slice ends when it has so many exchanges, characters or lines, */
const ENOUGH = { exchanges: 20, characters: 128_000, lines: 2_000 } as const;
/** and an exchange after so many characters without another word of the user. */
const LONGEST_EXCHANGE = 1_000_000;
/** A line of a log in place of one that is too long to be sent. */
export const SKIPPED = "edgebrain-skipped";

export interface Exchange {
  /** The user's own words, with what tools say of attachments. */
  readonly question: string;
  /** The assistant's last words on it; null: there were none. */
  readonly answer: string | null;
  readonly reaction: Reaction | null;
  /** What the user said then; null where there is no reaction. */
  readonly reactionText: string | null;
  /** Seconds since 1970; null when unknown. */
  readonly at: number | null;
  /** Tells the question apart from all others, in whatever file it stands. */
  readonly mark: string;
  /** Place among the lines of the slice, 0…. */
  readonly line: number;
}

export interface SliceCounts {
  /** Lines that are no record. */
  readonly broken: number;
  /** Lines that were too long. */
  readonly skipped: number;
  /** Turns that another agent wrote, not a user. */
  readonly machine: number;
  /** Questions whose attachment a tool describes. */
  readonly attachments: number;
}

export interface SessionSlice {
  readonly exchanges: readonly Exchange[];
  /** What was said, in order, their lines as places among those of the slice. */
  readonly turns: readonly LoggedTurn[];
  /** How many lines it is made of. */
  readonly lines: number;
  readonly counts: SliceCounts;
  /** Whether the session goes on as that of a sub-agent. */
  readonly isSubagent: boolean;
}

export interface SliceSource {
  readonly lines: readonly string[];
  /** True: there are no more. */
  readonly isWhole: boolean;
  /** Whether the session so far is that of a sub-agent. */
  readonly isSubagent: boolean;
  readonly secondsOf: SecondsOf;
  /** Names a message that has neither id nor time. */
  readonly nameOf: (line: number) => string;
}

type Open = { -readonly [Key in keyof Exchange]: Exchange[Key] } & {
  room: number;
  characters: number;
  readonly hasAttachment: boolean;
};

/** The next slice; null where its end is not among the lines. */
export function nextSlice(source: SliceSource): SessionSlice | null {
  const reading = new Reading(source);
  for (const [index, line] of source.lines.entries()) {
    if (!reading.take(line, index)) return reading.slice(index);
  }
  if (!source.isWhole) return null;
  reading.close();
  return reading.slice(source.lines.length);
}

class Reading {
  private readonly source: SliceSource;
  private readonly exchanges: Exchange[] = [];
  private readonly turns: LoggedTurn[] = [];
  private readonly counts = { broken: 0, skipped: 0, machine: 0, attachments: 0 };
  private isSubagent: boolean;
  private open: Open | null = null;
  private characters = 0;

  constructor(source: SliceSource) {
    this.source = source;
    this.isSubagent = source.isSubagent;
  }

  slice(lines: number): SessionSlice {
    const { exchanges, turns, counts, isSubagent } = this;
    return { exchanges, turns, lines, counts, isSubagent };
  }

  /** Takes a line; false: the slice ends before it. */
  take(line: string, index: number): boolean {
    if (this.open === null && this.isFull(index)) return false;
    const record = recordIn(line);
    const message = record && messageOf(record, this.source.secondsOf);
    if (record && message && isUsers(record, message, this.isSubagent)) {
      if (!this.heard(record, message, index)) return false;
    } else if (record && message) this.note(record, message, index);
    else if (!isBlank(line)) this.counts.broken++;
    this.characters += line.length;
    if (this.open) {
      this.open.characters += line.length;
      if (this.open.characters > LONGEST_EXCHANGE) this.close();
    }
    return true;
  }

  /** The exchange that is open is as complete as it gets. */
  close(): void {
    if (!this.open) return;
    const { room, characters, hasAttachment, ...exchange } = this.open;
    if (hasAttachment && room < SESSION_LOG.attachmentLength) this.counts.attachments++;
    this.exchanges.push(exchange);
    this.open = null;
  }

  private isFull(lines: number): boolean {
    return (
      this.exchanges.length >= ENOUGH.exchanges ||
      this.characters >= ENOUGH.characters ||
      lines >= ENOUGH.lines
    );
  }

  /** A word of the user: it ends what is open, and begins something new unless it only reacts. */
  private heard(record: Fields, message: Message, index: number): boolean {
    const hasAttachment = ATTACHMENT.test(message.text);
    const text = cleaned(userWords(message.text));
    if (text === "" && !hasAttachment) return true;
    const reaction = reactionIn(text);
    if (this.open && reaction) {
      this.open.reaction = reaction;
      this.open.reactionText = text;
    }
    this.close();
    const isQuestion = reaction === null || asksSomething(text);
    if (isQuestion && this.isFull(index)) return false;
    if (text !== "") this.turns.push({ role: "user", text, line: index });
    if (!isQuestion) return true;
    this.open = {
      question: text,
      answer: null,
      reaction: null,
      reactionText: null,
      at: message.at,
      mark: this.markOf(record, message, index),
      line: index,
      room: SESSION_LOG.attachmentLength,
      characters: 0,
      hasAttachment,
    };
    return true;
  }

  private note(record: Fields, message: Message, index: number): void {
    const { role, text, toolName } = message;
    if (record.type === SKIPPED) {
      this.counts.skipped++;
      if (!isToolRole(String(record.role))) this.close();
    } else if (record.type === "session") {
      this.isSubagent = isOfSubagent(record);
    } else if (role === "user") {
      this.counts.machine++;
      this.close();
    } else if (role === "assistant") {
      if (text === "" || this.isSubagent) return;
      if (this.open) this.open.answer = cleaned(text);
      this.turns.push({ role, text: cleaned(text), line: index });
    } else if (isToolRole(role)) {
      if (SESSION_LOG.attachmentTools.includes(toolName)) this.tell(toolName, cleaned(text));
    } else if (role !== "") this.close();
  }

  /** A tool says what an attachment shows. */
  private tell(toolName: string, text: string): void {
    const { open } = this;
    if (!open?.hasAttachment || open.room <= 0 || text === "") return;
    const shown = firstCharacters(text, open.room);
    open.question += `${open.question === "" ? "" : "\n\n"}[toolResult:${toolName}] ${shown}`;
    open.room -= charactersOf(shown);
  }

  private markOf(record: Fields, message: Message, index: number): string {
    const inner = isFields(record.message) ? record.message : record;
    const names = [record.id, inner.id, inner.messageId, inner.idempotencyKey];
    const id = names.find((name) => typeof name === "string" || typeof name === "number") ?? null;
    const isNameless = id === null && message.at === null;
    const parts = [id, message.at, digestOf(message.text), isNameless ? this.source.nameOf(index) : null];
    return digestOf(JSON.stringify(parts)).slice(0, 32);
  }
}

/** Whether a user said it: not the host, and no other agent. */
function isUsers(record: Fields, message: Message, isSubagent: boolean): boolean {
  if (message.role !== "user" || isSubagent || record.isSidechain === true) return false;
  const inner = isFields(record.message) ? record.message : record;
  const origins = [record.provenance, inner.provenance, record.inputProvenance, inner.inputProvenance];
  return (
    !origins.some((origin) => isFields(origin) && origin.kind === "inter_session") && !isOfSubagent(inner)
  );
}

function isOfSubagent({ sessionKey, spawnedBy }: Fields): boolean {
  return (
    (typeof sessionKey === "string" && sessionKey.includes("subagent:")) || typeof spawnedBy === "string"
  );
}

/** A text that every home can store: whole characters, and no control characters but line ends and tabs. */
function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();
}
