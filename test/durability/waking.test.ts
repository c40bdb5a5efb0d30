// An object that lost its memory, or its disk too, is the same afterwards.

import { describe, expect, it } from "vitest";
import { newAgent } from "../support/agent-story.ts";
import { addNote, EDGE, live, replicated } from "../support/lived-agent.ts";

describe.each(["product", "parity"] as const)("an agent of profile %s", (profile) => {
  it("[DU1] after an eviction the graph is the same, its order included", async () => {
    const agent = await newAgent(profile);
    await live(agent);
    const before = await agent.mind();
    await agent.evict();
    expect(await agent.mind()).toEqual(before);
  });

  it("[DU10] an object that lost its disk has everything back from D1", async () => {
    const agent = await newAgent(profile);
    await live(agent);
    await agent.drained();
    const [mind, disk] = [await agent.mind(), await replicated(agent)];
    await agent.lose();
    expect(await agent.mind()).toEqual(mind);
    expect(await replicated(agent)).toEqual(disk);
  });
});

describe("a way through D1", () => {
  it("[DU10] keeps every bit of a weight", async () => {
    const agent = await newAgent();
    await agent.write((draft) => {
      for (let index = 0; index < 800; index++) {
        const weight = Math.sin(index * 1.7) * 10 ** -(index % 17);
        draft.putEdge({ ...EDGE, source: `s${index % 40}`, target: `t${index}`, weight });
      }
    });
    await agent.drained();
    const mind = await agent.mind();
    await agent.lose();
    expect(await agent.mind()).toEqual(mind);
  });

  it("[DU10] takes a commit of many parts, and gives it back in many pages", async () => {
    const agent = await newAgent();
    const text = "记忆 ".repeat(400);
    await agent.write((draft) => {
      for (let index = 0; index < 600; index++) addNote(draft, `n${index}`, "n0", 0.2, text + index);
    });
    expect((await agent.disk(["outbox"])).outbox.length).toBeGreaterThan(4);
    await agent.drained();
    const [mind, disk] = [await agent.mind(), await replicated(agent)];
    await agent.lose();
    expect(await agent.mind()).toEqual(mind);
    expect(await replicated(agent)).toEqual(disk);
  }, 30_000);
});
