// Procedures where everything waits for a reviewer: one proposal for root and steps, decided as one.

import { describe, expect, it } from "vitest";
import { agentNamed } from "../support/agent-story.ts";
import { NEWER, QUESTION, RUNBOOK } from "../support/procedures.ts";
import { Story } from "../support/story.ts";

async function begin() {
  const story = await Story.begin();
  const { id, name } = await story.agent();
  const owner = story.memory(name);
  await owner.setPolicy({ capture: "proposal" });
  const agent = story.memory(name, (await story.token("agent")).token);
  const reviewer = story.memory(name, (await story.token("reviewer")).token);
  return { owner, agent, reviewer, object: agentNamed(id, "product") };
}

describe("a procedure of an agent, where everything waits for a reviewer", () => {
  it("[PC40] becomes one proposal, which a reviewer reads whole and approves as one", async () => {
    const { owner, agent, reviewer } = await begin();
    const wanted = await agent.storeProcedure(RUNBOOK);
    expect(wanted).toMatchObject({ status: "proposed", version: 1, event_id: null });
    expect((await owner.info()).nodes).toBe(0);
    const again = await agent.storeProcedure(RUNBOOK);
    expect(again.proposal).toMatchObject({ id: wanted.proposal?.id, created: false });
    const { proposals } = await reviewer.proposals({ kind: "procedure" });
    expect(proposals).toHaveLength(1);
    const [{ id, digest, content, title, procedure }] = proposals;
    expect(title).toBe(RUNBOOK.title);
    expect(procedure?.steps).toEqual(RUNBOOK.steps);
    for (const said of [RUNBOOK.content, ...RUNBOOK.steps.flatMap((step) => [step.title, step.content])])
      expect(content).toContain(said);
    await expect(agent.approve({ id, digest })).rejects.toMatchObject({ code: "forbidden" });
    for (const changed of [{ content: "other" }, { title: "other" }]) {
      await expect(reviewer.approve({ id, digest, ...changed })).rejects.toMatchObject({
        code: "invalid_request",
      });
      await expect(agent.revise({ id, digest, ...changed })).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
    const decided = await reviewer.approve({ id, digest });
    expect(decided).toMatchObject({ node_id: wanted.id, node_injected: true });
    const { steps } = await agent.procedureSteps(wanted.id);
    expect(steps.map((step) => step.id)).toEqual(wanted.step_ids);
    expect((await agent.query({ query: QUESTION })).fired[0].id).toBe(wanted.id);
    expect(await agent.storeProcedure(RUNBOOK)).toMatchObject({ status: "duplicate", id: wanted.id });
    await owner.undo({ event_id: decided.event_id as string });
    expect((await owner.info()).nodes).toBe(0);
  });

  it("[PC41] is checked when it is proposed and when it is approved, and a rejected one is nothing", async () => {
    const { owner, agent, reviewer } = await begin();
    const bad = { ...RUNBOOK, steps: [{ title: "t", kind: "decision" as const, content: "no rule" }] };
    await expect(agent.storeProcedure(bad)).rejects.toMatchObject({ code: "decision_rule_malformed" });
    const { id: old } = await owner.storeProcedure(RUNBOOK);
    const { proposal } = await agent.storeProcedure({ ...NEWER, supersedes: old });
    await owner.storeProcedure({ ...NEWER, title: "Quicker", supersedes: old });
    const decide = { id: proposal?.id as string, digest: proposal?.digest as string };
    await expect(reviewer.approve(decide)).rejects.toMatchObject({ code: "superseded" });
    const { results } = await reviewer.approveBatch({ items: [decide] });
    expect(results).toEqual([{ id: decide.id, error: expect.objectContaining({ code: "superseded" }) }]);
    const before = (await owner.info()).nodes;
    await reviewer.reject(decide);
    expect((await owner.info()).nodes).toBe(before);
  });

  it("[PC42] is gone with what is erased of it", async () => {
    const { owner, agent, object } = await begin();
    await agent.storeProcedure(RUNBOOK);
    const { step_ids } = await owner.storeProcedure(RUNBOOK);
    await owner.erase({ node_ids: [step_ids[0]] });
    const { proposals } = await object.disk(["proposals"]);
    expect(proposals).toEqual([]);
  });
});
