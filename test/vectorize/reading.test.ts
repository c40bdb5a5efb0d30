// A memory above its limit keeps some vectors in memory and finds the others through Vectorize, whatever that shows.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../../wire/limits.ts";
import type { QueryReply } from "../../wire/query.ts";
import { EmbeddingAgent } from "../support/embedding-agent.ts";
import { deploy, ScriptedEmbedder } from "../support/scripted-embedder.ts";
import { conduct, HONEST, LATE_MS, shownOf } from "../support/vector-index.ts";

const TRUE_LIMITS = { vectorsInMemory: LIMITS.vectorsInMemory, vectorizeMs: LIMITS.vectorizeMs };
const MOST = 4;
const NOTES = [
  "Deploys go to staging on fridays.",
  "The pager rotates every monday morning.",
  "Backups are encrypted before they leave the building.",
  "Invoices need two signatures.",
  "The coffee machine is descaled in spring.",
  "Interns get a laptop and a mentor.",
  "The parking garage closes at midnight.",
  "Elevators are inspected by the city.",
  "Holidays are announced in november.",
  "The library lends boardgames too.",
  "Windows are cleaned from the outside.",
  "Fire drills happen without a warning.",
];
/** None of its words is in a note; its letters are nearly those of the first. */
const MISSPELT = "Deeploys goo too staaging onn frydays";

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const [embedder] = deploy(new ScriptedEmbedder("scripted-v1", { slow: false }));
  await conduct({ ...HONEST, dimension: embedder.dimension });
  Object.assign(LIMITS, { vectorsInMemory: MOST });
});
afterEach(() => {
  Object.assign(LIMITS, TRUE_LIMITS);
  vi.restoreAllMocks();
  deploy();
});

async function withNotes(): Promise<EmbeddingAgent> {
  const agent = await EmbeddingAgent.begin();
  for (const note of NOTES) await agent.inject(note);
  await agent.agent.drained();
  return agent;
}

const inMemory = async (agent: EmbeddingAgent) => (await agent.health()).vectorize?.in_memory;
const firstOf = ({ fired }: QueryReply) => fired[0]?.text;
const seedsOf = ({ seeds }: QueryReply) => seeds.map(({ id, score }) => [id, score]);

