// Files that are no export, or not this agent's: each is refused with its code, and nothing has changed.

import { beforeAll, describe, expect, it } from "vitest";
import { type Agent, newAgent } from "../support/agent-story.ts";
import { BAD_EXPORTS } from "../support/bad-exports.ts";
import { addNote, live, replicated } from "../support/lived-agent.ts";
import { changed, exportOf, importInto } from "../support/moving.ts";

let file: string;
let agent: Agent;

beforeAll(async () => {
  const source = await newAgent();
  await live(source);
  file = await exportOf(source);
  agent = await newAgent();
  await agent.write((draft) => addNote(draft, "mine"));
});

describe("a file", () => {
  it.each(BAD_EXPORTS)("[MV10] $is: $code", async ({ file: made, options, code, says }) => {
    const before = [await agent.mind(), await replicated(agent)];
    const refusal = await importInto(agent, made(file), { replace: true, ...options });
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(says) });
    expect([await agent.mind(), await replicated(agent)]).toEqual(before);
  });

  it("[MV10] that nests deeper than a stack is no file", async () => {
    const deep = "[".repeat(1_000_000);
    const page = changed(file, (lines) => lines.slice(0, 1)).replace("\n", `\n${deep}\n`);
    expect(await importInto(agent, page, { replace: true })).toMatchObject({ code: "invalid_import" });
  });
});
