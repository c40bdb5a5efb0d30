// Procedures over HTTP: stored as one, walked in order, shown as one, decided by rules.

import { describe, expect, it } from "vitest";
import { LIMITS } from "../../wire/limits.ts";
import { begin, NEWER, QUESTION, RULE, RUNBOOK, refused } from "../support/procedures.ts";
import { send } from "../support/story.ts";

describe("a procedure", () => {
  it("[PC1] is stored as one, and its steps come back in order with kinds, titles and contents", async () => {
    const { memory } = await begin();
    const stored = await memory.storeProcedure(RUNBOOK);
    expect(stored).toMatchObject({ status: "created", version: 1, supersedes: null });
    expect(stored.step_ids).toHaveLength(3);
    const { etag, ...read } = await memory.procedureSteps(stored.id);
    expect(read).toMatchObject({
      title: RUNBOOK.title,
      content: RUNBOOK.content,
      version: 1,
      superseded_by: null,
      untrusted: true,
      steps: RUNBOOK.steps.map((step, index) => ({
        step: index + 1,
        id: stored.step_ids[index],
        kind: "kind" in step ? step.kind : "step",
        title: step.title,
        content: step.content,
      })),
    });
    expect(etag).toBe((await memory.node(stored.id)).etag);
    await expect(memory.procedureSteps(stored.step_ids[0])).rejects.toMatchObject({ code: "not_found" });
  });

  it("[PC2] that is stored again is answered with the one that is there", async () => {
    const { memory } = await begin();
    const stored = await memory.storeProcedure(RUNBOOK);
    const again = await memory.storeProcedure({
      ...RUNBOOK,
      title: `  ${RUNBOOK.title.replace(" ", "\n ")}`,
    });
    expect(again).toMatchObject({
      id: stored.id,
      status: "duplicate",
      step_ids: stored.step_ids,
      event_id: null,
    });
    const others = await memory.storeProcedure({ ...RUNBOOK, steps: RUNBOOK.steps.toReversed() });
    expect(others).toMatchObject({ status: "created", version: 1 });
    expect(others.id).not.toBe(stored.id);
    expect((await memory.info()).nodes).toBe(8);
  });

  it("[PC3] is refused whole when one step is wrong: nothing of it is kept", async () => {
    const { memory } = await begin();
    const rule = { ...RULE, branches: [...RULE.branches, { condition: "depth => 5", result: "wait" }] };
    const steps = [
      ...RUNBOOK.steps,
      { title: "Bad", kind: "decision" as const, content: JSON.stringify(rule) },
    ];
    await expect(memory.storeProcedure({ ...RUNBOOK, steps })).rejects.toEqual(
      refused("decision_rule_malformed", { step: 4, branch: 3, field: "condition", at: 7 }),
    );
    const tooMany = Array.from({ length: LIMITS.stepsPerProcedure + 1 }, (_, index) => ({
      title: `step ${index}`,
      content: `do ${index}`,
    }));
    await expect(memory.storeProcedure({ ...RUNBOOK, steps: tooMany })).rejects.toEqual(
      refused("invalid_request"),
    );
    await expect(memory.storeProcedure({ ...RUNBOOK, steps: [] })).rejects.toEqual(
      refused("invalid_request"),
    );
    expect((await memory.info()).nodes).toBe(0);
    const most = await memory.storeProcedure({ ...RUNBOOK, steps: tooMany.slice(1) });
    const { steps: read } = await memory.procedureSteps(most.id);
    expect(read.map(({ title }) => title)).toEqual(tooMany.slice(1).map(({ title }) => title));
  });

  it("[PC4] fires as one: whatever part a question is about, the steps stand in order below the overview", async () => {
    const { memory } = await begin();
    const { id, step_ids } = await memory.storeProcedure(RUNBOOK);
    await memory.inject({ content: "The canteen opens at noon." });
    for (const query of [QUESTION, "what goes into the operations log?"]) {
      const { fired, context } = await memory.query({ query });
      const whole = [id, ...step_ids];
      const from = fired.findIndex((node) => node.id === id);
      expect(fired.slice(from, from + 4).map((node) => node.id)).toEqual(whole);
      expect(fired[from + 2].provenance.citation).toBe("Billing queue runbook, step 2 of 3");
      const places = ["What to do when", "Stop the intake", "queue_depth", "operations log what"].map(
        (words) => context.indexOf(words),
      );
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(Math.min(...places)).toBeGreaterThan(0);
    }
  });

  it("[PC5] leaves a row in the audit chain, and an event that undoes all of it", async () => {
    const { memory } = await begin();
    const stored = await memory.storeProcedure(RUNBOOK);
    expect((await memory.audit({ kind: "procedure" })).events).toHaveLength(1);
    const undone = await memory.undo({ event_id: stored.event_id as string });
    expect(undone.nodes_removed.sort()).toEqual([stored.id, ...stored.step_ids].sort());
    expect((await memory.info()).nodes).toBe(0);
    expect((await memory.verifyAudit()).ok).toBe(true);
  });

  it("[PC6] is listed in its newest version, page by page", async () => {
    const { memory } = await begin();
    const titles = ["one", "two", "three"];
    for (const title of titles) await memory.storeProcedure({ ...RUNBOOK, title });
    const { procedures: first, next_cursor } = await memory.procedures({ limit: 2 });
    const rest = await memory.procedures({ limit: 2, cursor: next_cursor as string });
    expect([...first, ...rest.procedures].map(({ title, steps }) => [title, steps])).toEqual(
      titles.map((title) => [title, 3]),
    );
    expect(rest.next_cursor).toBeNull();
    await memory.storeProcedure({ ...NEWER, title: "one", supersedes: first[0].id });
    expect((await memory.procedures()).procedures.map(({ title, version }) => [title, version])).toEqual([
      ["two", 1],
      ["three", 1],
      ["one", 2],
    ]);
  });

  it("[PC7] changes as a whole only, and by those who may write", async () => {
    const { story, name, memory } = await begin();
    const { id, step_ids } = await memory.storeProcedure(RUNBOOK);
    for (const node of [id, ...step_ids]) {
      await expect(memory.edit({ id: node, text: "other" })).rejects.toMatchObject({
        code: "protected_node",
      });
      await expect(memory.split({ node_id: node })).rejects.toMatchObject({ code: "protected_node" });
    }
    await expect(memory.merge({ nodes: [step_ids[0], step_ids[1]] })).rejects.toMatchObject({
      code: "protected_node",
    });
    const reader = story.memory(name, (await story.token("reader")).token);
    await expect(reader.storeProcedure(RUNBOOK)).rejects.toMatchObject({ code: "forbidden" });
    expect((await reader.procedureSteps(id)).steps).toHaveLength(3);
    const agent = story.memory(name, (await story.token("agent")).token);
    expect(await agent.storeProcedure(NEWER)).toMatchObject({ status: "created" });
  });

  it("[PC8] is stored once for each idempotency key, and only over the version that If-Match names", async () => {
    const { memory } = await begin();
    const stored = await memory.storeProcedure(RUNBOOK, { idempotencyKey: "k1" });
    expect(await memory.storeProcedure(RUNBOOK, { idempotencyKey: "k1" })).toMatchObject({
      status: "created",
      event_id: stored.event_id,
    });
    const wrong = memory.storeProcedure(
      { ...NEWER, supersedes: stored.id },
      { ifMatch: "n0000000000000000" },
    );
    await expect(wrong).rejects.toMatchObject({ code: "precondition_failed" });
    const { etag } = await memory.procedureSteps(stored.id);
    const right = memory.storeProcedure({ ...NEWER, supersedes: stored.id }, { ifMatch: etag });
    expect(await right).toMatchObject({ version: 2 });
  });

  it.each(["product", "parity"] as const)(
    "[PC9] outlives maintenance, learning, eviction and the loss of its disk (%s)",
    async (profile) => {
      const { memory, object } = await begin(profile);
      const { id, step_ids } = await memory.storeProcedure(RUNBOOK);
      const newer = await memory.storeProcedure({ ...NEWER, supersedes: id });
      await memory.learn({ fired_ids: [newer.id, ...newer.step_ids], outcome: -1 });
      await memory.learn({ fired_ids: [id, ...step_ids], outcome: 1 });
      for (let run = 0; run < 3; run++) {
        await memory.maintain({
          tasks: ["decay", "scale", "split", "prune", "merge", "connect"],
          prune_below: 1,
        });
      }
      const expectWhole = async () => {
        const read = await memory.procedureSteps(newer.id);
        expect(read.steps.map((step) => step.id)).toEqual(newer.step_ids);
        expect(read.versions.map((one) => one.id)).toEqual([id, newer.id]);
        const { fired } = await memory.query({ query: QUESTION });
        expect(fired.map((node) => node.id).filter((one) => [id, ...step_ids].includes(one))).toEqual([]);
      };
      await expectWhole();
      await object.evict();
      await expectWhole();
      await object.drained();
      await object.lose();
      await expectWhole();
    },
  );
});

