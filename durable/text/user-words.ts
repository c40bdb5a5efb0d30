// What the user said, out of what a chat host delivers: without time stamps, notes about sender, channel and media,
// quoted messages, the host's own context, and blocks of recalled memory, whole, damaged or nested.
// Where it is unclear whether a text is the user's, it is left out.

import { withoutMemoryBlocks } from "./memory-blocks.ts";
import { withoutReasoning } from "./reasoning.ts";

/** Regions between two marks; one without its end goes to the end of the text. */
const REGIONS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>/i, /<<<END_OPENCLAW_INTERNAL_CONTEXT>>>/i],
  [/\[\[OPENCLAW_INTERNAL_CONTEXT_BEGIN\]\]/i, /\[\[OPENCLAW_INTERNAL_CONTEXT_END\]\]/i],
  [/<{2,3}\s*EXTERNAL_UNTRUSTED_CONTENT[^>\n]*>*/i, /<{2,3}\s*END_EXTERNAL_UNTRUSTED_CONTENT[^>\n]*>*/i],
  [/\[BRAIN_CONTEXT[^\]\n]{0,80}\]/i, /\[\/BRAIN_CONTEXT\]/i],
  [
    /\[(?:Replying to|Quoting|Quoted)\b[^\]\n]*\](?=\s*\n[\s\S]{0,5000}\[\/)/i,
    /\[\/(?:Replying|Quoting|Quoted)[^\]\n]*\]/i,
  ],
];

/** Blocks of other memories and of the host, by the names of their tags. */
const TAGS =
  "active_memory_plugin|relevant[-_]memor(?:y|ies)|recalled[-_]memor(?:y|ies)|memor(?:y|ies)|hindsight_memories|experience[-_]replay|supermemory(?:[-_]\\w+)?|system[-_]reminder|untrusted[-_]\\w+";
const TAGGED = new RegExp(`<(${TAGS})(?:\\s[^>]{0,200})?>[\\s\\S]*?(?:</\\1\\s*>|$)`, "giu");

const CONTEXT_MARK = "\u27e6openclaw:ctx\u27e7";
/** A line that says that what follows was not written by the user. */
const LABEL = /^[^\n{]{0,120}\(\s*(?:machine-generated,\s*)?untrusted\b[^)\n]*\)[^\n{]*?:?\s*(?=\{|$)/i;
/** A line that begins a message of somebody else, or holds it. */
const QUOTE_LABEL =
  /^\W*(?:quoted? (?:reply|message|text)|(?:in )?reply(?:ing)? to|replied (?:to|message)|reply (?:chain|target) of|forwarded (?:from|message)|thread (?:starter|history)|begin forwarded message|original message)\b[^\n]*(?:[:\]\u27e7]|[:\]]\s*\S[^\n]*)$/i;
const WROTE = /^.{0,120}\b(?:wrote|schrieb|écrivit|a écrit|escribió|escreveu|написал(?:а|и)?)\s*:\s*$/iu;
const QUOTED_LINE = /^\s*(?:>|&gt;)/;
const QUOTE_NOTE = /^\s*\[(?:quot(?:ed?|ing)|repl(?:y|ied|ying)|forwarded|thread)\b/i;
/** What the transport adds in brackets. */
const NOTE =
  /\[(?:media|image|audio|video|file|voice|sticker|attachment|document|location|contact|poll|reaction|user sent|message[_ ]id|inter-session|system (?:note|message))\b[^\]\n]*\]/gi;
const HOST_LINE = /^\s*(?:Runtime:\s*agent=|Delivery:\s|System:\s*\[|⟦openclaw:)[^\n]*$/;
/** `[Mon 2026-03-02 09:14 CET]`, also with channel, sender and ids before the time. */
const STAMP =
  /^\s*\[[^\]\n]{0,200}?(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})[T ,]*(?:\d{1,2}:\d{2})?[^\]\n]{0,60}\]\s*/;
