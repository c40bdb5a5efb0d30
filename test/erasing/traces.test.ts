// After an erasure nothing of what was erased is anywhere: not in the object, not in D1, not in any answer.

import { describe, expect, it } from "vitest";
import { Erasable } from "../support/erasing.ts";

const SECRET = "The vault behind the red door opens with nineteen turns to the left.";
const OTHER = "The vault of the museum is inspected every spring by two people.";
const THIRD = "A red door leads from the museum to the garden.";

/** An agent that has taken the secret up in every way there is. */
async function lived(profile: "product" | "parity" = "product") {
  const agent = await Erasable.begin(profile);
  const { memory } = agent;
  await memory.injectBatch({ nodes: [{ content: OTHER }, { content: THIRD }] });
  const { node_id: id } = await memory.inject({ content: SECRET }, { idempotencyKey: "inject-secret" });
  const asked = await memory.query({ query: "how does the vault open?", chat_id: "chat" });
  expect(asked.fired.map((node) => node.id)).toContain(id);
  await memory.learn({ query_id: asked.query_id, outcome: 0.8 }, { idempotencyKey: "learn-secret" });
  await memory.query({ query: `Is it true that ${SECRET}` });
  await memory.rpc(
    { id: 1, method: "query", params: { query: "how does the vault open?", chat_id: "chat" } },
    { idempotencyKey: "rpc-secret" },
  );
  await memory.correction({ content: "The museum has no vault any more.", query_id: asked.query_id });
  return { agent, memory, id };
}

describe.each(["product", "parity"] as const)("an erasure in profile %s", (profile) => {
  it("[ER1] leaves no byte of a text in the object, in D1 or in any answer", async () => {
    const { agent, memory, id } = await lived(profile);
    await agent.object.drained();
    expect((await agent.placesOf(SECRET)).length).toBeGreaterThan(3);
    const vectors = (await agent.object.disk(["vectors"])).vectors as {
      id: string;
      route: number;
      data: string;
    }[];
    // A question that other nodes were credited with is not the erased text's.
    const rows = vectors.filter((row) => row.id === id && row.route === 0).map(({ data }) => data);
    const { receipt } = await memory.erase({ node_ids: [id] });
    expect(receipt?.counts.object).toMatchObject({ nodes: 1 });
    await agent.object.drained();
    await agent.expectNoTrace(SECRET, id, ...rows);
    expect(await memory.erasure()).toMatchObject({ verified: true, reasons: [] });
  });

  it("[ER2] reaches what still waits for D1", async () => {
    const { agent, memory, id } = await lived(profile);
    await memory.erase({ node_ids: [id] });
    expect(await agent.inObject(SECRET)).toEqual([]);
    await agent.object.drained();
    await agent.expectNoTrace(SECRET, id);
  });
});
