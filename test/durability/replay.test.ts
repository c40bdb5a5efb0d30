// A replay in the real object: killed, evicted, moved to an empty disk, sent by many at once, each line is learned once.

import { describe, expect, it, vi } from "vitest";
import { digestOf } from "../../durable/text/digest.ts";
import type { ReplayReply, ReplayRequest } from "../../wire/replaying.ts";
import { type Agent, newAgent } from "../support/agent-story.ts";
import { archived, seen } from "../support/both-homes.ts";
import { arm, disarm } from "../support/faults.ts";
import { NOTES } from "../support/replaying-memory.ts";
import { logOf, type Said, textOf } from "../support/session-logs.ts";

/** More rings than any of these logs needs. */
const MOST_RINGS = 400;

const TALK: Said[] = [
  { user: "When do deploys run?" },
  { assistant: `They say: ${NOTES["deploys.md"]}` },
  { user: "Thanks!" },
  { user: "Where does the canary of a deploy run?" },
  { assistant: "In zone 3." },
  { user: "No, that's wrong." },
  { user: "How often is a restore rehearsed?" },
  { tool: "read", said: "a long file ".repeat(400) },
  { assistant: "Every month." },
  { raw: "broken" },
];
const LESSONS: Said[] = Array.from({ length: 12 }, (_, round): Said[] => [
  ...TALK,
  { user: `No, backups of the database run at ${round} since this week.` },
  { assistant: "Noted." },
  { user: `Remember that the canary of a deploy has number ${round} now.` },
]).flat();
const LINES = logOf(LESSONS);
const LOG = textOf(LINES);

async function withNotes(): Promise<Agent> {
  const agent = await newAgent();
  await agent.perform("sync", { files: Object.entries(NOTES).map(([path, text]) => ({ path, text })) });
  return agent;
}

async function ask(agent: Agent, request: Partial<ReplayRequest>): Promise<ReplayReply> {
  const result = await agent.perform("replay", { log: "log", ...request });
  if (!result.ok) throw new Error(result.error.message);
  return result.value as ReplayReply;
}

async function status(agent: Agent): Promise<ReplayReply> {
  const result = await agent.perform("replayStatus", { log: "log" });
  if (!result.ok) throw new Error(result.error.message);
  return result.value as ReplayReply;
}

/** Rings until it is learned; `between` happens after each ring. */
async function learned(
  agent: Agent,
  between: () => Promise<unknown> = async () => undefined,
): Promise<ReplayReply> {
  for (let rings = 0; (await status(agent)).state === "open"; rings++) {
    if (rings === MOST_RINGS) throw new Error(`not learned: ${(await status(agent)).error}`);
    await agent.ring();
    await between();
  }
  return status(agent);
}

/** What was learned, without when and under which id. */
async function lessonsOf(agent: Agent): Promise<unknown> {
  const { nodes, edges, vectors, journal, replayed } = await agent.disk();
  const rows = (table: unknown[], ...names: string[]) =>
    (table as Record<string, unknown>[]).map((row) => JSON.stringify(names.map((name) => row[name]))).sort();
  const taught = (journal as { type: string; body: string }[])
    .filter(({ type }) => type === "learn" || type === "inject")
    .map(({ body }) => ({ ...JSON.parse(body), event: null }));
  return {
    nodes: rows(nodes, "id", "text", "metadata", "author"),
    edges: rows(edges, "source", "target", "weight", "kind"),
    vectors: rows(vectors, "id", "route", "data", "text").map(digestOf),
    replayed: rows(replayed, "mark"),
    taught,
  };
}

let whole: Promise<{ lessons: unknown; counts: ReplayReply["counts"] }> | undefined;

/** From one run that nothing interrupted. */
function uninterrupted() {
  whole ??= (async () => {
    const agent = await withNotes();
    await ask(agent, { lines: LOG, end: "here" });
    const { counts } = await learned(agent);
    return { lessons: await lessonsOf(agent), counts };
  })();
  return whole;
}

async function expectWhole(agent: Agent): Promise<void> {
  const { lessons, counts } = await uninterrupted();
  expect((await status(agent)).counts).toEqual(counts);
  expect(await lessonsOf(agent)).toEqual(lessons);
  const { mind, reloaded } = await seen(agent);
  expect(mind).toEqual(reloaded);
  expect((await agent.disk(["replay_parts"])).replay_parts).toEqual([]);
}