const CHANNEL_STAMP =
  /^\s*\[(?:WebChat|WhatsApp|Telegram|Signal|Slack|Discord|Google Chat|iMessage|Teams|Matrix|Zalo)\b[^\]\n]*\]\s*/;
/** A command of the chat, not a statement. */
const COMMAND = /^\s*\/[a-z][\w-]*(?:\s|$)/i;

/** Lines of an object that the transport adds. */
const MOST_JSON_LINES = 200;

/** The user's own words, lines kept; empty when there are none. */
export function userWords(text: string): string {
  const spoken = withoutReasoning(withoutMemoryBlocks(text.replace(/\r\n?/g, "\n")));
  const lines = withoutLabelled(withoutRegions(spoken).replace(TAGGED, "\n").split("\n"));
  const words = lines
    .map(unstamped)
    .filter((line) => !HOST_LINE.test(line) && !QUOTED_LINE.test(line) && !QUOTE_NOTE.test(line))
    .map((line) => line.replace(NOTE, " ").trimEnd())
    .join("\n")
    .trim();
  return COMMAND.test(words) ? "" : words;
}

function withoutRegions(text: string): string {
  let rest = text;
  for (const [begin, end] of REGIONS) {
    for (let from = begin.exec(rest); from; from = begin.exec(rest)) {
      const inside = rest.slice(from.index + from[0].length);
      const to = end.exec(inside);
      rest = `${rest.slice(0, from.index)}\n${to ? inside.slice(to.index + to[0].length) : ""}`;
    }
  }
  return rest;
}

/** Lines without labelled blocks: fenced, of JSON, or up to the next blank line. */
function withoutLabelled(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = unstamped(lines[at]);
    const label = LABEL.exec(line)?.[0];
    if (line.includes(CONTEXT_MARK) || label !== undefined || QUOTE_LABEL.test(line) || WROTE.test(line)) {
      at = afterBlock(lines, at, label === undefined ? "" : line.slice(label.length));
    } else if (/^\s*\{/.test(line)) {
      const after = afterJson(lines, at, line);
      if (after === null) kept.push(lines[at]);
      at = after ?? at + 1;
    } else {
      kept.push(lines[at]);
      at++;
    }
  }
  return kept;
}

/** Where a labelled block ends; `rest` is what its label line holds behind the label. */
function afterBlock(lines: readonly string[], label: number, rest: string): number {
  if (rest.startsWith("{")) return afterJson(lines, label, rest) ?? label + 1;
  let at = label + 1;
  const isOpen = /[:\u27e7]\s*$/.test(lines[label]);
  if (!isOpen && !/^\s*(?:```|\{)/.test(lines[at] ?? "")) return at;
  while (isOpen && at < lines.length && lines[at].trim() === "" && /^\s*(?:```|\{)/.test(lines[at + 1] ?? ""))
    at++;
  if (/^\s*```/.test(lines[at] ?? "")) {
    const end = lines.findIndex((line, index) => index > at && /^\s*```\s*$/.test(line));
    return end < 0 ? lines.length : end + 1;
  }
  if (/^\s*\{/.test(lines[at] ?? "")) return afterJson(lines, at, lines[at]) ?? afterParagraph(lines, at);
  return afterParagraph(lines, at);
}

function afterParagraph(lines: readonly string[], from: number): number {
  const blank = lines.findIndex((line, index) => index >= from && line.trim() === "");
  return blank < 0 ? lines.length : blank;
}

/** The line after a JSON object that begins on a line, or null when there is none. */
function afterJson(lines: readonly string[], from: number, first: string): number | null {
  let text = "";
  for (let at = from; at < Math.min(lines.length, from + MOST_JSON_LINES); at++) {
    text += at === from ? first : `\n${lines[at]}`;
    if (lines[at].trimEnd().endsWith("}") && isJson(text)) return at + 1;
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function unstamped(line: string): string {
  const rest = line.replace(STAMP, "").replace(CHANNEL_STAMP, "");
  return rest === line ? line : unstamped(rest);
}
