// A session log as OpenClaw writes it, drawn by a seed: questions about notes, tools that say a lot, answers that quote or
// not, users who thank and object, and what goes wrong in such files: broken lines, huge ones, CRLF, other agents' turns.

import { draws } from "./generator.ts";
import { englishTexts } from "./texts.ts";

const START = Date.UTC(2026, 0, 1);
/** Most of such a log is what tools said. */
const TOOL_TEXT = { least: 500, most: 24_000 } as const;
const MOST_CALLS = 3;
const HUGE = 400_000;

/** Lines with their ends, until there are so many bytes. */
export function* sessionLog(
  notes: readonly string[],
  bytes: number,
  seed: number,
): Generator<string, void, undefined> {
  const draw = draws(seed);
  const texts = englishTexts(seed + 1, TOOL_TEXT.least, TOOL_TEXT.most);
  let written = 0;
  let messages = 0;
  const line = (record: object | string) => {
    const text = `${typeof record === "string" ? record : JSON.stringify(record)}${draw() < 0.01 ? "\r" : ""}\n`;
    written += Buffer.byteLength(text);
    return text;
  };
  const message = (role: string, text: string, more: object = {}) => {
    const at = START + ++messages * 30_000;
    const id = `${seed}-${messages}`;
    const content = [{ type: "text", text }];
    return line({
      type: "message",
      id,
      timestamp: new Date(at).toISOString(),
      message: { role, content, timestamp: at, ...more },
    });
  };
  yield line({ type: "session", version: 3, id: `bench-${seed}`, timestamp: new Date(START).toISOString() });
  while (written < bytes) {
    const note = notes[Math.floor(draw() * notes.length)];
    const words = note.split(" ");
    const from = Math.floor(draw() * Math.max(1, words.length - 6));
    const question = `What about ${words.slice(from, from + 6).join(" ")}?`;
    const kind = draw();
    if (kind < 0.01) {
      yield message("user", `[media attached: /tmp/${messages}.png (image/png)] ${question}`);
      yield message("assistant", "", {
        content: [{ type: "toolCall", id: "t", name: "image", arguments: {} }],
      });
      yield message("toolResult", note, { toolName: "image" });
    } else if (kind < 0.02) {
      yield message("user", question, { provenance: { kind: "inter_session" } });
    } else yield message("user", question);
    if (draw() < 0.005) yield line('{"type":"message","message":{"role":"assis');
    for (let calls = Math.floor(draw() * (MOST_CALLS + 1)); calls > 0; calls--) {
      const content = [
        { type: "toolCall", id: `c${messages}`, name: "read", arguments: { path: "notes.md" } },
      ];
      yield message("assistant", "", { content });
      yield message("toolResult", texts.next().value, { toolName: "read" });
    }
    if (draw() < 0.0005) yield message("toolResult", "x".repeat(HUGE), { toolName: "read" });
    yield message(
      "assistant",
      draw() < 0.3 ? `The notes say: ${note}` : `As far as I see, ${words.slice(0, 8).join(" ")}.`,
    );
    const reaction = draw();
    if (reaction < 0.1) yield message("user", "Thanks, that helps.");
    else if (reaction < 0.14) yield message("user", "No, that is wrong.");
    else if (reaction < 0.16) {
      yield message("user", `No, ${words.slice(0, 6).join(" ")} is number ${messages} since this week.`);
      yield message("assistant", "Noted.");
    } else if (reaction < 0.17)
      yield message("user", `Remember that ${words.slice(2, 10).join(" ")} is case ${messages}.`);
  }
}
