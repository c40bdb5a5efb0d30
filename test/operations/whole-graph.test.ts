// The whole graph over HTTP: page by page, each node and route once, and nothing of what is hidden.

import { expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import type { ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import { GRAPH_TIERS } from "../../wire/graph-reading.ts";
import { LIMITS } from "../../wire/limits.ts";
import { NEWER, RUNBOOK } from "../support/procedures.ts";
import { begin } from "../support/remembering.ts";

type Node = ReplyOf<"graph">["nodes"][number];

/** All pages, with routes by the ids of their ends. */
async function whole(memory: MemoryClient, request: RequestOf<"graph"> = {}) {
  const nodes: Node[] = [];
  const pages: ReplyOf<"graph">[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await memory.graph({ ...request, cursor });
    pages.push(page);
    nodes.push(...page.nodes);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  const ids = new Map(nodes.map(({ number, id }) => [number, id]));
  const routes = pages.flatMap(({ edges: { from, to, weight, kind, tier }, edge_kinds }) =>
    from.map((source, at) => ({
      ends: `${ids.get(source)} → ${ids.get(to[at])}`,
      weight: weight[at],
      kind: edge_kinds[kind[at]],
      tier: GRAPH_TIERS[tier[at]],
    })),
  );
  return { nodes, ids: nodes.map(({ id }) => id), routes, pages: pages.length };
}

it("[GT7] is told in pages, each node once, and each route between two of them once", async () => {
  const { memory } = await begin();
  const steps = Array.from({ length: 20 }, (_, at) => ({ title: `step ${at}`, content: `turn ${at}` }));
  const { id, step_ids } = await memory.storeProcedure({ title: "Round", content: "Go round.", steps });
  const { node_id: wrong } = await memory.inject({ content: "The gate opens at eight in the morning." });
  const { node_id: right } = await memory.correction({
    content: "The gate opens at nine in the morning.",
    corrects: [wrong],
  });
  const once = await whole(memory);
  expect([once.pages, once.ids]).toEqual([1, [id, ...step_ids, wrong, right]]);
  expect(once.nodes.map(({ kind }) => kind).slice(-3)).toEqual(["step", "teaching", "correction"]);
  expect(once.routes.filter(({ kind }) => kind === "step").map(({ ends }) => ends)).toEqual(
    step_ids.map((step) => `${id} → ${step}`),
  );
  const { outgoing } = await memory.node(right);
  expect(outgoing).not.toEqual([]);
  expect(once.routes.filter(({ ends }) => ends.startsWith(right))).toEqual(
    outgoing.map(({ id: to, weight, kind, tier }) => ({ ends: `${right} → ${to}`, weight, kind, tier })),
  );
  expect(once.routes.find(({ ends }) => ends === `${right} → ${wrong}`)?.tier).toBe("inhibitory");
  const parted = await whole(memory, { limit: 4 });
  expect(parted.pages).toBe(6);
  expect([parted.ids, parted.routes]).toEqual([once.ids, once.routes]);
});

it("[GT7] a page and its cursor are what they say, or are refused", async () => {
  const { memory } = await begin();
  expect(await whole(memory)).toMatchObject({ ids: [], routes: [], pages: 1 });
  for (const request of [{ limit: LIMITS.graphNodes + 1 }, { limit: 0 }, { cursor: "x" }, { as_of: "soon" }])
    await expect(memory.graph(request)).rejects.toMatchObject({ code: "invalid_request", status: 400 });
});

it("[GT6] has nothing of what is private to another, nor what has ended", async () => {
  const { memory, as, store } = await begin();
  const [writer, other] = [await as("agent"), await as("reader")];
  const { id: shared } = await store("The ferry leaves from pier four", { project: "harbour" });
  const { id: own } = await writer.storeMemory({
    content: "The ferry to Bluebird leaves from pier nine",
    visibility: "private",
  });
  const said = { subject: "Orla", relation: "MANAGES", object: "Bluebird" };
  const { id: fact } = await memory.storeFact(said);
  await memory.learn({ fired_ids: [shared, own], outcome: 1 });
  const [seen, hidden] = [await whole(writer), await whole(other)];
  expect(seen.ids).toEqual(expect.arrayContaining([shared, own, fact]));
  expect(seen.routes.some(({ ends }) => ends.includes(own))).toBe(true);
  expect(hidden.ids).toEqual(seen.ids.filter((id) => id !== own));
  expect(hidden.routes).toEqual(seen.routes.filter(({ ends }) => !ends.includes(own)));
  expect(hidden.nodes.find(({ id }) => id === shared)?.project).toBe("harbour");
  const names = hidden.nodes.filter(({ kind }) => kind === "entity").map(({ name }) => name);
  expect(names.sort()).toEqual(["Bluebird", "Orla"]);
  await memory.endFact(fact);
  expect((await whole(other)).ids).not.toContain(fact);
});

it("[GT8] of an earlier time has the versions of that time", async () => {
  const { memory, store } = await begin();
  const old = await memory.storeProcedure(RUNBOOK);
  const { id: before } = await store("The office is in Cork");
  const then = (await memory.memory(before)).created_at;
  await expect.poll(() => Date.now()).toBeGreaterThan(then + 1);
  const newer = await memory.storeProcedure({ ...NEWER, supersedes: old.id });
  const { id: after } = await store("The office is in Sligo", { supersedes: before });
  const now = await whole(memory);
  expect(now.ids).toEqual(expect.arrayContaining([newer.id, after]));
  expect(now.ids).not.toContain(old.id);
  expect(now.ids).not.toContain(before);
  const earlier = await whole(memory, { as_of: new Date(then).toISOString() });
  expect(earlier.ids).toEqual([old.id, ...old.step_ids, before]);
  expect((await whole(memory, { as_of: "2001-01-01" })).ids).toEqual([]);
});
