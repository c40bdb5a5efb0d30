// What is private stays so where others say the very same, or correct it without knowing it.

import { afterEach, describe, expect, it, vi } from "vitest";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { EmbeddingAgent } from "../support/embedding-agent.ts";
import { begin } from "../support/remembering.ts";
import { deploy, ScriptedEmbedder } from "../support/scripted-embedder.ts";

const CODE = "The alarm code of the boathouse is 4471";
const OTHER_CODE = "The alarm code of the boathouse is 9920";

describe("a private memory", () => {
  it.each(["private", "sensitive"] as const)(
    "[HM2] that is %s has an id that tells nobody who says the same that it is there",
    async (visibility) => {
      const { as } = await begin();
      const [first, second, elsewhere] = [
        await as("agent"),
        await as("agent"),
        await (await begin()).as("agent"),
      ];
      const said = { content: CODE, visibility };
      const one = await first.storeMemory(said);
      const two = await second.storeMemory(said);
      expect([one.status, two.status]).toEqual(["created", "created"]);
      for (const { id } of [one, two, await elsewhere.storeMemory(said)])
        expect(id).toMatch(/^memory::[0-9a-f]{12}$/);
      expect(two.id).not.toBe(one.id);
      expect(await first.storeMemory(said)).toMatchObject({ id: one.id, status: "duplicate" });
    },
  );

  it("[HM2] has an id that nothing else can be given", async () => {
    const { as, memory } = await begin();
    const { id } = await (await as("agent")).storeMemory({ content: CODE, visibility: "private" });
    for (const one of [id, "memory::0123456789ab", "fact::0123456789ab"]) {
      const refusal = {
        code: "invalid_request",
        message: expect.stringContaining(`${one} is an id that memories, facts and entities have`),
      };
      for (const teller of [memory, await as("agent")])
        await expect(teller.inject({ id: one, content: OTHER_CODE })).rejects.toMatchObject(refusal);
    }
  });

  it("[HM3] is kept down by no correction of somebody else, and by one of its writer", async () => {
    const { as } = await begin();
    const [writer, other] = [await as("agent"), await as("agent")];
    const { id } = await writer.storeMemory({ content: CODE, visibility: "private" });
    const { query_id } = await writer.query({ query: "what is the alarm code of the boathouse?" });
    const { node_id, corrected_ids } = await other.correction({ query_id, content: OTHER_CODE });
    expect(corrected_ids).toEqual([]);
    const again = await other.inject({ content: `${OTHER_CODE} now`, type: "CORRECTION" });
    expect(again.suppresses).toEqual([node_id]);
    const suppressors = async () => (await writer.node(id)).incoming.filter(({ weight }) => weight < 0);
    expect(await suppressors()).toEqual([]);
    const own = await writer.correction({ query_id, content: `${OTHER_CODE} by now` });
    expect(own.corrected_ids).toContain(id);
    expect((await suppressors()).map((one) => one.id)).toEqual([own.node_id]);
  });
});

describe("a correction whose vector comes late", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    deploy();
  });

  it.each([
    ["who wrote it", "writer", 1],
    ["somebody else", "other", 0],
  ])("[HM3] of %s sees what they saw, and no more", async (_, teacher, suppressed) => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const [embedder] = deploy(new ScriptedEmbedder("scripted-v1", { slow: true }));
    const agent = await EmbeddingAgent.begin();
    const as = (author: string, name: string, request: unknown) =>
      agent.agent.as("agent", author).perform(name, request);
    await as("writer", "storeMemory", { content: CODE, visibility: "private" });
    await agent.settled();
    embedder.mood = new EmbedderFailure("unavailable", "the provider answers 503");
    const told = await as(teacher, "inject", { content: OTHER_CODE, type: "CORRECTION" });
    expect(told).toMatchObject({ ok: true, value: { embedding: "pending", suppresses: [] } });
    embedder.mood = "works";
    await agent.settled();
    const inhibitory = (await agent.rows("edges")).filter(({ weight }) => (weight as number) < 0);
    expect(inhibitory).toHaveLength(suppressed);
  });
});
