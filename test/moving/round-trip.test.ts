// An agent that has lived leaves through its export and arrives as another one: row for row, order included.

import { describe, expect, it, vi } from "vitest";
import { REPLICA, TABLE_NAMES } from "../../schema/replica.ts";
import type { QueryReply } from "../../wire/query.ts";
import { type Agent, newAgent } from "../support/agent-story.ts";
import { arm, disarm } from "../support/faults.ts";
import { addNote, inD1, live, replicated } from "../support/lived-agent.ts";
import { exportOf, headerIn, importInto, linesIn, must, rowsIn } from "../support/moving.ts";

const MOVED = TABLE_NAMES.filter((table) => REPLICA[table].travels === "moved");

/** A life with everything that a memory keeps: graph, lessons, questions, settings. */
async function lived(profile?: "product" | "parity"): Promise<Agent> {
  const agent = await newAgent(profile);
  await live(agent);
  for (const content of [
    "Deploys need two approvals.",
    "Backups run at night 🌙.",
    "The pager rotates on Mondays.",
  ]) {
    must(await agent.perform("inject", { content }));
  }
  const asked = must(await agent.perform("query", { query: "who approves deploys?" })) as QueryReply;
  must(await agent.perform("learn", { query_id: asked.query_id, outcome: 1 }));
  must(
    await agent.perform("correction", { query_id: asked.query_id, content: "Deploys need three approvals." }),
  );
  return agent;
}

/** What questions are answered, apart from names and times of the call. */
async function answers(agent: Agent): Promise<unknown[]> {
  const questions = ["who approves deploys?", "when do backups run?", "Text of n3", "nothing like it"];
  return Promise.all(
    questions.map(async (query) => {
      const { fired, seeds, decision } = must(await agent.perform("query", { query })) as QueryReply;
      return { fired, seeds, decision };
    }),
  );
}

/** Rows of the chain, oldest first. */
async function auditOf(agent: Agent): Promise<unknown[]> {
  return (await agent.disk(["audit"])).audit;
}

async function memoryOf(agent: Agent) {
  const tables = await replicated(agent);
  return Object.fromEntries(MOVED.map((table) => [table, tables[table]]));
}

describe.each(["product", "parity"] as const)("an agent of the profile %s", (profile) => {
  it("[MV1] arrives as it left: rows, graph, order, journal and answers", async () => {
    const [one, other] = [await lived(profile), await newAgent(profile)];
    const file = await exportOf(one);
    const result = await importInto(other, file, { dangling: "keep" });
    expect(result).toMatchObject({ state: "done", result: { reembedded: 0 } });
    expect(await memoryOf(other)).toEqual(await memoryOf(one));
    expect(await other.mind()).toEqual(await one.mind());
    const journals = await Promise.all([one, other].map((agent) => agent.perform("journal", { limit: 200 })));
    expect(journals.map((journal) => (must(journal) as { entries: unknown[] }).entries)[1]).toEqual(
      (must(journals[0]) as { entries: unknown[] }).entries,
    );
    expect(rowsIn(await exportOf(other))).toEqual(rowsIn(file));
    expect(await answers(other)).toEqual(await answers(one));
  });

  it("[MV2] is the same after eviction, and after its disk was lost", async () => {
    const [one, other] = [await lived(profile), await newAgent(profile)];
    await importInto(other, await exportOf(one), { dangling: "keep" });
    const mind = await one.mind();
    await other.evict();
    expect(await other.mind()).toEqual(mind);
    await other.drained();
    await other.lose();
    expect(await other.mind()).toEqual(mind);
  });

  it("[MV3] takes another's place as if that had never been", async () => {
    const [one, other] = [await lived(profile), await lived(profile)];
    await other.write((draft) => addNote(draft, "only here", "n1"));
    must(await other.perform("connect", {}));
    const file = await exportOf(one);
    expect(await importInto(other, file)).toMatchObject({ code: "agent_not_empty" });
    expect(await importInto(other, file, { replace: true, dangling: "keep" })).toMatchObject({
      state: "done",
      result: { replaced: { nodes: 17 }, taken: { nodes: 16 } },
    });
    expect(await other.mind()).toEqual(await one.mind());
    await other.drained();
    expect(await inD1(other)).toEqual(await shared(other));
    await other.lose();
    expect(await other.mind()).toEqual(await one.mind());
  });

  it("[MV9] comes back from its export after it was erased whole, and its audit chain goes on", async () => {
    const agent = await lived(profile);
    const [mind, answered] = [await agent.mind(), await answers(agent)];
    const before = await auditOf(agent);
    const file = await exportOf(agent);
    must(await agent.perform("erase", { agent: true }));
    expect(must(await agent.perform("info", {}))).toMatchObject({ nodes: 0, edges: 0 });
    expect(await importInto(agent, file, { dangling: "keep" })).toMatchObject({ code: "erased_before" });
    expect(
      await importInto(agent.as("owner"), file, {
        dangling: "keep",
        replace: true,
        override_erased: true,
      }),
    ).toMatchObject({ state: "done" });
    expect(await agent.mind()).toEqual(mind);
    expect(await answers(agent)).toEqual(answered);
    expect((await auditOf(agent)).slice(0, before.length)).toEqual(before);
    expect(must(await agent.perform("verifyAudit", {}))).toMatchObject({ ok: true });
  });
});

