// Reading the graph over HTTP: names with any signs, relations without the name itself, and walks to what is around.

import { describe, expect, it } from "vitest";
import { LIMITS } from "../../wire/limits.ts";
import { NEWER, RUNBOOK } from "../support/procedures.ts";
import { Story } from "../support/story.ts";

const NAMES = [
  "node.js",
  "Zürich",
  "C++",
  'it\'s a "quoted" name',
  "R&D / Büro 3?",
  "東京",
  "Straße 7 #b",
  "100% + a half",
  "back\\slash",
];

describe("a name", () => {
  it.each(NAMES)("[GT1] %s is found, and a walk starts there", async (title) => {
    const memory = await (await Story.begin()).newMemory();
    const { node_id } = await memory.inject({ content: `All about ${title}.`, metadata: { title } });
    await memory.inject({ content: "Something else.", metadata: { title: `${title} and more` } });
    const { nodes } = await memory.entity({ name: title });
    expect(nodes).toEqual([{ id: node_id, kind: "teaching", title }]);
    expect((await memory.traverse({ start: title })).start).toEqual([node_id]);
    await expect(memory.entity({ name: `${title} of nobody` })).rejects.toMatchObject({
      code: "not_found",
      status: 404,
    });
  });

  it("[GT1] is found in another case, and a node by its id", async () => {
    const memory = await (await Story.begin()).newMemory();
    const { node_id } = await memory.inject({
      content: "An opera.",
      metadata: { title: "La Traviata (opera)" },
    });
    expect((await memory.entity({ name: "la traviata" })).nodes[0].id).toBe(node_id);
    expect((await memory.entity({ name: node_id })).nodes[0].id).toBe(node_id);
  });

  it("[GT2] is related to others only, both ways, the strongest first", async () => {
    const memory = await (await Story.begin()).newMemory();
    const title = "Berlin office";
    const [one, two] = [
      (await memory.inject({ content: "The office has four floors.", metadata: { title } })).node_id,
      (await memory.inject({ content: "The office has five floors.", metadata: { title } })).node_id,
    ];
    const { node_id: other } = await memory.inject({ content: "Lunch is on the Berlin Office roof." });
    await memory.learn({ fired_ids: [one, two, other], outcome: 1 });
    const { nodes, relations, relations_left_out } = await memory.entity({ name: title });
    expect(nodes.map(({ id }) => id).sort()).toEqual([one, two].sort());
    expect(new Set(relations.map(({ id }) => id))).toEqual(new Set([other]));
    expect(new Set(relations.map(({ direction }) => direction))).toEqual(new Set(["in", "out"]));
    const weights = relations.map(({ weight }) => Math.abs(weight));
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    const first = await memory.entity({ name: title, limit: 1 });
    expect([first.relations.length, first.relations_left_out]).toEqual([
      1,
      relations.length + relations_left_out - 1,
    ]);
  });
});

