// What is acknowledged stays: through eviction, through the loss of the object's disk, through failures of D1.

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Archive } from "../../durable/archive/archive.ts";
import { drain } from "../../durable/archive/drain.ts";
import type { Draft } from "../../durable/graph/draft.ts";
import { ObjectDatabase } from "../../durable/store/object-database.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { TABLE_NAMES } from "../../schema/replica.ts";
import { Refusal } from "../../wire/errors.ts";
import { type Agent, agentNamed, newAgent } from "../support/agent-story.ts";

/** Puts a note with a vector, linked both ways with another note where one is named. */
function addNote(
  draft: Draft,
  id: string,
  to?: string,
  weight = 0.5,
  text = `Text of ${id} 🙂 "quoted"`,
): void {
  draft.putNode({
    id,
    kind: "note",
    origin: "injected",
    authority: "overlay",
    text,
    summary: "",
    file: null,
    chunk: null,
    metadata: { made: id },
  });
  const dimension = draft.vectors.dimension || 1024;
  draft.putVector(
    id,
    Array.from({ length: dimension }, (_, index) => Math.sin(index * 1.3 + id.length)),
  );
  if (to === undefined) return;
  for (const [source, target] of [
    [id, to],
    [to, id],
  ]) {
    draft.putEdge({ ...EDGE, source, target, weight });
  }
}

const EDGE = { kind: "sibling", relevance: null, metadata: null };

/** Some commits that add, change, reorder and remove. */
async function live(agent: Agent): Promise<void> {
  await agent.write((draft) => {
    for (let index = 0; index < 12; index++) addNote(draft, `n${index}`, index ? `n${index - 1}` : undefined);
  });
  await agent.write((draft) => {
    draft.weigh(draft.graph.edgeOf("n3", "n4"), -0.123456789012345);
    draft.relate(draft.graph.edgeOf("n2", "n3"), 1 / 3);
    draft.setStop(draft.graph.positionOf("n5"), 0.1 + 0.2);
    draft.putVector("n6", new Float64Array(draft.vectors.dimension).fill(0.1), 3);
  });
  await agent.write((draft) => {
    draft.cutEdge(draft.graph.edgeOf("n1", "n0"));
    draft.putEdge({
      source: "n1",
      target: "n0",
      weight: 0.7,
      kind: "cross_file",
      relevance: null,
      metadata: { a: 1 },
    });
    draft.removeNode("n8");
    addNote(draft, "n8", "n2", 0.9);
  });
  await agent.write((draft, { store, call }) => {
    draft.weigh(draft.graph.edgeOf("n1", "n0"), 0.71);
    store.record("learn", { about: "n1" }, { at: call.now, author: call.author });
    store.setSetting("half_life", 99.5);
  });
}

/** The replicated tables of the object, in the order of their keys. */
async function replicated(agent: Agent): Promise<Record<string, unknown[]>> {
  const disk = await agent.disk(TABLE_NAMES);
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  return Object.fromEntries(Object.entries(disk).map(([table, rows]) => [table, sorted(rows)]));
}

async function inD1(agent: Agent): Promise<Record<string, unknown[]>> {
  const rows = await agent.replica();
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  return Object.fromEntries(Object.entries(rows).map(([table, each]) => [table, sorted(each)]));
}

/** D1 fails where it touches a table, until the returned function is called. */
async function breakD1(table: string): Promise<() => Promise<unknown>> {
  await env.DB.prepare(`alter table ${table} rename to away`).run();
  return () => env.DB.prepare(`alter table away rename to ${table}`).run();
}

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