/** What D1 is to hold: entries of questions stay in the object. */
async function shared(agent: Agent): Promise<Record<string, unknown[]>> {
  const tables = await replicated(agent);
  const journal = tables.journal.filter((row) => !String(row).includes('"type":"query"'));
  return { ...tables, journal };
}

describe("an export", () => {
  it("[MV4] holds every table that travels with all of its columns, and says so in its header", async () => {
    const agent = await lived();
    const file = await exportOf(agent);
    const travelling = TABLE_NAMES.filter((table) => REPLICA[table].travels !== "home");
    const { tables } = headerIn(file) as unknown as { tables: Record<string, string[]> };
    expect(Object.keys(tables)).toEqual(travelling);
    const disk = await agent.disk(travelling);
    for (const table of travelling) {
      const rows = linesIn(file)
        .filter((line): line is unknown[] => Array.isArray(line) && line[0] === table)
        .map(([, ...cells]) => Object.fromEntries(cells.map((cell, index) => [tables[table][index], cell])));
      const inOrder = (each: unknown[]) => each.map((row) => JSON.stringify(row)).sort();
      expect(inOrder(rows), table).toEqual(inOrder(disk[table]));
    }
  });

  it("[MV4] what stays at home is named, with what it holds for", () => {
    const home = TABLE_NAMES.filter((table) => REPLICA[table].travels === "home");
    expect(home).toEqual(["answers"]);
  });

  it("[MV5] leaves a row in the audit chain, which is whole before and after", async () => {
    const [one, other] = [await lived(), await newAgent()];
    await importInto(other, await exportOf(one));
    for (const [agent, kinds] of [
      [one, ["export"]],
      [other, ["import"]],
    ] as const) {
      const { events } = must(await agent.perform("audit", {})) as { events: { kind: string }[] };
      expect(events.map(({ kind }) => kind)).toEqual(kinds);
      expect(must(await agent.perform("verifyAudit", {}))).toMatchObject({ ok: true });
    }
  });

  it.each([1, 3])(
    "[MV6] D1 has an import whole or not at all, though it goes there in pieces: it stops at piece %i",
    async (piece) => {
      vi.spyOn(console, "error").mockReturnValue(undefined);
      const [one, other] = [await newAgent(), await lived()];
      await one.write((draft) => {
        for (let index = 0; index < 40; index++)
          addNote(draft, `large ${index}`, undefined, 0, "text ".repeat(18_000));
      });
      await one.drained();
      await other.drained();
      const before = await other.mind();
      const file = await exportOf(one);
      await importInto(other, file, { replace: true });
      arm({ at: "batch", after: piece - 1, fate: "lost" });
      await other.ring();
      expect(disarm()).toBe(true);
      await other.lose();
      expect(await other.mind()).toEqual(before);
    },
  );
});
