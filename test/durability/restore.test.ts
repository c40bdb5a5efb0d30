// A memory goes back to what it was, and nothing is lost on the way there or back.

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newAgent } from "../support/agent-story.ts";
import { liveAtRandom, revisionOf } from "../support/chronicle.ts";
import { addNote, breakD1, inD1, live, remembered, replicated } from "../support/lived-agent.ts";

const refusal = (code: string) => ({ ok: false, error: { code } });

describe("a restore", () => {
  it.each([1, 2, 3])("[DU30] brings back the memory as of any number (seed %i)", async (seed) => {
    const agent = await newAgent(seed === 3 ? "parity" : "product");
    const chronicle = await liveAtRandom(agent, seed, 40);
    const numbers = [...chronicle.keys()]
      .sort((a, b) => Math.sin(a * seed) - Math.sin(b * seed))
      .slice(0, 12);
    for (const seq of numbers) {
      const result = await agent.perform("restore", { seq });
      expect(result, `seed ${seed}, number ${seq}`).toMatchObject({ ok: true, value: { seq } });
      expect(await remembered(agent), `seed ${seed}, number ${seq}`).toEqual(chronicle.get(seq));
      chronicle.set(await revisionOf(agent), chronicle.get(seq));
    }
    const mind = await agent.mind();
    await agent.evict();
    expect(await agent.mind()).toEqual(mind);
    await agent.drained();
    expect(await inD1(agent)).toEqual(await replicated(agent));
    await agent.lose();
    expect(await agent.mind()).toEqual(mind);
  });

  it("[DU31] is a change like any other: it can be restored from, and journal and answers go on", async () => {
    const agent = await newAgent();
    await live(agent);
    await agent.write((draft) => addNote(draft, "late"), "key-1");
    const [before, seq] = [await remembered(agent), await revisionOf(agent)];
    expect(await agent.perform("restore", { seq: 2 })).toMatchObject({ value: { revision: seq + 1 } });
    expect(await remembered(agent)).not.toEqual(before);
    expect(await agent.repeat("key-1")).toMatchObject({ ok: true });
    expect(await agent.perform("journal", { type: "restore" })).toMatchObject({
      value: { entries: [{ body: { seq: 2 } }] },
    });
    expect(await agent.perform("restore", { seq })).toMatchObject({ ok: true });
    expect(await remembered(agent)).toEqual(before);
    expect(await agent.perform("verifyAudit", {})).toMatchObject({ value: { ok: true, rows: 2 } });
  });

  it("[DU39] tells by another generation that what was known of the memory counts no more, and no other write does", async () => {
    const agent = await newAgent();
    const told = async () => {
      const result = await agent.perform("info", {});
      return result.ok ? (result.value as { generation: number }).generation : null;
    };
    await agent.write((draft) => addNote(draft, "a"));
    const first = await told();
    await agent.write((draft) => addNote(draft, "b", "a"));
    await agent.evict();
    expect(await told()).toBe(first);
    await agent.perform("restore", { seq: 1 });
    const second = await told();
    expect(second).not.toBe(first);
    await agent.perform("erase", { agent: true });
    const third = await told();
    expect([first, second]).not.toContain(third);
    await agent.evict();
    expect(await told()).toBe(third);
  });

  it("[DU31] is in memory at once, for requests under way too", async () => {
    const agent = await newAgent();
    await agent.write((draft) => addNote(draft, "a"));
    const seq = await revisionOf(agent);
    await agent.write((draft) => addNote(draft, "b", "a"));
    await agent.perform("restore", { seq });
    await agent.write((draft) => {
      expect(draft.graph.has("b")).toBe(false);
      addNote(draft, "c", "a");
    });
    const mind = await agent.mind();
    await agent.evict();
    expect(await agent.mind()).toEqual(mind);
  });

  it("[DU32] without a number mends what differs from D1, and reports 0 when nothing does", async () => {
    const agent = await newAgent();
    await live(agent);
    await agent.drained();
    const [mind, disk] = [await agent.mind(), await remembered(agent)];
    const counts = (nodes: number, edges: number, vectors: number, others: number) => ({
      value: { nodes, edges, vectors, others },
    });
    expect(await agent.perform("restore", {})).toMatchObject(counts(0, 0, 0, 0));
    await agent.inside(({ sql }) => {
      sql.exec("update nodes set text = 'damaged' where id = 'n1'");
      sql.exec("delete from nodes where id = 'n2'");
      sql.exec("delete from vectors where id in ('n1', 'n4')");
      sql.exec("update edges set weight = 0.9 where source = 'n3'");
      sql.exec("insert into stops values ('n1', 1, 1)");
    });
    const dry = await agent.perform("restore", { dry_run: true });
    expect(dry).toMatchObject(counts(2, 2, 2, 1));
    expect(await remembered(agent)).not.toEqual(disk);
    expect(await agent.perform("restore", {})).toMatchObject(counts(2, 2, 2, 1));
    expect(await remembered(agent)).toEqual(disk);
    expect(await agent.mind()).toEqual(mind);
    await agent.drained();
    expect(await inD1(agent)).toEqual(await replicated(agent));
  });

  it("[DU33] to a number that does not exist is refused with the range, and changes nothing", async () => {
    const agent = await newAgent();
    await live(agent);
    const disk = await remembered(agent);
    const newest = await revisionOf(agent);
    const refused = await agent.perform("restore", { seq: newest + 1 });
    expect(refused).toMatchObject({ error: { code: "not_found", details: { oldest: 0, newest } } });
    await env.DB.prepare("update agents set history_from = 3 where id = ?").bind(agent.id).run();
    expect(await agent.perform("restore", { seq: 2 })).toMatchObject({
      error: { details: { oldest: 3, newest } },
    });
    expect(await remembered(agent)).toEqual(disk);
    expect(await revisionOf(agent)).toBe(newest);
  });

  it("[DU33] while D1 fails is refused, and changes nothing", async () => {
    const agent = await newAgent();
    await live(agent);
    const [disk, mind] = [await remembered(agent), await agent.mind()];
    for (const table of ["undo", "agents", "nodes"]) {
      const mend = await breakD1(table);
      expect(await agent.perform("restore", { seq: 1 })).toMatchObject(refusal("unavailable"));
      await mend();
    }
    expect(await remembered(agent)).toEqual(disk);
    expect(await agent.mind()).toEqual(mind);
    expect(await agent.perform("restore", { seq: 1 })).toMatchObject({ ok: true });
  });

  it("[DU33] that writes overtake is refused, and changes nothing", async () => {
    const agent = await newAgent();
    await live(agent);
    const writes = async () => {
      for (let index = 0; index < 60; index++) await agent.write((draft) => addNote(draft, `w${index}`));
    };
    const [result] = await Promise.all([agent.perform("restore", { seq: 1 }), writes()]);
    if (!result.ok) expect(result).toMatchObject(refusal("unavailable"));
    const mind = await agent.mind();
    await agent.evict();
    expect(await agent.mind()).toEqual(mind);
    await agent.drained();
    expect(await inD1(agent)).toEqual(await replicated(agent));
  });
});
