// Captured turns in the real object: killed, evicted, sent by many at once, each is read and none is stored twice.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ModelFailure } from "../../durable/model/failure.ts";
import { Models } from "../../durable/model/models.ts";
import type { CaptureJob, CaptureReply } from "../../wire/capture.ts";
import { type Agent, newAgent } from "../support/agent-story.ts";
import { archived, seen } from "../support/both-homes.ts";
import { arm, disarm } from "../support/faults.ts";
import { ScriptedModel } from "../support/teacher-house.ts";

/** More rings than any of these turns needs. */
const MOST_RINGS = 120;
const SUBJECTS = ["crane", "gate", "quay", "ferry", "lamp", "office", "ramp", "siren", "buoy", "depot"];
const COLOURS = ["green", "blue", "white"];

let model: ScriptedModel;
beforeEach(() => {
  model = new ScriptedModel();
  // Says of a turn what the user said in it.
  model.says = (prompt) => {
    const said = prompt.match(/<user_message>(.*)<\/user_message>/)?.[1] ?? "";
    const memories = [{ content: said, type: "fact", confidence: 0.9, tags: ["harbour"] }];
    return JSON.stringify({ memories, entities: [{ name: "harbour", type: "system" }] });
  };
  vi.spyOn(Models.prototype, "make").mockReturnValue(model);
});
afterEach(() => {
  disarm();
  vi.restoreAllMocks();
});

const sentence = (place: number) =>
  `The ${SUBJECTS[place % SUBJECTS.length]} of the harbour is painted ${COLOURS[Math.floor(place / 10)]} on every second day.`;

async function sent(agent: Agent, place: number, key?: string): Promise<CaptureReply> {
  const result = await agent.perform("capture", { user: sentence(place), session_id: `s${place}` }, key);
  if (!result.ok) throw new Error(result.error.message);
  return result.value as CaptureReply;
}

async function jobs(agent: Agent): Promise<CaptureJob[]> {
  const result = await agent.as("owner").perform("captureJobs", { limit: 200 });
  if (!result.ok) throw new Error(result.error.message);
  return (result.value as { jobs: CaptureJob[] }).jobs;
}

/** Rings until nothing waits; `between` happens after each ring. */
async function settled(agent: Agent, between: () => Promise<unknown> = async () => undefined): Promise<void> {
  const waits = ({ state }: CaptureJob) => state === "pending" || state === "processing";
  for (let rings = 0; (await jobs(agent)).some(waits); rings++) {
    if (rings === MOST_RINGS) throw new Error(`still waiting: ${JSON.stringify(await jobs(agent))}`);
    await agent.ring();
    await between();
  }
}

async function texts(agent: Agent): Promise<string[]> {
  const { nodes } = (await agent.disk(["nodes"])) as { nodes: { text: string; kind: string }[] };
  return nodes
    .filter(({ kind }) => kind === "memory")
    .map(({ text }) => text)
    .sort();
}

