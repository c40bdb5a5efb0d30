// Looks up every acknowledged write: in the agent itself, and in D1 once nothing waits any more.

import { setTimeout } from "node:timers/promises";
import { type Acknowledged, exchange, memoryPath, type Place } from "./load-traffic.ts";

/** Longest wait for changes to reach D1; what is not there by then counts as lost. */
const DRAIN_MS = 60_000;
const LOOK_AGAIN_MS = 200;
const AT_ONCE = 8;

export interface Lost {
  readonly inAgent: number;
  readonly inD1: number;
  /** Acknowledged writes that were looked up. */
  readonly of: number;
}

/** `ids` maps an agent's name to its id, under which D1 keeps its rows. */
export async function lostOf(
  place: Place,
  d1: D1Database,
  ids: ReadonlyMap<string, string>,
  acknowledged: readonly Acknowledged[],
): Promise<Lost> {
  const agents = [...new Set(acknowledged.map(({ agent }) => agent))];
  const inAgent = await count(acknowledged, (one) => isMissing(place, one));
  await drained(place, agents);
  const replicas = new Map<string, Replica>();
  await count(agents, async (agent) => {
    replicas.set(agent, await replicaOf(d1, ids.get(agent)!));
    return false;
  });
  const inD1 = acknowledged.filter(({ agent, nodeId, eventId }) => {
    const { nodes, events } = replicas.get(agent)!;
    return !(nodeId === undefined || nodes.has(nodeId)) || !(eventId === undefined || events.has(eventId));
  });
  return { inAgent, inD1: inD1.length, of: acknowledged.length };
}

/** A node is read; a learning event answers the same request again with itself, instead of being done once more. */
async function isMissing(place: Place, { agent, verb, body, key, nodeId, eventId }: Acknowledged) {
  if (nodeId !== undefined) {
    const { status } = await exchange(place, memoryPath(agent, `nodes/${encodeURIComponent(nodeId)}`));
    if (status !== 200) return true;
  }
  if (eventId === undefined) return false;
  const again = await exchange(place, memoryPath(agent, verb), body, key);
  return again.body.event_id !== eventId;
}

async function drained(place: Place, agents: readonly string[]): Promise<void> {
  const deadline = Date.now() + DRAIN_MS;
  let waiting = [...agents];
  while (waiting.length > 0 && Date.now() < deadline) {
    const still: string[] = [];
    await count(waiting, async (agent) => {
      const { body } = await exchange(place, memoryPath(agent, "health"));
      if ((body.outbox as { changes: number } | undefined)?.changes !== 0) still.push(agent);
      return false;
    });
    waiting = still;
    if (waiting.length > 0) await setTimeout(LOOK_AGAIN_MS);
  }
}

interface Replica {
  readonly nodes: ReadonlySet<unknown>;
  readonly events: ReadonlySet<unknown>;
}

async function replicaOf(d1: D1Database, agent: string): Promise<Replica> {
  const [nodes, answers] = await d1.batch<Record<string, string>>([
    d1.prepare("select id from nodes where agent = ?").bind(agent),
    d1.prepare("select reply from answers where agent = ?").bind(agent),
  ]);
  return {
    nodes: new Set(nodes.results.map(({ id }) => id)),
    events: new Set(
      answers.results.map(({ reply }) => (JSON.parse(reply) as { event_id?: string }).event_id),
    ),
  };
}

/** How many of these hold, a few looked at together. */
async function count<T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<number> {
  let next = 0;
  let found = 0;
  const worker = async () => {
    while (next < all.length) if (await holds(all[next++])) found++;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}
