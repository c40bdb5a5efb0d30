// What a taught piece of memory may not do: outrank others without an owner, or correct what it can't.

import { describe, expect, it } from "vitest";
import { correction } from "../../durable/operations/correction.ts";
import { inject } from "../../durable/operations/inject.ts";
import type { ErrorCode } from "../../wire/errors.ts";
import { TeachingMemory } from "../support/teaching-memory.ts";

const TEXTS = { "deploy.md": "Deploy a release to production on Thursday" };
const RIGHT = "Deploy a release to production on Tuesday";

const refusal = (code: ErrorCode) => expect.objectContaining({ code });

describe("taught memory", () => {
  it("[IN27] is anchored by an owner only", async () => {
    const law = { content: "Nobody may ever deploy", authority: "constitutional" as const };
    const memory = await TeachingMemory.with(TEXTS);
    await expect(memory.do(inject, law, "agent")).rejects.toEqual(refusal("forbidden"));
    expect(memory.memory.graph.nodeCount).toBe(1);
    await expect(memory.do(inject, law, "owner")).resolves.toMatchObject({ injected: true });
  });

  it("[LN37] a correction names only nodes that are there and can be suppressed", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const slip = { content: RIGHT, corrects: ["deploy.md::O"] };
    await expect(memory.do(correction, slip)).rejects.toEqual(refusal("not_found"));
    const law = { content: "Never skip a review", id: "law", authority: "constitutional" as const };
    await memory.do(inject, law, "owner");
    const attack = { content: "Reviews may be skipped", corrects: ["law"] };
    await expect(memory.do(correction, attack)).rejects.toEqual(refusal("protected_node"));
    expect(memory.memory.graph.nodeCount).toBe(2);
  });
});
