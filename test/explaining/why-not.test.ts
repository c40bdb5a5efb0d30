// Why not: memories in each of which exactly one thing keeps a node out, the reply names it, and without it the node is there.

import { describe, expect, it } from "vitest";
import { WHY_NOT, WHY_NOT_CODES, WhyNotReply } from "../../wire/explaining.ts";
import { LivingMemory } from "../support/living-memory.ts";
import { CASES, type Case, OTHER, QUESTION } from "../support/why-not-cases.ts";

/** The memory of a case, asked its question. */
async function asked(one: Omit<Case, "code" | "when">) {
  const memory = await LivingMemory.with({ start: QUESTION, z: OTHER, ...one.texts });
  memory.bare();
  for (const [source, target, weight] of one.edges ?? []) memory.link(source, target, weight);
  await one.before?.(memory);
  const ask = () => memory.do("query", { query: QUESTION, ...one.ask });
  const reply = await ask();
  await one.after?.(memory);
  return { memory, ask, reply };
}

async function told(one: Case): Promise<WhyNotReply> {
  const { memory, reply } = await asked(one);
  return memory.do("whyNot", { id: reply.query_id, node: one.node ?? "z" });
}

describe("a node that did not fire, or did", () => {
  it.each(CASES)("[EX10] $code, when $when", async (one) => {
    const reply = await told(one);
    expect(WhyNotReply.parse(reply)).toEqual(reply);
    expect([reply.code, reply]).toEqual([one.code, expect.objectContaining(one.says ?? {})]);
    expect(reply.because).toBe(WHY_NOT[one.code]);
  });

  it.each(CASES)("[EX12] is in the answer without the cause: $code, when $when", async (one) => {
    const { again, ...without } = one.unless ?? {};
    const { ask, reply } = await asked({ ...one, ...without });
    expect((again ? await ask() : reply).context_ids).toContain(one.node ?? "z");
  });

  it("[EX10] has a case for every code", () => {
    expect([...new Set(CASES.map(({ code }) => code))].sort()).toEqual([...WHY_NOT_CODES].sort());
  });
});
