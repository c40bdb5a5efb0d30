// [RM] Reviewed memory as its callers see it: proposing, deciding, and who may do which.

import { beforeAll, describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import type { Role } from "../../wire/directory.ts";
import { Story } from "../support/story.ts";

const FACT = "The harbour crane is serviced every second Tuesday.";

let story: Story;
let agent: string;
let owner: MemoryClient;
let device: MemoryClient;
let reviewer: MemoryClient;

beforeAll(async () => {
  story = await Story.begin();
});

async function begin(): Promise<void> {
  agent = (await story.agent()).name;
  owner = story.memory(agent);
  [device, reviewer] = await Promise.all([as("agent"), as("reviewer")]);
}

async function as(role: Role): Promise<MemoryClient> {
  return story.memory(agent, (await story.token(role)).token);
}

const refused = (code: string) => expect.objectContaining({ code });

async function textsFor(query: string): Promise<string[]> {
  return (await owner.query({ query })).fired.map(({ text }) => text);
}

describe("a proposal", () => {
  beforeAll(begin);

  it("[RM1] is no memory until a reviewer approves it, and is one like any other from then on", async () => {
    const { id, status, digest, created } = await device.propose({ content: FACT, source: "agent_end" });
    expect([status, created]).toEqual(["pending", true]);
    expect(await textsFor("when is the crane serviced?")).toEqual([]);
    expect((await owner.info()).nodes).toBe(0);
    const done = await reviewer.approve({ id: id as string, digest: digest as string });
    expect(done).toMatchObject({ status: "approved", node_injected: true });
    expect(await textsFor("when is the crane serviced?")).toEqual([FACT]);
    const { proposal } = await device.proposal(id as string);
    expect(proposal).toMatchObject({ status: "approved", node_id: done.node_id, source: "agent_end" });
  });
});
