// Rows about replays that arrive with an import: what no replay would have written is refused.

import { expect, it } from "vitest";
import { flawOfRow, type Row } from "../../durable/operations/row-flaws.ts";
import { ReplayingMemory } from "../support/replaying-memory.ts";
import { ALL, logOf, textOf } from "../support/session-logs.ts";

it("[RE36] what a replay wrote is taken, and what none would write is refused", async () => {
  const replaying = await ReplayingMemory.begin();
  replaying.role = "owner";
  await replaying.replay(textOf(logOf(ALL)), { mode: "full" });
  const { memory } = replaying;
  const stored = memory.store.replays.find("log");
  if (!stored) throw new Error("the replay is gone");
  const row: Row = {
    ...{ id: stored.id, at: stored.at, used_at: stored.usedAt, author: stored.author, state: stored.state },
    request: JSON.stringify(stored.request),
    progress: JSON.stringify(stored.progress),
  };
  const progress = (more: object) => ({
    ...row,
    progress: JSON.stringify({ ...(stored.progress as object), ...more }),
  });
  expect(flawOfRow("replays", row, memory)).toBeNull();
  for (const wrong of [
    { ...row, id: "../log" },
    { ...row, state: "lost" },
    { ...row, request: "{" },
    { ...row, request: '{"mode":"all","dryRun":false}' },
    progress({ first: -1 }),
    progress({ counts: {} }),
    progress({ text: "what was said" }),
  ]) {
    expect(flawOfRow("replays", wrong, memory)).toEqual(expect.any(String));
  }
  expect(flawOfRow("replayed", { mark: "a".repeat(32), replay: "log" }, memory)).toBeNull();
  expect(flawOfRow("replayed", { mark: "a", replay: "log" }, memory)).toEqual(expect.any(String));
});