describe("the replica", () => {
  it("[DU11] equals the object's tables once the outbox is empty", async () => {
    const agent = await newAgent();
    await live(agent);
    await agent.drained();
    expect(await inD1(agent)).toEqual(await replicated(agent));
    expect((await agent.disk(["outbox"])).outbox).toEqual([]);
  });

  it("[DU11] keeps the agents apart", async () => {
    const [one, two] = [await newAgent(), await newAgent()];
    await live(one);
    await two.write((draft) => addNote(draft, "n1"));
    await one.drained();
    await two.drained();
    await two.write((draft) => draft.removeNode("n1"));
    await two.drained();
    expect(await inD1(one)).toEqual(await replicated(one));
    expect((await two.replica()).nodes).toEqual([]);
  });

  it("[DU12] a commit sets the alarm that brings it to D1, and an empty outbox sets none", async () => {
    const agent = await newAgent();
    await agent.write((draft) => addNote(draft, "a"));
    const due = await agent.inside((storage) => storage.getAlarm());
    expect(due ?? 0).toBeLessThanOrEqual(Date.now() + 1_000);
    await agent.drained();
    expect(await agent.inside((storage) => storage.getAlarm())).toBeNull();
    await agent.mind();
    expect(await agent.inside((storage) => storage.getAlarm())).toBeNull();
  });

  it("[DU12] an object that wakes with changes and without an alarm sets one", async () => {
    const agent = await newAgent();
    await agent.write((draft) => addNote(draft, "a"));
    await agent.inside((storage) => storage.deleteAlarm());
    await agent.evict();
    await agent.mind();
    await agent.drained();
    expect((await agent.replica()).nodes).toHaveLength(1);
  });

  it("[DU13] a batch whose answer was lost changes nothing when it is sent again", async () => {
    const agent = await newAgent();
    await live(agent);
    const { outbox } = await agent.disk(["outbox"]);
    await agent.drained();
    const before = await inD1(agent);
    await agent.write((draft) => draft.removeNode("n2"));
    await agent.inside(({ sql }) => {
      for (const row of outbox as Record<string, SqlStorageValue>[]) {
        const columns = Object.keys(row).join(", ");
        sql.exec(`insert into outbox (${columns}) values (?,?,?,?,?,?,?,?)`, ...Object.values(row));
      }
    });
    await agent.drained();
    expect(await inD1(agent)).not.toEqual(before);
    expect(await inD1(agent)).toEqual(await replicated(agent));
  });

  it("[DU13] D1 itself turns away a batch that it has applied", async () => {
    const agent = await newAgent();
    await agent.write((draft) => addNote(draft, "a"));
    await agent.drained();
    const archive = new Archive(env.DB);
    const seq = (await archive.appliedSeq(agent.id)) as number;
    const before = await inD1(agent);
    const cut = { table: "nodes", verb: "cut", rows: '[["a"]]', bytes: 7 } as const;
    const put = { table: "stops", verb: "put", rows: '[["a",1,1]]', bytes: 11 } as const;
    await archive.apply(agent.id, [cut, put], seq);
    expect(await inD1(agent)).toEqual(before);
    await archive.apply(agent.id, [cut, put], seq + 1);
    expect((await agent.replica()).nodes).toEqual([]);
  });
});

describe("a D1 that fails", () => {
  it("[DU14] loses nothing and doubles nothing of 50 writes at once", async () => {
    const agent = await newAgent();
    await agent.write((draft) => addNote(draft, "hub"));
    const mend = await breakD1("edges");
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        agent.writeLater((draft) => addNote(draft, `n${index}`, "hub", index / 100)),
      ),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    await agent.ring();
    const health = await agent.perform("health", {});
    expect(health).toMatchObject({ value: { outbox: { last_error: expect.stringContaining("edges") } } });
    const seqs = await agent.inside(({ sql }) => sql.exec("select distinct seq from outbox").toArray());
    expect(seqs.length).toBeGreaterThanOrEqual(50);
    await mend();
    await agent.drained();
    expect(await inD1(agent)).toEqual(await replicated(agent));
    const [mind, { edges, nodes }] = [await agent.mind(), await agent.replica()];
    expect([nodes.length, edges.length]).toEqual([51, 100]);
    await agent.evict();
    expect(await agent.mind()).toEqual(mind);
    await agent.lose();
    expect(await agent.mind()).toEqual(mind);
  });

  it("[DU14] makes the pauses longer, counts on disk, and forgets once D1 takes a batch", async () => {
    const agent = await newAgent();
    await agent.write((draft) => addNote(draft, "a"));
    await agent.inside((storage) => storage.deleteAlarm());
    const mend = await breakD1("nodes");
    const attempt = (chance: number) =>
      agent.inside((storage) =>
        drain(new SqliteStore(new ObjectDatabase(storage)), new Archive(env.DB), chance),
      );
    const pauses: unknown[] = [];
    for (let failures = 1; failures <= 10; failures++) pauses.push(await attempt(0));
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300].map((seconds) => seconds * 1_000));
    expect(await attempt(1)).toBe(375_000);
    const failing = await agent.perform("health", {});
    expect(failing).toMatchObject({ value: { outbox: { failures: 11, changes: 2 } } });
    await mend();
    expect(await attempt(0)).toBeNull();
    const healed = await agent.perform("health", {});
    expect(healed).toMatchObject({ value: { outbox: { failures: 0, changes: 0, last_error: null } } });
    expect((await agent.replica()).nodes).toHaveLength(1);
  });

  it("[DU15] is never taken for an empty memory", async () => {
    const agent = await newAgent();
    await live(agent);
    await agent.drained();
    const mind = await agent.mind();
    const mend = await breakD1("vectors");
    await agent.lose();
    expect(await agent.mind()).toMatchObject({ code: "unavailable" });
    await agent.evict();
    expect(await agent.write((draft) => addNote(draft, "x"))).toMatchObject({ ok: false });
    await mend();
    expect(await agent.mind()).toEqual(mind);
  });

  it("[DU21] a D1 that was set back is noticed, and nothing is dropped", async () => {
    const agent = await newAgent();
    await live(agent);
    await agent.drained();
    await env.DB.prepare("update agents set applied_seq = 1 where id = ?").bind(agent.id).run();
    await agent.write((draft) => addNote(draft, "z"));
    await agent.ring();
    const health = await agent.perform("health", {});
    expect(health).toMatchObject({
      value: { outbox: { changes: 1, last_error: expect.stringContaining("gone from the outbox") } },
    });
  });

  it("[DU15] an agent that D1 does not know is refused", async () => {
    expect(await agentNamed("nobody").mind()).toMatchObject({ code: "not_found" });
  });
});