describe("captured turns in the object", () => {
  it("[CA30] 25 that are sent at once are each read once, whichever come twice, and both homes have what came of them", async () => {
    const agent = await newAgent();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        sent(agent, place % 25, place < 10 ? `key ${place}` : undefined),
      ),
    );
    expect(new Set(replies.map(({ job }) => job)).size).toBe(25);
    await settled(agent);
    expect((await jobs(agent)).map(({ state }) => state)).toEqual(Array(25).fill("done"));
    const asked = model.prompts.filter(({ prompt }) => prompt.includes("<user_message>"));
    expect(asked).toHaveLength(25);
    expect(await texts(agent)).toEqual(Array.from({ length: 25 }, (_, place) => sentence(place)).sort());
    const { mind, reloaded } = await seen(agent);
    expect(mind).toEqual(reloaded);
    await agent.drained();
    expect(await archived(agent)).toEqual((await seen(agent)).disk);
  });

  it("[CA31] wait over an eviction, and are read by the alarm alone", async () => {
    const agent = await newAgent();
    await sent(agent, 1);
    await agent.evict();
    await agent.drained();
    expect((await jobs(agent))[0]).toMatchObject({ state: "done", memories: [{ status: "created" }] });
    expect(await texts(agent)).toEqual([sentence(1)]);
  });

  it.each([0, 3, 9, 20, 33, "end"] as const)(
    "[CA31] whose reading fails at statement %s, again and again, are taken up again and stored once",
    async (fault) => {
      vi.spyOn(console, "error").mockReturnValue(undefined);
      const agent = await newAgent();
      await sent(agent, 1);
      await sent(agent, 2);
      let strikes = 0;
      for (let rings = 0; rings < 8 && strikes < 2; rings++) {
        // Awake before anything strikes: it is the reading that fails.
        if ((await jobs(agent)).every(({ state }) => state === "done")) break;
        arm(fault === "end" ? { at: "end" } : { at: "statement", after: fault + strikes });
        await agent.ring();
        if (disarm()) strikes++;
        await agent.evict();
      }
      expect(strikes).toBeGreaterThan(0);
      await settled(agent, () => agent.evict());
      expect(await texts(agent)).toEqual([sentence(1), sentence(2)].sort());
      const { mind, reloaded } = await seen(agent);
      expect(mind).toEqual(reloaded);
      const states = (await jobs(agent)).map(({ state, memories }) => [state, memories.length]);
      expect(states).toEqual([
        ["done", 1],
        ["done", 1],
      ]);
    },
  );

  it("[CA31] wait for no turn that is tried again later", async () => {
    const agent = await newAgent();
    const { says } = model;
    model.says = () => "I would rather not.";
    await sent(agent, 1);
    await agent.ring();
    model.says = says;
    const [{ due_at: later }] = await jobs(agent);
    expect(later).toBeGreaterThan(Date.now() + 3_000);
    await sent(agent, 2);
    expect(await agent.inside((storage) => storage.getAlarm())).toBeLessThan(Date.now() + 2_000);
    await agent.ring();
    expect(await texts(agent)).toEqual([sentence(2)]);
  });

  it("[CA31] that stop the object each time are set aside after three tries, and come back when they are retried", async () => {
    const agent = await newAgent();
    await sent(agent, 1);
    await agent.inside(({ sql }) => {
      sql.exec("update captures set state = 'processing', attempts = 3");
    });
    await agent.evict();
    await agent.drained();
    expect((await jobs(agent))[0]).toMatchObject({
      state: "failed",
      error: expect.stringContaining("stopped"),
    });
    const [{ id }] = await jobs(agent);
    expect(await agent.perform("retryCapture", { id })).toMatchObject({ ok: true });
    await settled(agent);
    expect(await texts(agent)).toEqual([sentence(1)]);
  });

  it("[CA32] that are let go of, or erased, while the model is asked leave nothing", async () => {
    const agent = await newAgent();
    const owner = agent.as("owner");
    for (const letGo of [
      async () => owner.perform("dropCapture", { id: (await jobs(agent))[0].id }),
      async () => owner.perform("erase", { author: "token-1" }),
    ]) {
      const says = model.says;
      model.says = async (prompt, call) => {
        await letGo();
        return says(prompt, call) as string;
      };
      await sent(agent, 1);
      await agent.ring();
      model.says = says;
      expect(await jobs(agent)).toEqual([]);
      expect(await texts(agent)).toEqual([]);
    }
  });

  it("[CA33] are counted in health: those that wait, and those that failed", async () => {
    model.says = () => new ModelFailure("refused", "the provider of the language model refused the key");
    const agent = await newAgent();
    await sent(agent, 1);
    const health = async () =>
      (await agent.perform("health", {})) as unknown as { value: { captures: unknown } };
    expect((await health()).value.captures).toMatchObject({ waiting: 1, failed: 0 });
    await settled(agent);
    expect((await health()).value.captures).toEqual({
      waiting: 0,
      failed: 1,
      oldest_ms: null,
      resting_ms: null,
    });
  });
});
