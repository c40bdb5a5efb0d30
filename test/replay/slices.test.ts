// Reading session logs a slice at a time: what is an exchange, what stands in its way, and where a slice ends.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctionIn, reactionIn, teachingsIn } from "../../durable/text/reactions.ts";
import {
  nextSlice,
  type SessionSlice,
  SKIPPED,
  type SliceSource,
} from "../../durable/text/session-slices.ts";
import { SKIPPED_LINE } from "../../wire/replaying.ts";
import { logOf, type Said } from "../support/session-logs.ts";

const SOURCE: Omit<SliceSource, "lines"> = {
  isWhole: true,
  isSubagent: false,
  secondsOf: (time) => Date.parse(time) / 1000,
  nameOf: (line) => `line ${line}`,
};

function read(said: readonly Said[], more: Partial<SliceSource> = {}): SessionSlice {
  const slice = nextSlice({ ...SOURCE, lines: logOf(said), ...more });
  if (!slice) throw new Error("a whole log has a slice");
  return slice;
}

/** All slices of a log of which so many lines more arrive at a time. */
function readAll(lines: readonly string[], arriving: () => number): SessionSlice[] {
  const slices: SessionSlice[] = [];
  let done = 0;
  let isSubagent = false;
  let here = Math.min(lines.length, arriving());
  while (done < lines.length) {
    const isWhole = here === lines.length;
    const slice = nextSlice({ ...SOURCE, lines: lines.slice(done, here), isWhole, isSubagent });
    if (slice) {
      slices.push(slice);
      done += slice.lines;
      isSubagent = slice.isSubagent;
    } else here = Math.min(lines.length, here + arriving());
  }
  return slices;
}

const asked = ({ exchanges }: SessionSlice) =>
  exchanges.map(({ question, answer, reaction }) => [question, answer, reaction]);

describe("an exchange", () => {
  it("[RE1] is a question with the last words on it, whatever tools did between", () => {
    const slice = read([
      { user: "Where is the report?" },
      {
        record: {
          type: "message",
          message: { role: "assistant", content: [{ type: "toolCall", name: "read" }] },
        },
      },
      { tool: "read", said: "a long file" },
      { assistant: "Let me look." },
      { tool: "read", said: "another file" },
      { record: { type: "custom", customType: "nested" } },
      { assistant: "In the archive." },
      { user: "Who wrote it?" },
    ]);
    expect(asked(slice)).toEqual([
      ["Where is the report?", "In the archive.", null],
      ["Who wrote it?", null, null],
    ]);
  });

  it("[RE1] ends where the user reacts, and what only reacts is no question", () => {
    const slice = read([
      { user: "When do we ship?" },
      { assistant: "On Monday." },
      { user: "No, that's wrong." },
      { assistant: "Sorry." },
      { user: "Thanks, and who signs?" },
      { assistant: "The manager." },
      { user: "Perfect" },
    ]);
    expect(asked(slice)).toEqual([
      ["When do we ship?", "On Monday.", "wrong"],
      ["Thanks, and who signs?", "The manager.", "right"],
    ]);
  });

  it("[RE2] with an attachment has what known tools say of it, up to a length", () => {
    const slice = read([
      { user: "[media attached: /a.png (image/png)] What is it?" },
      { record: { type: "message", message: { role: "assistant", content: [{ type: "toolCall" }] } } },
      { tool: "image", said: "a red valve" },
      { tool: "read", said: "not of it" },
      { tool: "summarize", said: "x".repeat(30_000) },
      { assistant: "A valve." },
    ]);
    const [{ question }] = slice.exchanges;
    expect(question).toMatch(
      /^What is it\?\n\n\[toolResult:image\] a red valve\n\n\[toolResult:summarize\] x+$/,
    );
    expect(question.length).toBeLessThan(20_100);
    expect(slice.counts.attachments).toBe(1);
  });

  it("[RE3] is the user's alone: not the host's, not another agent's", () => {
    const slice = read([
      { user: "[Sun 2026-11-29 17:59 UTC] Where is it?" },
      { user: "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>> obey <<<END_OPENCLAW_INTERNAL_CONTEXT>>>" },
      { assistant: "There." },
      { user: "Do the task.", more: { provenance: { kind: "inter_session" } } },
      { assistant: "Done." },
      { user: "Report!", more: { sessionKey: "agent:main:subagent:7" } },
    ]);
    expect(asked(slice)).toEqual([["Where is it?", "There.", null]]);
    expect(slice.counts.machine).toBe(2);
    const header = JSON.stringify({ type: "session", id: "x", sessionKey: "agent:main:subagent:1" });
    const lines = [header, ...logOf([{ user: "Do it." }, { assistant: "Yes." }], { header: false })];
    const [sub] = readAll(lines, () => 99);
    expect([sub.exchanges, sub.isSubagent, sub.counts.machine]).toEqual([[], true, 1]);
  });

  it("[RE4] survives lines that are no records, huge ones, unknown roles, line ends and half characters", () => {
    const slice = read([
      { raw: "" },
      { raw: "not json" },
      { raw: '{"type":"message","message":{"role":"user","content":"half' },
      { raw: "[1,2]" },
      { raw: "\ufffd\u0000\ufffd{\u0000" },
      { raw: "[".repeat(100_000) },
      { raw: '{"role":"user","content":"What\\ud800 \\u0007 now?","timestamp":5}\r' },
      { raw: JSON.stringify({ type: SKIPPED, role: "toolResult", bytes: 9 }) },
      { raw: '{"role":"assistant","content":["This.",{"text":"And that."}]}\r' },
      { user: "And then?" },
      { raw: JSON.stringify({ type: SKIPPED, role: null, bytes: 9 }) },
      { assistant: "Of something else." },
      { user: "Who are you?" },
      { raw: '{"role":"oracle","content":"I am."}' },
      { assistant: "Of nobody." },
    ]);
    expect(asked(slice)).toEqual([
      ["What\ufffd  now?", "This. And that.", null],
      ["And then?", null, null],
      ["Who are you?", null, null],
    ]);
    expect(slice.counts).toMatchObject({ broken: 5, skipped: 2 });
    expect(SKIPPED).toBe(SKIPPED_LINE);
  });

  it("[RE5] is known again by its id, time and text, wherever it stands", () => {
    const said: Said[] = [{ user: "Where?" }, { assistant: "Here." }, { user: "Where?" }, { user: "When?" }];
    const marks = read(said).exchanges.map(({ mark }) => mark);
    expect(new Set(marks).size).toBe(3);
    const rotated = read(said.slice(2), { lines: logOf(said.slice(2), { from: 2, header: false }) });
    expect(rotated.exchanges.map(({ mark }) => mark)).toEqual(marks.slice(1));
    const nameless = ['{"role":"user","content":"Where?"}', '{"role":"user","content":"Where?"}'];
    const twice = read([], { lines: nameless }).exchanges.map(({ mark }) => mark);
    expect(new Set(twice).size).toBe(2);
  });
});

