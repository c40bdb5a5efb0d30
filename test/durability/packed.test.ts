// The object packs its memory by itself, and wherever the machine stops meanwhile, it wakes as it was.

import { describe, expect, it, vi } from "vitest";
import { ObjectDatabase } from "../../durable/store/object-database.ts";
import { type Agent, newAgent } from "../support/agent-story.ts";
import { addNote, EDGE } from "../support/lived-agent.ts";

const NODES = 520;
/** More than are taken up one by one. */
const CHANGES = 1_200;

async function packedAgent(): Promise<Agent> {
  const agent = await newAgent();
  await agent.write((draft) => {
    for (let index = 0; index < NODES; index++)
      addNote(draft, `n${index}`, `n${index >> 1}`, 0.3, `note ${index}`);
  });
  await agent.drained();
  return agent;
}

async function partsOf(agent: Agent): Promise<number> {
  return (await agent.disk(["packed"])).packed.length;
}

function changeMuch(agent: Agent, weight: number): Promise<unknown> {
  return agent.write((draft) => {
    for (let index = 0; index < CHANGES; index++) {
      const [source, target] = [`n${index % 40}`, `n${40 + Math.floor(index / 40)}`];
      draft.putEdge({ ...EDGE, source, target, weight: weight + index / 1e4 });
    }
  });
}

describe("an object", () => {
  it("[WK5] packs a memory that is large enough, and again when enough has changed", async () => {
    const small = await newAgent();
    await small.write((draft) => addNote(draft, "a", "b", 0.3));
    await small.drained();
    expect(await partsOf(small)).toBe(0);

    const agent = await packedAgent();
    expect(await partsOf(agent)).toBeGreaterThan(1);
    await agent.write((draft) => addNote(draft, "one", "n1", 0.2));
    expect((await agent.disk(["unpacked"])).unpacked.length).toBeGreaterThan(0);
    const mind = await agent.mind();
    await agent.evict();
    expect(await agent.mind()).toEqual(mind);
    await changeMuch(agent, 0.1);
    await agent.drained();
    expect((await agent.disk(["unpacked"])).unpacked.length).toBe(0);
    const changed = await agent.mind();
    await agent.evict();
    expect(await agent.mind()).toEqual(changed);
  }, 60_000);

  it("[WK5] wakes as it was, at whichever statement of packing it stopped", async () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const agent = await packedAgent();
    await changeMuch(agent, 0.2);
    const mind = await agent.mind();
    // From now on all chores come together.
    await agent.evict();
    expect(await agent.mind()).toEqual(mind);
    const { exec } = ObjectDatabase.prototype;
    let faults = 0;
    for (let isStruck = true; isStruck; ) {
      isStruck = false;
      let left = faults;
      const stopping = vi.spyOn(ObjectDatabase.prototype, "exec").mockImplementation(function (
        this: ObjectDatabase,
        statement,
        ...bindings
      ) {
        if (/packed/.test(statement) && !isStruck && left-- === 0) {
          isStruck = true;
          throw new Error("stopped");
        }
        return exec.call(this, statement, ...bindings);
      });
      await agent.ring();
      stopping.mockRestore();
      if (isStruck) faults++;
      await agent.evict();
      expect(await agent.mind(), `after ${faults}`).toEqual(mind);
    }
    expect(faults).toBeGreaterThan(7);
    await agent.drained();
    expect((await agent.disk(["unpacked"])).unpacked.length).toBe(0);
    await agent.evict();
    expect(await agent.mind()).toEqual(mind);
  }, 120_000);

  it("[WK4] has nothing packed of what was erased", async () => {
    const agent = await packedAgent();
    const erased = await agent.as("owner").perform("erase", { node_ids: ["n7"] });
    expect(erased.ok).toBe(true);
    expect(await partsOf(agent)).toBe(0);
    await agent.drained();
    const { packed } = await agent.disk(["packed"]);
    const bytes = packed.map((part) => new TextDecoder().decode((part as { data: ArrayBuffer }).data));
    expect(bytes.some((part) => part.includes('"n8"'))).toBe(true);
    expect(bytes.some((part) => part.includes('"n7"'))).toBe(false);
  }, 60_000);
});
