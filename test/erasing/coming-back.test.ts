// What was erased does not come back: not by writes, not by work that was under way, not from D1, not by a restore.

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../durable/operations/index.ts";
import { digestOf } from "../../durable/text/digest.ts";
import { Erasable } from "../support/erasing.ts";

const RED = "The vault behind the red door opens with nineteen turns to the left.";
const BLUE = "The blue door of the museum squeaks when it rains on a Monday.";

const refused = (code: string) => expect.objectContaining({ code });

async function erased(): Promise<Erasable> {
  const agent = await Erasable.begin();
  const [red] = await agent.add(RED, BLUE);
  await agent.memory.erase({ node_ids: [red] });
  return agent;
}

describe("what was erased", () => {
  it("[ER10] is refused under any id and in any kind, and the way out is named", async () => {
    const { memory, object } = await erased();
    const { node_id: id } = await memory.inject({ content: BLUE });
    const attempts = [
      () => memory.inject({ content: RED }),
      () => memory.inject({ content: `  ${RED}\n`, id: "another", type: "DIRECTIVE" }),
      () => memory.correction({ content: RED }),
      () => memory.selfLearn({ content: RED, node_type: "TEACHING", outcome: 1 }),
      () => memory.injectBatch({ nodes: [{ content: "Harmless." }, { content: RED }] }),
      () => memory.edit({ id, text: RED }),
      () => memory.split({ node_id: id, chunks: [BLUE, RED] }),
    ];
    for (const attempt of attempts) {
      const message = expect.stringContaining("override_erased");
      await expect(attempt()).rejects.toMatchObject({ code: "erased_before", message });
    }
    const told = await memory.rpc({
      id: 1,
      method: "inject",
      params: { id: "a", content: RED, type: "TEACHING" },
    });
    expect(told).toMatchObject({ error: { message: expect.stringContaining("erased before") } });
    expect(await memory.info()).toMatchObject({ nodes: 1 });
    await object.evict();
    await expect(memory.inject({ content: RED })).rejects.toEqual(refused("erased_before"));
  });

  it("[ER11] is skipped by a sync, chunk by chunk, and named", async () => {
    const { memory } = await erased();
    const files = [{ path: "doors.md", text: `# Red\n\n${BLUE}\n\n## Blue\n\n${RED}` }];
    const [chunk] = (await memory.sync({ files, dry_run: true })).skipped;
    expect(chunk).toBeUndefined();
    await memory.erase({ agent: true });
    await memory.sync({ files });
    await memory.erase({ node_ids: ["doors.md::1"] });
    const again = await memory.sync({ files });
    expect(again.skipped).toEqual([
      { path: "doors.md", code: "erased_before", reason: expect.stringContaining("doors.md::1") },
    ]);
    expect(again).toMatchObject({ nodes_added: 0, nodes_unchanged: 1 });
  });

  it("[ER12] is taken back by an owner who says so, and the tombstone tells who", async () => {
    const agent = await erased();
    const device = await agent.story.token("agent");
    const attempt = agent.story
      .memory(agent.name, device.token)
      .inject({ content: RED, override_erased: true });
    await expect(attempt).rejects.toEqual(refused("forbidden"));
    const { injected } = await agent.memory.inject({ content: RED, override_erased: true });
    expect(injected).toBe(true);
    const { tombstones } = await agent.object.disk(["tombstones"]);
    const overridden = expect.objectContaining({ overridden_by: agent.story.owner.id });
    expect(tombstones).toEqual([overridden, overridden]);
    expect(tombstones).toContainEqual(expect.objectContaining({ content_hash: digestOf(RED) }));
    await agent.memory.sync({ files: [{ path: "red.md", text: RED }] });
    expect((await agent.memory.node("red.md::0")).text).toBe(RED);
    await agent.memory.erase({ node_ids: ["red.md::0"] });
    await expect(agent.memory.inject({ content: RED })).rejects.toEqual(refused("erased_before"));
  });

  it("[ER13] stays away through eviction, loss of the disk, and a batch that arrives late", async () => {
    const agent = await Erasable.begin();
    const [red] = await agent.add(RED, BLUE);
    const { outbox } = await agent.object.disk(["outbox"]);
    await agent.object.drained();
    await agent.memory.erase({ node_ids: [red] });
    await agent.object.drained();
    await agent.object.inside(({ sql }) => {
      for (const row of outbox as Record<string, SqlStorageValue>[]) {
        const marks = Object.keys(row).map(() => "?");
        sql.exec(`insert into outbox values (${marks.join(", ")})`, ...Object.values(row));
      }
    });
    await agent.add("Something else, so that the outbox drains.");
    await agent.object.drained();
    await agent.expectNoTrace(RED, red);
    await agent.object.evict();
    await agent.expectNoTrace(RED, red);
    await agent.object.lose();
    await agent.expectNoTrace(RED, red);
    await expect(agent.memory.inject({ content: RED })).rejects.toEqual(refused("erased_before"));
    expect(await agent.memory.erasure()).toMatchObject({ verified: true });
  });

  it("[ER14] is not brought back by a restore to a number before", async () => {
    const agent = await Erasable.begin();
    const [red] = await agent.add(RED, BLUE);
    await agent.object.drained();
    const { revision } = await agent.memory.info();
    await agent.memory.erase({ node_ids: [red] });
    await agent.memory.restore({ seq: revision });
    await agent.object.drained();
    await agent.expectNoTrace(RED, red);
    expect(await agent.memory.erasure()).toMatchObject({ verified: true });
  });

  it("[ER15] comes with no export that began before", async () => {
    const agent = await Erasable.begin();
    const [red] = await agent.add(RED, BLUE);
    const begun = await agent.object.perform("export", {});
    expect(JSON.stringify(begun)).toContain(RED);
    await agent.memory.erase({ node_ids: [red] });
    expect(await agent.inObject(RED)).toEqual([]);
  });
});

