// D1 holds what the object holds, once and in the end, also while it fails for a time.

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Archive, type Position } from "../../durable/archive/archive.ts";
import { Step } from "../../durable/archive/history.ts";
import { D1Replica } from "../../durable/archive/replica.ts";
import { ObjectDatabase } from "../../durable/store/object-database.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { agentNamed, newAgent } from "../support/agent-story.ts";
import { addNote, breakD1, inD1, live, replicated } from "../support/lived-agent.ts";

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
    const here = (await archive.position(agent.id)) as Position;
    const before = await inD1(agent);
    const step = new Step();
    step.add(here.applied + 1, { table: "nodes", verb: "cut", rows: '[["a"]]' });
    step.add(here.applied + 1, { table: "stops", verb: "put", rows: '[["a",1,1]]' });
    const apply = (from: Position) => archive.apply(agent.id, step, from, here.applied + 1, Date.now());
    for (const other of [{ applied: here.applied - 1 }, { applied: here.applied + 1 }, { writer: 0 }]) {
      await expect(apply({ ...here, ...other })).rejects.toThrow("without this batch");
      expect(await inD1(agent)).toEqual(before);
    }
    await apply(here);
    expect((await agent.replica()).nodes).toEqual([]);
    await expect(apply(here)).rejects.toThrow("without this batch");
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
        new D1Replica(new SqliteStore(new ObjectDatabase(storage)), new Archive(env.DB)).drain(chance),
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

  it("[DU15] an agent that D1 does not know is refused", async () => {
    expect(await agentNamed("nobody").mind()).toMatchObject({ code: "not_found" });
  });
});
