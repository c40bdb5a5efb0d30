// Erasing reaches what was only proposed, in both homes: texts that wait, texts that were turned down, and what was said around them.

import { beforeEach, describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import { Erasable } from "../support/erasing.ts";

const RED = "The vault behind the red door opens with nineteen turns to the left.";
const BLUE = "The blue door of the museum squeaks when it rains on a Monday.";
const GREEN = "A green ladder stands behind the third greenhouse of the garden.";

let agent: Erasable;
let device: MemoryClient;
let reviewer: MemoryClient;
let deviceId: string;
let reviewerId: string;

beforeEach(async () => {
  agent = await Erasable.begin();
  const [asDevice, asReviewer] = [await agent.story.token("agent"), await agent.story.token("reviewer")];
  device = agent.story.memory(agent.name, asDevice.token);
  reviewer = agent.story.memory(agent.name, asReviewer.token);
  [deviceId, reviewerId] = [asDevice.id, asReviewer.id];
});

type Request = Parameters<MemoryClient["propose"]>[0];

async function propose(request: Request): Promise<{ id: string; digest: string }> {
  const { id, digest } = await device.propose(request, { idempotencyKey: crypto.randomUUID() });
  return { id: id as string, digest: digest as string };
}

describe("an erasure", () => {
  it.each([true, false])(
    "[RM60] takes what says, quotes or became it; D1 has it all: %s",
    async (isDrained) => {
      const became = await propose({ content: RED, source_prompt: "they told me of the vault" });
      const { node_id } = await reviewer.approve(became);
      const same = await propose({ content: RED, kind: "correction", corrects: [node_id as string] });
      const quoting = await propose({ content: `${GREEN}\n${RED}` });
      const turnedDown = await propose({ content: BLUE, title: "About doors", metadata: { note: RED } });
      await reviewer.reject({ id: turnedDown.id });
      const stays = await propose({ content: GREEN });
      if (isDrained) await agent.object.drained();
      const { counts, receipt } = await agent.memory.erase({ node_ids: [node_id as string] });
      expect(counts.proposals).toBe(4);
      expect(receipt?.counts.d1.proposals).toBe(4);
      await agent.object.drained();
      await agent.expectNoTrace(
        RED,
        "they told me of the vault",
        ...[became, same, quoting, turnedDown].map(({ id }) => id),
      );
      expect((await agent.memory.proposals({ status: "any" })).proposals.map(({ id }) => id)).toEqual([
        stays.id,
      ]);
      expect(await agent.memory.erasure()).toMatchObject({ verified: true });
      await expect(device.propose({ content: RED })).rejects.toMatchObject({ code: "erased_before" });
    },
  );

  it("[RM61] takes prompts, reasons and names out of proposals that stay, and nobody decides on what was read before", async () => {
    const [red] = await agent.add(RED);
    const waits = await propose({ content: GREEN, source_prompt: `We spoke of this: ${RED}` });
    const corrects = await propose({ content: BLUE, kind: "correction", corrects: [red] });
    const { id: gone } = await propose({ content: "The shop sells ladders." });
    await reviewer.reject({ id: gone, reason: `known: ${RED}` });
    await agent.memory.erase({ node_ids: [red] });
    await agent.object.drained();
    await agent.expectNoTrace(RED, red);
    const { proposals } = await reviewer.proposals({ status: "any" });
    expect(proposals).toHaveLength(3);
    for (const { source_prompt, reason, corrects } of proposals)
      expect([source_prompt, reason, corrects]).toEqual([null, null, []]);
    for (const one of [waits, corrects])
      await expect(reviewer.approve(one)).rejects.toMatchObject({ code: "proposal_changed" });
    const [{ digest }] = proposals.filter(({ id }) => id === waits.id);
    await reviewer.approve({ id: waits.id, digest });
  });

  it("[RM62] by author takes what a token proposed, and the memory that came of it", async () => {
    const became = await propose({ content: RED, source: "letters" });
    await reviewer.approve(became);
    await propose({ content: GREEN });
    const [blue] = await agent.add(BLUE);
    await agent.memory.erase({ author: deviceId });
    await agent.object.drained();
    await agent.expectNoTrace(RED, GREEN);
    expect((await agent.memory.node(blue)).text).toBe(BLUE);
  });

  it("[RM62] by author takes what was only proposed, and the reasons that a reviewer gave", async () => {
    const { id } = await propose({ content: GREEN });
    await reviewer.reject({ id, reason: "I know the gardener, and he has no ladder." });
    await agent.memory.erase({ author: reviewerId });
    await agent.object.drained();
    await agent.expectNoTrace("I know the gardener");
    expect((await device.proposal(id)).proposal).toMatchObject({ content: GREEN, reason: null });
    await agent.memory.erase({ author: deviceId });
    await agent.object.drained();
    await agent.expectNoTrace(GREEN);
  });

  it("[RM62] by source and by project takes what names them", async () => {
    await propose({ content: RED, source: "letters" });
    await propose({ content: BLUE, metadata: { project: "museum" } });
    const { id } = await propose({ content: GREEN });
    await agent.memory.erase({ source: "letters" });
    await agent.memory.erase({ project: "museum" });
    await agent.object.drained();
    await agent.expectNoTrace(RED, BLUE);
    expect((await reviewer.proposals()).proposals.map((one) => one.id)).toEqual([id]);
  });

  it("[RM60] of the whole agent takes all of them", async () => {
    await propose({ content: RED, source_prompt: "they told me of the vault" });
    await agent.object.drained();
    await agent.memory.erase({ agent: true });
    await agent.object.drained();
    await agent.expectNoTrace(RED, "they told me of the vault");
  });
});