describe("work that was under way", () => {
  const waits = { inject: OPERATIONS.inject.wait, sync: OPERATIONS.sync.wait };
  afterEach(() => {
    for (const [name, wait] of Object.entries(waits)) Object.assign(OPERATIONS[name as "inject"], { wait });
  });

  /** Embeddings of an operation arrive only when the gate is open. */
  function holdBack(name: "inject" | "sync") {
    const gate = { isOpen: false, waiting: 0 };
    const wait = waits[name] as (...all: unknown[]) => Promise<unknown>;
    Object.assign(OPERATIONS[name], {
      wait: async (...all: unknown[]) => {
        const awaited = await wait(...all);
        gate.waiting++;
        while (!gate.isOpen) await scheduler.wait(1);
        return awaited;
      },
    });
    return gate;
  }

  it("[ER16] does not write back what was erased while it was embedded", async () => {
    const agent = await Erasable.begin();
    const [red] = await agent.add(RED, BLUE);
    const gate = holdBack("inject");
    const late = agent.memory.inject({ id: "late", content: RED }).catch((error: unknown) => error);
    while (gate.waiting === 0) await scheduler.wait(1);
    await agent.memory.erase({ node_ids: [red] });
    gate.isOpen = true;
    expect(await late).toEqual(refused("erased_before"));
    await agent.object.drained();
    await agent.expectNoTrace(RED, red);
  });

  it("[ER16] does not sync it back either", async () => {
    const agent = await Erasable.begin();
    const [red] = await agent.add(RED);
    const gate = holdBack("sync");
    const late = agent.memory.sync({ files: [{ path: "doors.md", text: `${RED}` }] });
    while (gate.waiting === 0) await scheduler.wait(1);
    await agent.memory.erase({ node_ids: [red] });
    gate.isOpen = true;
    expect(await late).toMatchObject({ nodes_added: 0, skipped: [{ code: "erased_before" }] });
    await agent.object.drained();
    await agent.expectNoTrace(RED, red);
  });
});

