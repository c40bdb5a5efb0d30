// After an erasure the weights are those of an agent that never saw what was erased: one that lives beside it.

import { describe, expect, it } from "vitest";
import { digestOf } from "../../durable/text/digest.ts";
import { Erasable } from "../support/erasing.ts";

const SECRET = "The vault behind the red door opens with nineteen turns to the left.";
const NOTES = [
  "The vault of the museum is inspected every spring by two people.",
  "A red door leads from the museum to the garden.",
  "The museum opens at nine and the garden at ten.",
  "Two people of the night watch carry keys of the garden door.",
  "Every spring the museum paints its doors, the red one first.",
  "The vault was built by the same people as the garden wall.",
];

/** The same life twice: with the secret, as its third note, and without it. */
async function lives(
  profile: "product" | "parity",
  act: (agent: Erasable, ids: (string | null)[]) => Promise<void>,
) {
  const agent = await Erasable.begin(profile);
  const never = await agent.twin(profile);
  for (const one of [agent, never]) {
    const ids: (string | null)[] = [];
    for (const content of [...NOTES.slice(0, 2), SECRET, ...NOTES.slice(2)]) {
      const isLeftOut = one === never && content === SECRET;
      ids.push(isLeftOut ? null : (await one.memory.inject({ content })).node_id);
    }
    await act(one, ids);
  }
  return { agent, never };
}

async function eraseSecret({ memory }: Erasable) {
  const digest = digestOf(SECRET).slice(0, 12);
  const ids = [`teaching::${digest}`, `correction::${digest}`];
  const known = await Promise.all(ids.map((id) => memory.node(id).catch(() => null)));
  return (await memory.erase({ node_ids: ids.filter((_, index) => known[index] !== null) })).receipt;
}

function expectClose(
  some: Record<string, number | string>,
  others: Record<string, number | string>,
  tolerance: number,
) {
  expect(Object.keys(some).sort()).toEqual(Object.keys(others).sort());
  for (const [name, value] of Object.entries(some)) {
    const other = others[name];
    if (typeof value === "string") expect([name, value]).toEqual([name, other]);
    else
      expect([name, Math.abs(value - Number(other)) <= tolerance, value, other]).toEqual([
        name,
        true,
        value,
        other,
      ]);
  }
}

const here = (ids: (string | null)[]) => ids.filter((id) => id !== null);

describe.each(["product", "parity"] as const)("weights in profile %s", (profile) => {
  it("[ER3] equal those of an agent that never saw it, after lessons and more memory", async () => {
    const { agent, never } = await lives(profile, async ({ memory }, [a, b, x, c, d]) => {
      await memory.learn({ fired_ids: here([a, x, b]), outcome: 1 });
      await memory.learn({ fired_ids: here([x, c, a]), outcome: -0.6 });
      await memory.learn({ fired_ids: here([a, b, d]), outcome: 0.7 });
      await memory.learn({ fired_ids: here([d, x]), outcome: 0.9 });
      await memory.inject({ content: "The garden is closed in winter." });
      await memory.learn({ fired_ids: here([c, b, a, x]), outcome: 0.5 });
    });
    const receipt = await eraseSecret(agent);
    expect(receipt?.learning).toEqual({ exact: 4, estimated: 0 });
    expectClose(await agent.weights(), await never.weights(), 1e-9);
  });

  it("[ER3] are within the least weight of them when weights have faded between", async () => {
    const { agent, never } = await lives(profile, async ({ memory }, [a, b, x, c, d]) => {
      await memory.learn({ fired_ids: here([a, x, b, c]), outcome: 1 });
      await memory.maintain({ tasks: ["decay"] });
      await memory.learn({ fired_ids: here([x, d, a]), outcome: -0.6 });
      await memory.maintain({});
      await memory.learn({ fired_ids: here([c, x]), outcome: 0.9 });
    });
    const receipt = await eraseSecret(agent);
    expect(receipt?.learning).toEqual({ exact: 3, estimated: 0 });
    expectClose(await agent.weights(), await never.weights(), 0.01);
  });

  it("[ER3] equal them where the same call added others", async () => {
    const agent = await Erasable.begin(profile);
    const never = await agent.twin(profile);
    for (const one of [agent, never]) {
      const texts = [...NOTES.slice(0, 2), ...(one === agent ? [SECRET] : []), ...NOTES.slice(2)];
      await one.memory.injectBatch({ nodes: texts.map((content) => ({ content })) });
    }
    await eraseSecret(agent);
    expectClose(await agent.weights(), await never.weights(), 1e-9);
  });

  it("[ER23] forget a verdict together with the correction that came with it", async () => {
    const agent = await Erasable.begin(profile);
    const never = await agent.twin(profile);
    for (const one of [agent, never]) {
      const [a, b, c, d] = await one.add(...NOTES);
      const { memory } = one;
      await memory.learn({ fired_ids: [a, b, c], outcome: 1 });
      if (one === agent) await memory.correction({ content: SECRET, fired_ids: [a, b] });
      await memory.correction({ content: "The museum opens at eight.", fired_ids: [c, d] });
      if (one === agent) await memory.correction({ content: SECRET, fired_ids: [b, c] });
      await memory.learn({ fired_ids: [b, c], outcome: 0.4 });
    }
    const receipt = await eraseSecret(agent);
    expect(receipt?.learning).toEqual({ exact: 2, estimated: 0 });
    expectClose(await agent.weights(), await never.weights(), 1e-9);
  });
});