describe("a traversal", () => {
  it("[GT3] sees the steps of a procedure in their order, with the way to each", async () => {
    const memory = await (await Story.begin()).newMemory();
    const { id, step_ids } = await memory.storeProcedure(RUNBOOK);
    const { traversal, visited, complete, paths } = await memory.traverse({
      start: RUNBOOK.title,
      max_depth: 1,
      kind: "step",
      explain: "true",
    });
    expect(traversal.map(({ id: node, from, depth, edge_path }) => [node, from, depth, edge_path])).toEqual(
      step_ids.map((step) => [step, id, 1, "step"]),
    );
    expect(traversal.map(({ title }) => title)).toEqual(RUNBOOK.steps.map(({ title }) => title));
    expect([visited, complete]).toEqual([3, true]);
    expect(paths).toEqual(step_ids.map((to) => [{ from: id, to, kind: "step", weight: 0 }]));
    const plain = await memory.traverse({ start: id });
    expect(plain).not.toHaveProperty("paths");
    expect(plain.traversal.slice(0, 3).map((row) => row.id)).toEqual(step_ids);
  });

  it("[GT3] is bounded in depth and length, and says when there is more", async () => {
    const memory = await (await Story.begin()).newMemory();
    const steps = Array.from({ length: LIMITS.stepsPerProcedure }, (_, index) => ({
      title: `step ${index}`,
      content: `turn ${index}`,
    }));
    const ids: string[] = [];
    for (const title of ["one", "two", "three"])
      ids.push((await memory.storeProcedure({ title, content: title, steps })).id);
    await memory.learn({ fired_ids: ids, outcome: 1 });
    const { traversal, complete } = await memory.traverse({ start: ids[0], max_depth: 4 });
    expect([traversal.length, complete]).toEqual([LIMITS.traverseRows, false]);
    for (const max_depth of [0, LIMITS.traverseDepth + 1]) {
      await expect(memory.traverse({ start: ids[0], max_depth })).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
  });

  it("[GT4] follows the kinds that it is told to, and nothing that suppresses unless told", async () => {
    const memory = await (await Story.begin()).newMemory();
    const { node_id: wrong } = await memory.inject({ content: "The gate opens at eight in the morning." });
    const { node_id: right } = await memory.correction({
      content: "The gate opens at nine in the morning.",
      corrects: [wrong],
    });
    const reached = async (kind?: string) =>
      (await memory.traverse({ start: right, ...(kind && { kind }) })).traversal.map(({ id }) => id);
    expect(await reached()).toEqual([]);
    expect(await reached("inhibitory")).toEqual([wrong]);
    expect(await reached("inhibit:")).toEqual([]);
    expect(await reached("step")).toEqual([]);
  });

  it("[GT5] [GT6] tells the newest version, or the one of an earlier time, and the older one to who asks for it", async () => {
    const memory = await (await Story.begin()).newMemory();
    const old = await memory.storeProcedure(RUNBOOK);
    const [{ created_at: then }] = (await memory.procedures()).procedures;
    await expect.poll(() => Date.now()).toBeGreaterThan(then + 1);
    const newer = await memory.storeProcedure({ ...NEWER, supersedes: old.id });
    const start = RUNBOOK.title;
    expect((await memory.traverse({ start })).start).toEqual([newer.id]);
    expect((await memory.entity({ name: start })).nodes.map(({ id }) => id)).toEqual([newer.id]);
    const at = new Date(then).toISOString();
    const before = await memory.traverse({ start, at });
    expect([before.start, before.traversal.map(({ id }) => id)]).toEqual([[old.id], old.step_ids]);
    await expect(memory.traverse({ start, at: "2001-01-01" })).rejects.toMatchObject({ code: "not_found" });
    await expect(memory.traverse({ start, at: "2001-13-01" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(memory.traverse({ start: old.id })).rejects.toMatchObject({ code: "not_found" });
    const { traversal } = await memory.traverse({ start, kind: "supersedes" });
    expect(traversal.map(({ id }) => id)).toEqual([old.id]);
  });
});

describe("a claim over HTTP", () => {
  it("[VC1] [VC3] is checked against one node's text, and called what it is", async () => {
    const memory = await (await Story.begin()).newMemory();
    const { node_id } = await memory.inject({ content: "Never use port 8080. The broker’s port is 5672." });
    const verify = (claim: string) => memory.verify({ node_id, claim });
    expect(await verify("PORT 8080")).toMatchObject({
      literal_match: "verbatim",
      matches: [{ start: 10, end: 19, sentence: "Never use port 8080.", negation: true }],
      superseded: false,
    });
    expect(await verify("the broker's  port")).toMatchObject({ literal_match: "normalised" });
    expect(await verify("port 5673")).toMatchObject({ literal_match: "none", matches: [] });
    await expect(memory.verify({ node_id: "nobody", claim: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(verify("x".repeat(LIMITS.claim + 1))).rejects.toMatchObject({ code: "invalid_request" });
    await expect(verify("  ")).rejects.toMatchObject({ code: "invalid_request" });
  });
});