describe("a decision", () => {
  it("[PC20] is evaluated for given numbers, and says what was missing", async () => {
    const { memory } = await begin();
    const { step_ids } = await memory.storeProcedure(RUNBOOK);
    const id = step_ids[1];
    const evaluate = (variables: Record<string, number>) => memory.evaluate({ id, variables });
    expect(await evaluate({ queue_depth: 700 })).toMatchObject({
      result: "page the owner",
      used_default: false,
      matched_condition: "queue_depth >= 500",
      citation: 7,
      missing_variables: [],
    });
    const other = await evaluate({ queue_depth: 100 });
    expect(other).toMatchObject({ result: "add a worker" });
    expect(other).not.toHaveProperty("citation");
    expect(await evaluate({ queueDepth: 700 })).toMatchObject({
      result: "leave it",
      used_default: true,
      missing_variables: ["queue_depth"],
    });
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, index]));
    expect(await evaluate(many(LIMITS.ruleVariables))).toMatchObject({ used_default: true });
    await expect(evaluate(many(LIMITS.ruleVariables + 1))).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("[PC21] of an earlier version decides nothing any more, and what is no decision never does", async () => {
    const { memory } = await begin();
    const old = await memory.storeProcedure(RUNBOOK);
    const newer = await memory.storeProcedure({ ...NEWER, supersedes: old.id });
    const variables = { queue_depth: 1 };
    await expect(memory.evaluate({ id: old.step_ids[1], variables })).rejects.toEqual(
      refused("superseded", { superseded_by: newer.id }),
    );
    expect(await memory.evaluate({ id: newer.step_ids[0], variables })).toMatchObject({ result: "leave it" });
    for (const id of [newer.id, newer.step_ids[1], "nobody"]) {
      await expect(memory.evaluate({ id, variables })).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("[PC22] writes nothing: a reader may ask", async () => {
    const { story, name, memory } = await begin();
    const { step_ids } = await memory.storeProcedure(RUNBOOK);
    const { revision } = await memory.info();
    const { token } = await story.token("reader");
    const path = `/v1/agents/${name}/decisions/${encodeURIComponent(step_ids[1])}/evaluate`;
    const { status, body } = await send("POST", path, { token, body: { variables: { queue_depth: 200 } } });
    expect([status, body]).toEqual([200, expect.objectContaining({ result: "add a worker" })]);
    expect((await memory.info()).revision).toBe(revision);
  });
});
