// What is read and mined from session logs, and how a model's verdict on routes is understood.

import { describe, expect, it } from "vitest";
import { feedbackScore, feedbackWindows } from "../../durable/text/feedback-windows.ts";
import { labelsIn } from "../../durable/text/route-labels.ts";
import { readSessionLog as read, SESSION_LOG } from "../../durable/text/session-log.ts";

const readSessionLog = (lines: string[], settings = SESSION_LOG) =>
  read(lines, (text) => Date.parse(text) / 1000, settings);
const line = (role: string, content: unknown, more = {}) => JSON.stringify({ role, content, ...more });

describe("a session log", () => {
  it("[SE1] pairs each question with the assistant's next message", () => {
    const { interactions } = readSessionLog([
      line("user", "one"),
      line("user", "two", { ts: 5 }),
      line("assistant", ["done", { text: "indeed" }], { ts: "6" }),
      line("assistant", "to nobody"),
    ]);
    expect(interactions).toMatchObject([
      { query: "one", response: null, line: 1 },
      { query: "two", response: "done indeed", askedAt: 5, answeredAt: 6, line: 2 },
    ]);
  });

  it("[SE1] another role ends the pairing, a tool's result does not", () => {
    const ended = readSessionLog([line("user", "a"), line("system", "x"), line("assistant", "b")]);
    expect(ended.interactions[0].response).toBeNull();
    const kept = readSessionLog([line("user", "a"), line("tool_result", "x"), line("assistant", "b")]);
    expect(kept.interactions[0].response).toBe("b");
  });

  it("[SE2] results of known tools complete a question that names an attachment, up to a length", () => {
    const log = [
      line("user", "[media attached: x.png]"),
      line("toolResult", "a".repeat(6), { toolName: "image" }),
      line("toolResult", "b".repeat(6), { toolName: "image" }),
      line("toolResult", "c", { toolName: "shell" }),
    ];
    const [{ query }] = readSessionLog(log, { ...SESSION_LOG, attachmentLength: 8 }).interactions;
    expect(query).toBe("[media attached: x.png]\n\n[toolResult:image] aaaaaa\n\n[toolResult:image] bb");
    expect(readSessionLog([line("user", "no attachment"), ...log.slice(1)]).interactions[0].query).toBe(
      "no attachment",
    );
  });

  it("[SE3] lines that are not JSON are passed over or, if wanted, questions", () => {
    const lines = ["plain", "", line("user", "a"), "{broken"];
    expect(readSessionLog(lines)).toMatchObject({ interactions: [{ query: "a" }], lastLine: 3 });
    const all = readSessionLog(lines, { ...SESSION_LOG, plainLines: true });
    expect(all.interactions.map(({ query }) => query)).toEqual(["plain", "a", "{broken"]);
  });
});

describe("windows of a conversation", () => {
  const turns = (count: number) => Array.from({ length: count }, () => ({ role: "user", text: "hm" }));
  const settings = { hardMaxTurns: 4, maxWindows: 2, windowRadius: 1 };

  it("[SE4] only what the user says scores", () => {
    expect(feedbackScore({ role: "user", text: "That is wrong, you should know" })).toBe(8);
    expect(feedbackScore({ role: "assistant", text: "wrong" })).toBe(0);
  });

  it("[SE5] a short conversation is one window, a long one without feedback two halves", () => {
    expect(feedbackWindows([], settings)).toEqual([]);
    expect(feedbackWindows(turns(4), settings)).toEqual([[0, 4]]);
    expect(feedbackWindows(turns(7), settings)).toEqual([
      [0, 3],
      [3, 7],
    ]);
  });

  it("[SE5] windows that overlap or touch are one", () => {
    const long = turns(12);
    for (const at of [2, 5]) long[at] = { role: "user", text: "wrong" };
    expect(feedbackWindows(long, settings)).toEqual([[1, 7]]);
    long[5] = { role: "user", text: "hm" };
    long[9] = { role: "user", text: "wrong" };
    expect(feedbackWindows(long, settings)).toEqual([
      [1, 4],
      [8, 11],
    ]);
  });
});

describe("routes judged by a model", () => {
  it("[SE6] scores win over choices; what is not on offer or no number is dropped", () => {
    const offered = new Set(["a", "b"]);
    const reply = '{"scores": {"a": "-0.5", "b": "x", "c": 1}, "choose": ["a", "b", "z"]}';
    expect([...labelsIn(reply, offered)]).toEqual([
      ["a", -0.5],
      ["b", 1],
    ]);
    expect(labelsIn("no idea", offered).size).toBe(0);
    expect(labelsIn('{"scores": {"a": null, "b": ""}}', offered).size).toBe(0);
  });
});