describe("a receipt", () => {
  it("[ER17] is verified once D1 has followed, and no longer when something is left", async () => {
    const agent = await Erasable.begin();
    const [red] = await agent.add(RED, BLUE);
    await agent.object.drained();
    const { receipt } = await agent.memory.erase({ node_ids: [red] });
    const early = await agent.memory.erasure(receipt?.erasure_id);
    expect(early).toMatchObject({
      verified: false,
      reasons: [expect.stringContaining("D1 holds changes up to")],
    });
    await agent.object.drained();
    expect(await agent.memory.erasure()).toMatchObject({ receipt, verified: true, reasons: [] });
    const columns =
      "agent, id, ordinal, kind, origin, authority, length, author, content_hash, created_at, updated_at, summary, metadata, text";
    await env.DB.prepare(
      `insert into nodes (${columns}) values (?, 'x', 1, 'note', 'injected', 'overlay', 1, '', ?, 0, 0, '', '{}', ?)`,
    )
      .bind(agent.object.id, digestOf(RED), RED)
      .run();
    expect(await agent.memory.erasure()).toMatchObject({
      verified: false,
      reasons: [expect.stringContaining("D1")],
    });
    await env.DB.prepare("update nodes set id = ?, content_hash = '' where agent = ? and id = 'x'")
      .bind(red, agent.object.id)
      .run();
    expect(await agent.memory.erasure()).toMatchObject({
      verified: false,
      reasons: [expect.stringContaining("names 1")],
    });
  });

  it("[ER18] is genuine as it was made, for its own agent, and in no other form", async () => {
    const agent = await erased();
    const { receipt } = await agent.memory.erasure();
    const inOtherOrder = Object.fromEntries(Object.entries(receipt).reverse()) as typeof receipt;
    expect(await agent.memory.verifyReceipt({ receipt: inOtherOrder })).toMatchObject({
      genuine: true,
      reason: null,
    });
    for (const changed of [
      { ...receipt, tombstones: 7 },
      { ...receipt, at: receipt.at + 1 },
      { ...receipt, seal: receipt.seal.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) },
    ]) {
      expect(await agent.memory.verifyReceipt({ receipt: changed })).toMatchObject({ genuine: false });
    }
    const other = await agent.twin();
    expect(await other.memory.verifyReceipt({ receipt })).toMatchObject({ genuine: false });
    await expect(other.memory.erasure(receipt.erasure_id)).rejects.toEqual(refused("not_found"));
  });

  it("[ER19] is the same for a request that is sent twice", async () => {
    const agent = await Erasable.begin();
    const [red] = await agent.add(RED, BLUE);
    const twice = { idempotencyKey: "erase once" };
    const first = await agent.memory.erase({ node_ids: [red] }, twice);
    const second = await agent.memory.erase({ node_ids: [red] }, twice);
    expect(second).toEqual(first);
    expect((await agent.object.disk(["erasures"])).erasures).toHaveLength(1);
  });

  it("[ER20] leaves a row of the audit chain", async () => {
    const agent = await erased();
    const { events } = await agent.memory.audit({ kind: "erasure" });
    expect(events).toEqual([expect.objectContaining({ actor: agent.story.owner.id, status: "ok" })]);
    expect(await agent.memory.verifyAudit()).toMatchObject({ ok: true });
  });
});

describe("remembered replies", () => {
  it("[ER21] forget the names, and a request that told them is not done again", async () => {
    const agent = await Erasable.begin();
    const ids = await agent.add(RED, BLUE, "A third door.");
    const learned = { idempotencyKey: "learned" };
    await agent.memory.learn({ fired_ids: ids, outcome: 1 }, learned);
    await agent.memory.inject({ content: "It squeaks." }, { idempotencyKey: "other" });
    await agent.memory.inject({ content: RED }, { idempotencyKey: "red" });
    await agent.memory.erase({ node_ids: [ids[0]] });
    const before = await agent.weights();
    const again = await agent.memory.learn({ fired_ids: ids, outcome: 1 }, learned);
    expect(again.fired_ids).toEqual(ids.slice(1));
    await expect(agent.memory.inject({ content: RED }, { idempotencyKey: "red" })).rejects.toEqual(
      refused("erased_before"),
    );
    expect(await agent.weights()).toEqual(before);
  });

  it("[ER22] trails that named it are gone, and others stay", async () => {
    const agent = await Erasable.begin();
    const [red] = await agent.add(RED, BLUE);
    const about = await agent.memory.query({ query: "how does the red door open?", max_fired_nodes: 1 });
    expect(about.fired.map(({ id }) => id)).toEqual([red]);
    await agent.memory.erase({ node_ids: [red] });
    const since = await agent.memory.query({ query: "which door squeaks?" });
    await expect(agent.memory.learn({ query_id: about.query_id, outcome: 1 })).rejects.toEqual(
      refused("unknown_query"),
    );
    await agent.memory.learn({ query_id: since.query_id, outcome: 1 });
  });
});