describe("one change", () => {
  it("[DU16] a request with the same key is one change, after eviction and after rehydration too", async () => {
    const agent = await newAgent();
    await agent.write((draft) => addNote(draft, "a"));
    let times = 0;
    const request = (draft: Draft) => {
      addNote(draft, `b${++times}`);
      return { times };
    };
    const first = await agent.write(request, "key-1");
    const again = () => agent.repeat("key-1");
    expect(await again()).toEqual(first);
    await agent.evict();
    expect(await again()).toEqual(first);
    await agent.drained();
    await agent.lose();
    expect(await again()).toEqual(first);
    expect(times).toBe(1);
    expect(await agent.write(request, "key-1")).toMatchObject({ error: { code: "idempotency_conflict" } });
  });

  it("[DU17] a refused request writes nothing", async () => {
    const agent = await newAgent();
    await live(agent);
    const [disk, mind] = [await agent.disk(), await agent.mind()];
    const refused = await agent.write((draft, { store, call }) => {
      addNote(draft, "x", "n1");
      draft.removeNode("n3");
      store.record("inject", {}, { at: call.now, author: call.author });
      store.setSetting("half_life", 1);
      throw new Refusal("protected_node", "no");
    }, "key-2");
    expect(refused).toEqual({ ok: false, error: { code: "protected_node", message: "no" } });
    expect(await agent.disk()).toEqual(disk);
    expect(await agent.mind()).toEqual(mind);
  });

  it("[DU18] a defect leaves memory and disk as before, and answers with a number to report", async () => {
    const agent = await newAgent();
    await live(agent);
    const [disk, mind] = [await agent.disk(), await agent.mind()];
    const broken = await agent.write((draft) => {
      addNote(draft, "x", "n1");
      draft.removeNode("n3");
      throw new TypeError("secret of the user");
    });
    expect(broken).toMatchObject({ ok: false, error: { code: "internal" } });
    expect(JSON.stringify(broken)).not.toContain("secret");
    expect(await agent.disk()).toEqual(disk);
    expect(await agent.mind()).toEqual(mind);
  });

  it("[DU18] a defect that got round the draft is gone from memory with the next request", async () => {
    const agent = await newAgent();
    await live(agent);
    const mind = await agent.mind();
    const waiting = agent.writeLater((draft) => addNote(draft, "y", "n1"));
    await agent.write(({ graph }) => {
      graph.addEdge("n0", "n7", 0.4, "sibling");
      throw new TypeError("defect");
    });
    expect(await waiting).toMatchObject({ ok: true });
    expect(await agent.mind()).not.toEqual(mind);
    const after = await agent.mind();
    await agent.evict();
    expect(await agent.mind()).toEqual(after);
  });
});

describe("whose memory it is", () => {
  it("[DU19] an object serves the agent that it began with and no other", async () => {
    const agent = await newAgent();
    await agent.write((draft) => addNote(draft, "a"));
    const other = agentNamed("someone-else", "product", agent.id);
    expect(await other.mind()).toMatchObject({ code: "not_found" });
    await agent.evict();
    expect(await other.mind()).toMatchObject({ code: "not_found" });
    expect(await agentNamed(agent.id, "parity").mind()).toMatchObject({ code: "not_configured" });
  });

  it("[DU20] an agent of an embedder that this program lacks reads and does not embed", async () => {
    const agent = await newAgent();
    await agent.write((draft, { store }) => {
      addNote(draft, "a");
      store.setSetting("embedder", { name: "gone-v1", dimension: draft.vectors.dimension });
    });
    await agent.evict();
    expect(await agent.mind()).toMatchObject({ nodes: [{ id: "a" }] });
    const refused = await agent.perform("inject", { content: "The door is blue." });
    expect(refused).toMatchObject({ ok: false, error: { code: "embedder_mismatch" } });
  });
});
