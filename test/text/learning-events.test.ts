// What is taken from a model's reply about a conversation, and which turns it is shown.

import { describe, expect, it } from "vitest";
import { eventKey, eventsIn, miningPrompt } from "../../durable/text/learning-events.ts";
import { turnsIn } from "../../durable/text/session-log.ts";

describe("mining a conversation", () => {
  it("[TE20] events are read from whatever stands around them, and what has no content is dropped", () => {
    const reply =
      'Here: {"corrections": [{"content": " Never skip CI ", "severity": "HIGH"}, {"content": 7}, null], "teachings": "none"} ok?';
    expect(eventsIn(reply)).toMatchObject([
      { type: "CORRECTION", content: "Never skip CI", severity: "high", context: "" },
    ]);
    for (const nothing of [
      "",
      "no JSON",
      "[]",
      "null",
      '{"corrections": {}}',
      '{"facts": [{"content": "x"}]}',
    ]) {
      expect(eventsIn(nothing)).toEqual([]);
    }
  });

  it("[TE20] an odd severity is medium, and a context is cut", () => {
    const [event] = eventsIn(
      JSON.stringify({ reinforcements: [{ content: "good", severity: {}, context: "x".repeat(900) }] }),
    );
    expect(event).toMatchObject({ type: "REINFORCEMENT", severity: "medium" });
    expect(event.context).toHaveLength(600);
  });

  it("[TE20] the same event of the same place has the same key, and of another place another", () => {
    const [one] = eventsIn('{"teachings":[{"content":"a"}]}');
    const [again] = eventsIn('{"teachings":[{"content":"a ","severity":"low"}]}');
    expect(eventKey(one, "s:1-9")).toBe(eventKey(again, "s:1-9"));
    expect(eventKey(one, "s:1-9")).not.toBe(eventKey(one, "s:10-12"));
  });

  it("[TE21] turns are those of user and assistant and of tools that read attachments, with their lines", () => {
    const line = (role: string, content: unknown, more: object = {}) =>
      JSON.stringify({ role, content, ...more });
    const turns = turnsIn([
      "{broken",
      line("user", "hi"),
      line("system", "rules"),
      line("toolResult", "a board", { toolName: "image" }),
      line("toolResult", "a page", { toolName: "web" }),
      line("assistant", [{ type: "text", text: "ok" }]),
      line("user", "  "),
    ]);
    expect(turns).toEqual([
      { role: "user", text: "hi", line: 2 },
      { role: "tool", text: "[toolResult:image] a board", line: 4 },
      { role: "assistant", text: "ok", line: 6 },
    ]);
    expect(miningPrompt("s.jsonl", [{ role: "user", text: "x".repeat(5_000) }]).length).toBeLessThan(1_300);
  });
});
