// Session logs as OpenClaw writes them, told by a test or drawn by a seed.

export type Said =
  | { readonly user: string; readonly more?: object }
  | { readonly assistant: string }
  | { readonly tool: string; readonly said: string }
  | { readonly record: object }
  | { readonly raw: string };

const START = Date.UTC(2026, 9, 1);

// What the tests of replays talk about; `test/support/replaying-memory.ts` has the notes.
export const DEPLOYS: Said[] = [{ user: "When do deploys run?" }, { assistant: "On Fridays." }];
export const CANARY: Said[] = [
  { user: "Where does the canary of a deploy run?" },
  { assistant: "In zone 3." },
  { user: "No, that's wrong. The canary of a deploy runs in zone 5 since October." },
  { assistant: "Noted." },
];
export const KEPT: Said[] = [
  { user: "From now on backups of the database are kept for 30 days." },
  { assistant: "Yes." },
];
export const CORRECTION = "The canary of a deploy runs in zone 5 since October.";
export const ALL = [...DEPLOYS, ...CANARY, ...KEPT];

/** Lines without their ends; ids and times follow from the place in the log, counted from `from`. */
export function logOf(said: readonly Said[], { session = "s1", from = 0, header = true } = {}): string[] {
  const first = { type: "session", version: 3, id: session, timestamp: timeOf(from) };
  const records = said.map((one, index) => lineOf(one, `${session}-${from + index + 1}`, from + index + 1));
  return [...(header ? [JSON.stringify(first)] : []), ...records];
}

export function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function lineOf(said: Said, id: string, place: number): string {
  if ("raw" in said) return said.raw;
  if ("record" in said) return JSON.stringify(said.record);
  const timestamp = timeOf(place);
  const message = (body: object) =>
    JSON.stringify({
      type: "message",
      id,
      parentId: null,
      timestamp,
      message: { timestamp: Date.parse(timestamp), ...body },
    });
  if ("user" in said) {
    return message({ role: "user", content: [{ type: "text", text: said.user }], ...said.more });
  }
  if ("assistant" in said)
    return message({ role: "assistant", content: [{ type: "text", text: said.assistant }] });
  return message({
    role: "toolResult",
    toolName: said.tool,
    content: [{ type: "text", text: said.said }],
  });
}

function timeOf(place: number): string {
  return new Date(START + place * 60_000).toISOString();
}