describe("a memory above its limit", () => {
  it("[VZ10] keeps the newest vectors in memory, awake and after waking, and finds the others through the index", async () => {
    const agent = await withNotes();
    expect(await inMemory(agent)).toBe(MOST);
    expect(firstOf(await agent.ask(MISSPELT))).toBe(NOTES[0]);
    await agent.agent.evict();
    expect(await inMemory(agent)).toBe(MOST);
    expect(firstOf(await agent.ask(MISSPELT))).toBe(NOTES[0]);
  });

  it("[VZ10] answers as if it held them all", async () => {
    const agent = await withNotes();
    const questions = [MISSPELT, "the pagger", "boardgames", "Who signs invoyces?", "garrage", ...NOTES];
    const beyond = [];
    for (const question of questions) beyond.push(seedsOf(await agent.ask(question)));
    Object.assign(LIMITS, TRUE_LIMITS);
    await agent.agent.evict();
    expect(await inMemory(agent)).toBe(NOTES.length);
    const within = [];
    for (const question of questions) within.push(seedsOf(await agent.ask(question)));
    expect(beyond).toEqual(within);
  });

  it("[VZ11] finds what was just written, however late the index shows it", async () => {
    const agent = await withNotes();
    await conduct({ delayMs: LATE_MS });
    const late = "Umbrellas hang beside the reception desk.";
    await agent.inject(late);
    for (const note of NOTES.slice(0, MOST)) await agent.inject(`${note} As ever.`);
    for (let rings = 0; rings < 3; rings++) await agent.agent.ring();
    expect((await agent.health()).vectorize).toMatchObject({ waiting: 0, unseen: 1 + MOST });
    for (const wake of [false, true]) {
      if (wake) await agent.agent.evict();
      expect(await inMemory(agent)).toBeGreaterThanOrEqual(1 + MOST);
      expect(firstOf(await agent.ask("Umbrelas hangg besyde receptionn desc"))).toBe(late);
    }
    expect(await shownOf(agent.agent.id)).toHaveLength(NOTES.length);
  });

  it("[VZ11] compares a changed text as it is, whatever the index still shows", async () => {
    const agent = await withNotes();
    const [{ id }] = (await agent.ask(MISSPELT)).fired;
    await conduct({ delayMs: LATE_MS });
    await agent.do("edit", { id, text: "Umbrellas hang beside the reception desk." });
    await agent.agent.ring();
    expect(firstOf(await agent.ask("Umbrelas hangg besyde receptionn desc"))).toContain("Umbrellas");
    const { seeds } = await agent.ask(MISSPELT);
    const score = seeds.find((seed) => seed.id === id)?.score ?? 0;
    const others = seeds.filter((seed) => seed.id !== id).map((seed) => seed.score);
    expect(score).toBeLessThan(Math.max(0.3, ...others));
  });

  it("[VZ12] does not show what is gone, though the index does", async () => {
    const agent = await withNotes();
    const [{ id }] = (await agent.ask(MISSPELT)).fired;
    await conduct({ delayMs: LATE_MS });
    await agent.do("erase", { node_ids: [id] });
    const reply = await agent.ask(MISSPELT);
    expect(JSON.stringify(reply)).not.toContain(id);
    expect(reply.degraded).toBeUndefined();
    expect(await shownOf(agent.agent.id)).toHaveLength(NOTES.length);
  });

  it("[VZ12] has vectors deleted that are none of its own", async () => {
    const agent = await withNotes();
    await agent.agent.inside((storage) => {
      storage.sql.exec("delete from vectorized where id = (select id from vectors order by rowid limit 1)");
      storage.sql.exec("delete from vectors where rowid = (select min(rowid) from vectors)");
    });
    await agent.ask(MISSPELT);
    await agent.agent.drained();
    expect(await shownOf(agent.agent.id)).toHaveLength(NOTES.length - 1);
  });

  it.each(["it is overloaded", "hang"])(
    "[VZ13] serves by words and what is in memory without the index: %s",
    async (fault) => {
      const agent = await withNotes();
      Object.assign(LIMITS, { vectorizeMs: 20 });
      await agent.agent.evict();
      await conduct({ fault });
      const byWords = await agent.ask("fridays staging deploys");
      expect(byWords.degraded).toBe("vectorize_unavailable");
      expect(firstOf(byWords)).toBe(NOTES[0]);
      expect(firstOf(await agent.ask("Fyre drylls happenn withoutt warnning"))).toBe(NOTES.at(-1));
      expect(firstOf(await agent.ask(MISSPELT))).not.toBe(NOTES[0]);
    },
  );

  it("[VZ14] writes, feedback and maintenance reach rows that are not in memory, and memory agrees with the disk", async () => {
    const agent = await withNotes();
    const { query_id, fired } = await agent.ask(MISSPELT);
    await agent.do("learn", { query_id, outcome: 1 });
    await agent.do("correction", { query_id, content: "Deploys go to staging on mondays." });
    await agent.do("edit", { id: fired[0].id, summary: "deploys" });
    await agent.do("maintain", {});
    await agent.do("erase", { node_ids: [fired[0].id] });
    await agent.agent.drained();
    const stored = (await agent.rows("vectors")).map(({ id, route }) => `${id} ${route}`).sort();
    const shown = await shownOf(agent.agent.id);
    expect(shown.map(({ metadata }) => `${metadata.node} ${metadata.route}`).sort()).toEqual(stored);
    expect(await agent.embedding()).toMatchObject({ pending: 0 });
  });
});

describe("a memory below its limit", () => {
  it("[VZ15] asks the index nothing", async () => {
    Object.assign(LIMITS, TRUE_LIMITS);
    const agent = await withNotes();
    await conduct({ fault: "it is overloaded" });
    for (const wake of [false, true]) {
      if (wake) await agent.agent.evict();
      const reply = await agent.ask(MISSPELT);
      expect(firstOf(reply)).toBe(NOTES[0]);
      expect(reply.degraded).toBeUndefined();
    }
  });
});
