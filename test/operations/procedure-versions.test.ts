// Versions of procedures over HTTP: what a newer one takes over, and what becomes of both when they are undone, moved or erased.

import { describe, expect, it } from "vitest";
import { exportOf, importInto } from "../support/moving.ts";
import { begin, DECIDE, NEWER, QUESTION, REPORT, RUNBOOK, refused } from "../support/procedures.ts";

describe("a newer version", () => {
  it("[PC10] takes the place of the older one, which is kept and shown to no question", async () => {
    const { memory } = await begin();
    const old = await memory.storeProcedure(RUNBOOK);
    const newer = await memory.storeProcedure({ ...NEWER, supersedes: old.id });
    expect(newer).toMatchObject({ status: "created", version: 2, supersedes: old.id });
    const { fired, query_id } = await memory.query({ query: QUESTION });
    expect(fired.slice(0, 4).map(({ id }) => id)).toEqual([newer.id, ...newer.step_ids]);
    expect(fired.map(({ id }) => id)).not.toContain(old.id);
    expect(await memory.whyNot(query_id, old.id)).toMatchObject({ code: "superseded" });
    expect(await memory.whyNot(query_id, old.step_ids[0])).toMatchObject({ code: "superseded" });
    const read = await memory.procedureSteps(old.id);
    expect(read).toMatchObject({ superseded_by: newer.id, content: RUNBOOK.content });
    expect(read.versions.map(({ id, version }) => [id, version])).toEqual([
      [old.id, 1],
      [newer.id, 2],
    ]);
  });

  it("[PC11] takes over what was learned of the older one, but no suppression of words that changed", async () => {
    const { memory, object } = await begin();
    const old = await memory.storeProcedure(RUNBOOK);
    const hint = (await memory.inject({ id: "hint", content: "Finance closes its books on Thursdays." }))
      .node_id;
    await memory.learn({ fired_ids: [hint, old.id], outcome: 1 });
    const asked = await memory.query({ query: "wer schaufelt am Donnerstag?" });
    await memory.learn({ query_id: asked.query_id, outcome: 1, wanted_ids: [old.id, old.step_ids[1]] });
    const wrong = await memory.correction({
      content: "The log is closed: nothing is written there.",
      corrects: [old.step_ids[2]],
    });
    const newer = await memory.storeProcedure({ ...NEWER, supersedes: old.id });
    const weights = await edgesOf(object);
    expect(weights.get(`${hint} ${old.id}`)).toBeGreaterThan(0);
    expect(weights.get(`${hint} ${newer.id}`)).toBe(weights.get(`${hint} ${old.id}`));
    expect(weights.get(`${wrong.node_id} ${old.step_ids[2]}`)).toBeLessThan(0);
    expect(weights.has(`${wrong.node_id} ${newer.step_ids[1]}`)).toBe(false);
    const { fired } = await memory.query({ query: "wer schaufelt am Donnerstag?" });
    expect(fired.map(({ id }) => id)).toContain(newer.id);
  });

  it("[PC12] is made of the newest version only, never of an anchored one, and may say again what an older one said", async () => {
    const { memory } = await begin();
    const old = await memory.storeProcedure(RUNBOOK);
    const newer = await memory.storeProcedure({ ...NEWER, supersedes: old.id });
    expect(await memory.storeProcedure({ ...NEWER, supersedes: old.id })).toMatchObject({
      id: newer.id,
      status: "duplicate",
    });
    const late = memory.storeProcedure({ ...RUNBOOK, title: "Third", supersedes: old.id });
    await expect(late).rejects.toEqual(refused("superseded", { superseded_by: newer.id }));
    await expect(memory.storeProcedure({ ...RUNBOOK, supersedes: "nobody" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await memory.storeProcedure(RUNBOOK)).toMatchObject({ id: old.id, status: "duplicate" });
    const back = await memory.storeProcedure({ ...RUNBOOK, supersedes: newer.id });
    expect(back).toMatchObject({ id: `${old.id}:1`, status: "created", version: 3 });
    await memory.anchor({ node_id: back.id, authority: "constitutional" });
    await expect(memory.storeProcedure({ ...NEWER, supersedes: back.id })).rejects.toMatchObject({
      code: "protected_node",
    });
  });

  it("[PC13] that is undone leaves the older one as it was", async () => {
    const { memory, object } = await begin();
    const old = await memory.storeProcedure(RUNBOOK);
    const hint = (await memory.inject({ id: "hint", content: "Finance closes its books on Thursdays." }))
      .node_id;
    await memory.learn({ fired_ids: [hint, old.id], outcome: 1 });
    const before = await object.mind();
    const newer = await memory.storeProcedure({ ...NEWER, supersedes: old.id });
    await memory.undo({ event_id: newer.event_id as string });
    expect(await object.mind()).toEqual(before);
    expect((await memory.procedureSteps(old.id)).superseded_by).toBeNull();
    const { fired } = await memory.query({ query: QUESTION });
    expect(fired[0].id).toBe(old.id);
  });
});

describe("a lesson about an older version", () => {
  it.each(["product", "parity"] as const)(
    "[PC18] that is undone is undone in the newer one too (%s)",
    async (profile) => {
      const life = async (isTaught: boolean) => {
        const { memory, object } = await begin(profile);
        for (const id of ["hint", "other"])
          await memory.inject({ id, content: `${id} of the finance department` });
        const old = await memory.storeProcedure(RUNBOOK);
        await memory.learn({ fired_ids: ["other", old.id, "hint"], outcome: 0.8 });
        const wrong = isTaught
          ? await memory.learn({ fired_ids: ["hint", old.id, "other", old.step_ids[1]], outcome: 1 })
          : null;
        const newer = await memory.storeProcedure({ ...NEWER, supersedes: old.id });
        await memory.learn({ fired_ids: ["hint", newer.id, "other"], outcome: 0.5 });
        const undone = wrong && (await memory.undo({ event_id: wrong.event_id }));
        return { edges: await edgesOf(object), undone };
      };
      const [taught, never] = [await life(true), await life(false)];
      expect(taught.undone).toMatchObject({ exact: 1, estimated: 0 });
      expect([...taught.edges.keys()].sort()).toEqual([...never.edges.keys()].sort());
      for (const [name, weight] of taught.edges)
        expect([name, weight.toFixed(9)]).toEqual([name, never.edges.get(name)?.toFixed(9)]);
    },
  );
});

describe("moving", () => {
  it("[PC31] a procedure arrives as it left, with its versions; what a file makes of a rule decides nothing", async () => {
    const [one, other] = [await begin(), await begin()];
    const old = await one.memory.storeProcedure(RUNBOOK);
    const newer = await one.memory.storeProcedure({ ...NEWER, supersedes: old.id });
    await importInto(other.object, await exportOf(one.object));
    const { total_ms: _, ...left } = await one.memory.procedureSteps(newer.id);
    expect(await other.memory.procedureSteps(newer.id)).toMatchObject(left);
    expect((await other.memory.query({ query: QUESTION })).fired.map(({ id }) => id)).not.toContain(old.id);
    const id = newer.step_ids[0];
    await other.object.write((draft) => {
      const node = draft.node(id);
      if (node) draft.putNode({ ...node, text: "Scale or wait\n\nask somebody" });
    });
    await expect(other.memory.evaluate({ id, variables: {} })).rejects.toMatchObject({
      code: "decision_rule_malformed",
      status: 400,
    });
  });
});

describe("erasing", () => {
  it("[PC30] a procedure takes its steps and earlier versions, a step leaves the others in order", async () => {
    const { memory } = await begin();
    const old = await memory.storeProcedure(RUNBOOK);
    const newer = await memory.storeProcedure({ ...NEWER, supersedes: old.id });
    await memory.erase({ node_ids: [newer.step_ids[1]] });
    const { steps } = await memory.procedureSteps(newer.id);
    expect(steps.map(({ id, step }) => [id, step])).toEqual([
      [newer.step_ids[0], 1],
      [newer.step_ids[2], 2],
    ]);
    const { nodes } = await memory.erase({ node_ids: [newer.id], dry_run: true });
    expect(nodes.map(({ because }) => because)).toContain("derived");
    await memory.erase({ node_ids: [newer.id] });
    expect((await memory.info()).nodes).toBe(0);
    await expect(
      memory.storeProcedure({ ...NEWER, steps: [DECIDE, { ...REPORT, content: "New." }] }),
    ).rejects.toMatchObject({
      code: "erased_before",
    });
    expect(await memory.storeProcedure({ ...RUNBOOK, override_erased: true })).toMatchObject({
      status: "created",
    });
  });

  it("[PC30] an older version alone leaves the newer one as it is, and its event can still be undone", async () => {
    const { memory } = await begin();
    const old = await memory.storeProcedure(RUNBOOK);
    await memory.inject({ id: "hint", content: "Finance closes its books on Thursdays." });
    await memory.learn({ fired_ids: ["hint", old.id], outcome: 1 });
    const steps = [{ title: "Look", content: "Look at the depth." }];
    const newer = await memory.storeProcedure({
      ...RUNBOOK,
      content: "Another overview.",
      steps,
      supersedes: old.id,
    });
    await memory.erase({ node_ids: [old.id] });
    expect(await memory.procedureSteps(newer.id)).toMatchObject({ version: 2, steps: [{ title: "Look" }] });
    expect((await memory.node("hint")).outgoing.map(({ id }) => id)).toContain(newer.id);
    expect((await memory.procedureSteps(newer.id)).versions).toHaveLength(1);
    await memory.undo({ event_id: newer.event_id as string });
    expect((await memory.info()).nodes).toBe(1);
  });
});

async function edgesOf(object: { disk(tables: string[]): Promise<Record<string, unknown[]>> }) {
  const { edges } = await object.disk(["edges"]);
  const rows = edges as { source: string; target: string; weight: number }[];
  return new Map(rows.map(({ source, target, weight }) => [`${source} ${target}`, weight]));
}