describe("a slice", () => {
  const SAID = fc.oneof(
    fc.constantFrom<Said>(
      { user: "Where is it?" },
      { user: "No, that's wrong." },
      { user: "Thanks" },
      { user: "Do it.", more: { provenance: { kind: "inter_session" } } },
      { assistant: "Here." },
      { tool: "image", said: "a valve" },
      { raw: "broken" },
      { raw: '{"role":"oracle","content":"?"}' },
    ),
    fc.nat(40_000).map((length): Said => ({ tool: "read", said: "x".repeat(length) })),
  );

  it("[RE6] ends at the same lines however these arrive, and holds what a reader of all at once would find", () => {
    const log = fc.array(SAID, { minLength: 1, maxLength: 150 });
    const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(log, sizes, (said, steps) => {
        const lines = logOf(said);
        let turn = 0;
        const slices = readAll(lines, () => steps[turn++ % steps.length]);
        expect(slices).toEqual(readAll(lines, () => lines.length));
        expect(slices.flatMap((slice) => asked(slice))).toEqual(naively(said));
      }),
      { numRuns: 60 },
    );
  });

  it("[RE6] ends in an exchange that never ends", () => {
    const said: Said[] = [{ user: "Go on." }];
    for (let index = 0; index < 12; index++) said.push({ tool: "read", said: "x".repeat(100_000) });
    const slice = nextSlice({ ...SOURCE, lines: logOf(said), isWhole: false });
    expect([slice?.exchanges.length, slice?.lines]).toEqual([1, 12]);
  });
});

/** A reader that holds everything: turns of the user first, then what lies between them. */
function naively(said: readonly Said[]): unknown[] {
  const found: [string, string | null, string | null][] = [];
  let open: (typeof found)[number] | null = null;
  for (const one of said) {
    if ("user" in one && !one.more) {
      const reaction = one.user.startsWith("No") ? "wrong" : one.user === "Thanks" ? "right" : null;
      if (open && reaction) open[2] = reaction;
      open = reaction ? null : [one.user, null, null];
      if (open) found.push(open);
    } else if ("assistant" in one && open) open[1] = one.assistant;
    else if ("user" in one || ("raw" in one && one.raw.includes("oracle"))) open = null;
  }
  return found;
}

describe("words of a user", () => {
  it.each([
    ["No, that's wrong.", "wrong"],
    ["that is not what I asked", "wrong"],
    ["Actually it runs on Fridays.", "wrong"],
    ["No problem", null],
    ["Nobody knows it", null],
    ["I know the correct way", null],
    ["no longer needed, show the next", null],
    ["Thanks!", "right"],
    ["Perfect", "right"],
    ["Is that correct?", null],
    [`No, ${"and so on ".repeat(100)}`, null],
  ])("[RE7] %j reacts: %s", (text, reaction) => expect(reactionIn(text)).toBe(reaction));

  it("[RE7] say what is right, or only object", () => {
    expect(correctionIn("No, that's wrong. The canary runs in zone 5.")?.content).toBe(
      "The canary runs in zone 5.",
    );
    expect(correctionIn("No, that's wrong.")).toBeNull();
    expect(correctionIn("No, where does the canary run?")).toBeNull();
    expect(correctionIn("The canary runs in zone 5.")).toBeNull();
  });

  it("[RE7] teach where they say that something is to be kept", () => {
    const contents = (text: string) => teachingsIn(text).map(({ content }) => content);
    expect(contents("Deploy it. Remember that staging is wiped every Monday! Is it?")).toEqual([
      "Remember that staging is wiped every Monday!",
    ]);
    expect(contents("Never mind")).toEqual([]);
    expect(contents("Do you remember the staging server?")).toEqual([]);
  });
});
