// The turns of a conversation out of Claude Code's transcript, a line of JSON for each entry. Read from the end, as much as it
// takes: a transcript grows for days. What is not said between user and agent is passed over: results of tools, thoughts,
// conversations of subagents, what the host itself adds or sums up, and what is damaged. Where nothing is left, it is said why.

import fs from "node:fs";
import * as z from "zod";
import { userWords } from "../../../durable/text/user-words.ts";
import { Failure } from "../failure.ts";

export interface SaidTurn {
  /** Of the entry that began it. */
  readonly id: string;
  readonly user: string;
  readonly assistant: string;
}

const Part = z.object({ type: z.string().optional(), text: z.string().optional() });
const Entry = z.object({
  type: z.enum(["user", "assistant"]),
  uuid: z.string().optional(),
  isSidechain: z.boolean().optional(),
  isMeta: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  isVisibleInTranscriptOnly: z.boolean().optional(),
  message: z.object({ content: z.union([z.string(), z.array(z.unknown())]) }),
});
type Entry = z.infer<typeof Entry>;

/** First and most bytes that are read from the end. */
const FIRST_LOOK = 256 * 1024;
const LONGEST_LOOK = 64 * 1024 * 1024;
/** Characters of a message of the user that are looked at. */
const LONGEST_MESSAGE = 1_000_000;

/** Blocks that the host puts into a message of the user, by the names of their tags. */
const TAGS =
  "command-[\\w-]+|local-command-[\\w-]+|bash-(?:input|stdout|stderr)|task-notification|ide_\\w+|[\\w-]+-hook|new-diagnostics|user-memory-input";
const TAGGED = new RegExp(`<(${TAGS})(?:\\s[^>]{0,200})?>[\\s\\S]*?(?:</\\1\\s*>|$)`, "gu");
/** A line of the host in the place of a message. */
const HOST_LINE = /^\[Request interrupted by user[^\]]*\]$/gm;

/** What a user said in a message, without what the host added to it. */
export function wordsOfUser(text: string): string {
  return userWords(text.replace(TAGGED, "\n").replace(HOST_LINE, ""));
}

/** The last turns, at most so many, oldest first; none where nothing was said. Throws a `Failure` that says why none can be read. */
export function lastTurns(file: string, most: number): SaidTurn[] {
  try {
    return turnsAtEnd(file, most);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      `can't read the transcript ${file} (${(error as NodeJS.ErrnoException).code ?? error})`,
    );
  }
}

function turnsAtEnd(file: string, most: number): SaidTurn[] {
  const descriptor = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(descriptor);
    for (let look = FIRST_LOOK; ; look *= 4) {
      const from = Math.max(0, size - look);
      const bytes = Buffer.alloc(size - from);
      const read = fs.readSync(descriptor, bytes, 0, bytes.length, from);
      const lines = bytes.toString("utf8", 0, read).split("\n");
      if (from === 0) lines[0] = lines[0].replace(/^\ufeff/, "");
      // Most likely cut.
      else lines.shift();
      const turns = turnsIn(lines);
      if (turns.length <= most && from > 0 && look < LONGEST_LOOK) continue;
      const problem = turns.length > 0 ? null : whyNone(lines, from > 0);
      if (problem !== null) throw new Failure(`the transcript ${file} ${problem}`);
      return turns.slice(-most);
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Why lines have no turn, without a word of them; null where nobody said anything yet. */
function whyNone(lines: readonly string[], isCut: boolean): string | null {
  if (isCut) return `holds no message of the user in its last ${LONGEST_LOOK / 1024 ** 2} MiB`;
  const written = lines.filter((line) => line.trim() !== "");
  if (written.length === 0) return "is empty";
  const damaged = written.filter(isDamaged).length;
  if (damaged === written.length) return "is none of Claude Code: no line of it can be read";
  return damaged === 0 ? null : `holds no turn that can be read, and damaged lines: ${damaged}`;
}

function isDamaged(line: string): boolean {
  const value = jsonOf(line);
  if (typeof value !== "object" || value === null) return true;
  const { type } = value as { type?: unknown };
  return (type === "user" || type === "assistant") && !Entry.safeParse(value).success;
}

export function turnsIn(lines: readonly string[]): SaidTurn[] {
  const turns: { id: string; user: string; assistant: string }[] = [];
  for (const line of lines) {
    const entry = entryIn(line);
    if (!entry) continue;
    const text = textOf(entry.message.content);
    const last = turns.at(-1);
    if (entry.type === "assistant") {
      if (last && text !== "") last.assistant += last.assistant === "" ? text : `\n${text}`;
      continue;
    }
    const user = wordsOfUser(text.slice(0, LONGEST_MESSAGE));
    if (user === "") continue;
    // What is said while the agent works belongs to the turn that is under way.
    if (last && last.assistant === "") last.user += `\n${user}`;
    else turns.push({ id: entry.uuid ?? String(turns.length), user, assistant: "" });
  }
  return turns;
}

function entryIn(line: string): Entry | null {
  // Most of a transcript's bytes are results of tools and snapshots.
  if (!line.includes('"user"') && !line.includes('"assistant"')) return null;
  const { data } = Entry.safeParse(jsonOf(line));
  if (!data) return null;
  const { isSidechain, isMeta, isCompactSummary, isVisibleInTranscriptOnly } = data;
  return isSidechain || isMeta || isCompactSummary || isVisibleInTranscriptOnly ? null : data;
}

/** A part that is malformed takes none of the others with it. */
function textOf(content: Entry["message"]["content"]): string {
  if (typeof content === "string") return content.trim();
  return content
    .flatMap((part) => {
      const { type, text } = Part.safeParse(part).data ?? {};
      return type === "text" && text !== undefined ? [text] : [];
    })
    .join("\n")
    .trim();
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