describe("a replay", () => {
  it("[RE21] that loses its memory after each slice learns what one learns that is left alone", async () => {
    const agent = await withNotes();
    await ask(agent, { lines: LOG, end: "here" });
    await learned(agent, () => agent.evict());
    await expectWhole(agent);
  });

  it.each([0, 7, 23, 60, 120, "end"] as const)(
    "[RE21] whose slices fail at statement %s, again and again, learns the same",
    async (fault) => {
      vi.spyOn(console, "error").mockReturnValue(undefined);
      const agent = await withNotes();
      await ask(agent, { lines: LOG, end: "here" });
      let strikes = 0;
      for (let rings = 0; rings < MOST_RINGS && strikes < 6; rings++) {
        // Awake before anything strikes: it is the slice that fails.
        if ((await status(agent)).state !== "open") break;
        arm(fault === "end" ? { at: "end" } : { at: "statement", after: fault + strikes });
        await agent.ring();
        if (disarm()) strikes++;
        await agent.evict();
      }
      expect(strikes).toBeGreaterThan(1);
      await learned(agent);
      await expectWhole(agent);
      vi.restoreAllMocks();
    },
  );

  it("[RE22] that loses its disk goes on from what D1 has, lessons and place together", async () => {
    const agent = await withNotes();
    await ask(agent, { lines: LOG });
    for (let rings = 0; (await status(agent)).counts.questions < 20; rings++) {
      if (rings === MOST_RINGS) throw new Error("nothing is learned");
      await agent.ring();
    }
    for (let rings = 0; rings < 6; rings++) await agent.ring();
    await agent.lose();
    const { received, learned: place, counts } = await status(agent);
    expect(received).toBe(place);
    expect(counts.questions).toBeGreaterThan(0);
    // The lines that waited are gone with the disk: they are sent again, by whoever has the log.
    await ask(agent, { lines: LOG.slice(received), first: received, end: "here" });
    await learned(agent);
    const { lessons } = await uninterrupted();
    expect(await lessonsOf(agent)).toEqual(lessons);
  });

  it("[RE22] is brought back by a restore together with what it taught", async () => {
    const agent = await withNotes();
    await agent.drained();
    const before = await lessonsOf(agent);
    const { value } = (await agent.perform("info", {})) as unknown as { value: { revision: number } };
    await ask(agent, { lines: LOG, end: "here" });
    await learned(agent);
    for (let rings = 0; rings < 10; rings++) await agent.ring();
    const restored = await agent.perform("restore", { seq: value.revision });
    expect(restored).toMatchObject({ ok: true });
    expect(await lessonsOf(agent)).toMatchObject({ ...(before as object), taught: expect.anything() });
    await ask(agent, { lines: LOG, end: "here" });
    await learned(agent);
    const { lessons } = (await uninterrupted()) as { lessons: { edges: unknown; nodes: unknown } };
    expect(await lessonsOf(agent)).toMatchObject({ edges: lessons.edges, nodes: lessons.nodes });
  });

  it("[RE23] takes one of 50 that send the same part at once, and D1 gets all of it", async () => {
    const agent = await withNotes();
    await ask(agent, {});
    const half = textOf(LINES.slice(0, LINES.length / 2));
    const send = (first: number, lines: string) =>
      agent.perform("replayPart", { log: "log", range: `${first}-${first + lines.length}`, lines });
    const first = await Promise.all(Array.from({ length: 50 }, () => send(0, half)));
    expect(new Set(first.map(({ ok }) => ok))).toEqual(new Set([true]));
    const rest = LOG.slice(half.length);
    const sent = Array.from({ length: 50 }, (_, place) =>
      place % 2 ? send(half.length, rest) : send(0, half),
    );
    await Promise.all([...sent, learned(await withEnd(agent, LOG.length))]);
    await expectWhole(agent);
    await agent.drained();
    expect(await archived(agent)).toEqual((await seen(agent)).disk);
  });

  async function withEnd(agent: Agent, end: number): Promise<Agent> {
    await ask(agent, { end });
    return agent;
  }

  it("[RE24] of an agent that is erased leaves nothing", async () => {
    const agent = await withNotes();
    await ask(agent, { lines: LOG });
    expect(await agent.as("owner").perform("erase", { agent: true })).toMatchObject({ ok: true });
    const rows = await agent.disk(["replay_parts", "replays", "replayed"]);
    expect(rows).toEqual({ replay_parts: [], replays: [], replayed: [] });
  });
});
