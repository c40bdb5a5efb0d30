// An agent that is idle is maintained by its alarm, in its object, also when that ends in the middle.

import { afterEach, describe, expect, it, vi } from "vitest";
import type { HealthReply } from "../../wire/reading.ts";
import type { MaintenanceState } from "../../wire/upkeep.ts";
import { type Agent, newAgent } from "../support/agent-story.ts";
import { archived, seen } from "../support/both-homes.ts";
import { timePasses } from "../support/scripted-embedder.ts";
import { nodeRecord } from "../support/small-graph.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** As the product's settings have them. */
const IDLE = 30 * MINUTE;
const WRITES = 50;
const NODES = 700;
/** The runner gives up after this; a busy machine needs more than its default. */
const PATIENCE_MS = 60_000;

afterEach(() => vi.restoreAllMocks());

async function health(agent: Agent): Promise<MaintenanceState> {
  const reply = await agent.as("owner").perform("health", {});
  if (!reply.ok) throw new Error(reply.error.message);
  return (reply.value as HealthReply).maintenance;
}

/** An agent with more routes than two slices fade, and as many writes as call for a run. */
async function livedAgent(profile?: "product" | "parity"): Promise<Agent> {
  const agent = await newAgent(profile);
  await agent.write((draft) => {
    for (let index = 0; index < NODES; index++)
      draft.putNode(nodeRecord(`note::${index}`, { kind: "note", text: `note ${index}` }));
    for (let index = 0; index < NODES; index++) {
      const ends = { source: `note::${index}`, target: `note::${(index * 7 + 1) % NODES}` };
      if (ends.source !== ends.target)
        draft.putEdge({ ...ends, weight: 0.4, kind: "cross_file", relevance: null, metadata: {} });
    }
  });
  await written(agent);
  await agent.drained();
  return agent;
}

/** Writes as often as calls for a run. */
async function written(agent: Agent): Promise<void> {
  for (let write = 0; write < WRITES; write++) {
    const authority = write % 2 === 0 ? "canonical" : "overlay";
    await agent.as("owner").perform("anchor", { node_id: "note::0", authority });
  }
}

/** Rings until the run that is under way is over; alarms ring by themselves as well. */
async function finished(agent: Agent, between: () => Promise<void> = async () => undefined): Promise<void> {
  for (let rings = 0; rings < 40; rings++) {
    await agent.ring();
    await between();
    if (!(await health(agent)).running) return;
  }
  throw new Error("a run without end");
}

describe("an agent that is idle", () => {
  it(
    "[MU13] is maintained by its alarm, and not while somebody asks or shortly after the last run",
    async () => {
      const agent = await livedAgent();
      const { next_due: due, last_run: last } = await health(agent);
      expect(last).toBeNull();
      expect(due).toBeGreaterThan(Date.now());
      timePasses(IDLE - MINUTE);
      await agent.ring();
      expect(await health(agent)).toMatchObject({ last_run: null, running: null });
      // A question begins the wait anew.
      await agent.perform("query", { query: "note" });
      timePasses(2 * MINUTE);
      await agent.ring();
      expect(await health(agent)).toMatchObject({ last_run: null, running: null });
      timePasses(IDLE);
      await finished(agent);
      const { last_run: run, next_due: next } = await health(agent);
      expect(run).toMatchObject({ state: "done", author: "edgebrain", can_be_undone: true });
      expect(run?.slices).toBeGreaterThan(2);
      expect(next).toBeNull();
      for (let write = 0; write < WRITES; write++)
        await agent.write((draft) => draft.weigh(0, 0.5 + write / 1_000));
      timePasses(2 * HOUR);
      await agent.ring();
      expect((await health(agent)).last_run?.event_id).toBe(run?.event_id);
      timePasses(20 * HOUR);
      await finished(agent);
      expect((await health(agent)).last_run?.event_id).not.toBe(run?.event_id);
    },
    PATIENCE_MS,
  );

  it(
    "[MU14] goes on after its object ended between two slices, and both homes and an undo agree",
    async () => {
      const agent = await livedAgent();
      const before = await agent.mind();
      timePasses(IDLE + MINUTE);
      await finished(agent, () => agent.evict());
      const { last_run: run } = await health(agent);
      expect(run?.state).toBe("done");
      expect(run?.slices).toBeGreaterThan(2);
      expect(await agent.mind()).not.toEqual(before);
      const undone = await agent.as("owner").perform("undo", { event_id: run?.event_id });
      expect(undone).toMatchObject({ ok: true, value: { exact: 1, edges_kept: 0 } });
      expect(await agent.mind()).toEqual(before);
      await agent.evict();
      expect(await agent.mind()).toEqual(before);
      await agent.drained();
      const { disk, mind } = await seen(agent);
      expect(mind).toBeNull();
      expect(await archived(agent)).toEqual(disk);
      expect((await health(agent)).last_run).toMatchObject({ state: "undone", can_be_undone: false });
    },
    PATIENCE_MS,
  );

  it(
    "[MU15] in the profile of the reference is left to whoever asks for maintenance",
    async () => {
      const agent = await livedAgent("parity");
      expect((await health(agent)).next_due).toBeNull();
      timePasses(IDLE + MINUTE);
      await agent.ring();
      expect(await health(agent)).toMatchObject({ last_run: null, running: null });
    },
    PATIENCE_MS,
  );
});
