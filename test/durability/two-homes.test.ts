// Object and D1 come together again, wherever either of them was set.

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Archive, type Position } from "../../durable/archive/archive.ts";
import { Step } from "../../durable/archive/history.ts";
import { newAgent } from "../support/agent-story.ts";
import { revisionOf } from "../support/chronicle.ts";
import { addNote, inD1, keepD1, live, replicated } from "../support/lived-agent.ts";

describe("a D1 that is not where the object thinks", () => {
  it("[DU21] and was set back gets the whole memory anew", async () => {
    const agent = await newAgent();
    await live(agent);
    await agent.drained();
    const setBack = await keepD1(agent);
    await agent.write((draft) => {
      draft.removeNode("n1");
      for (let index = 0; index < 50; index++) addNote(draft, `m${index}`, "n2");
    });
    await agent.drained();
    await setBack();
    await agent.write((draft) => addNote(draft, "z"));
    await agent.drained();
    expect(await inD1(agent)).toEqual(await replicated(agent));
    const newest = await revisionOf(agent);
    expect(await agent.perform("restore", { seq: 2 })).toMatchObject({
      error: { code: "not_found", details: { oldest: newest, newest } },
    });
    const mind = await agent.mind();
    await agent.lose();
    expect(await agent.mind()).toEqual(mind);
  });

  it("[DU21] and was set back to before the agent wrote at all gets it too", async () => {
    const agent = await newAgent();
    const setBack = await keepD1(agent);
    await live(agent);
    await agent.drained();
    await setBack();
    expect(await agent.perform("restore", {})).toMatchObject({ value: { nodes: 0, edges: 0 } });
    await agent.drained();
    expect(await inD1(agent)).toEqual(await replicated(agent));
  });

  it("[DU22] and holds half a change gives the memory as it was before, and is mended", async () => {
    const agent = await newAgent();
    await live(agent);
    await agent.drained();
    const [mind, disk] = [await agent.mind(), await replicated(agent)];
    const archive = new Archive(env.DB);
    const here = (await archive.position(agent.id)) as Position;
    const half = new Step();
    half.add(here.applied + 1, { table: "nodes", verb: "cut", rows: '[["n1"],["n2"]]' });
    half.add(here.applied + 1, { table: "stops", verb: "put", rows: '[["n5",0.5,0],["n3",1,1]]' });
    await archive.write(agent.id, half, here, Date.now());
    expect(await inD1(agent)).not.toEqual(disk);
    await agent.lose();
    expect(await agent.mind()).toEqual(mind);
    expect(await replicated(agent)).toEqual(disk);
    await agent.write((draft) => addNote(draft, "z"));
    await agent.drained();
    expect(await inD1(agent)).toEqual(await replicated(agent));
  });

  it("[DU23] and is ahead of the object is told, and a restore goes on from there", async () => {
    const agent = await newAgent();
    await live(agent);
    const rows = await agent.inside(async (storage) =>
      ["nodes", "edges", "stops", "vectors", "settings", "journal"].map((table) => [
        table,
        [...storage.sql.exec(`select * from ${table}`).raw()],
      ]),
    );
    const seq = await revisionOf(agent);
    await agent.drained();
    await agent.write((draft) => draft.removeNode("n4"));
    await agent.write((draft) => addNote(draft, "later", "n2"));
    await agent.drained();
    const newest = await revisionOf(agent);
    const mind = await agent.mind();
    await agent.inside(({ sql }) => {
      for (const [table, cells] of rows as [string, SqlStorageValue[][]][]) {
        sql.exec(`delete from ${table}`);
        for (const row of cells)
          sql.exec(`insert into ${table} values (${row.map(() => "?").join()})`, ...row);
      }
      sql.exec("update state set value = ? where name = 'revision'", seq);
    });
    await agent.evict();
    await agent.write((draft) => addNote(draft, "fork"));
    await agent.ring();
    expect(await agent.perform("health", {})).toMatchObject({
      value: { outbox: { last_error: expect.stringContaining("restore the agent") } },
    });
    expect(await agent.perform("restore", {})).toMatchObject({ ok: true, value: { newest } });
    expect(await agent.mind()).toEqual(mind);
    expect(await revisionOf(agent)).toBe(newest + 1);
    await agent.drained();
    expect(await inD1(agent)).toEqual(await replicated(agent));
  });

  it("[DU24] an earlier life of the object writes no more once a later one has begun", async () => {
    const agent = await newAgent();
    await live(agent);
    await agent.drained();
    const archive = new Archive(env.DB);
    const late = (await archive.position(agent.id)) as Position;
    await agent.lose();
    await agent.mind();
    const step = new Step();
    step.add(late.applied + 1, { table: "nodes", verb: "cut", rows: '[["n1"]]' });
    await expect(archive.apply(agent.id, step, late, late.applied + 1, 0)).rejects.toThrow(
      "without this batch",
    );
    await archive.write(agent.id, step, late, 0);
    expect(await inD1(agent)).toEqual(await replicated(agent));
  });
});
