// Explain: how each node got into an answer, who taught the edges that led there, and what became of them since.

import { describe, expect, it } from "vitest";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import type { Trail } from "../../durable/store/ports.ts";
import { ExplainReply } from "../../wire/explaining.ts";
import { type By, LivingMemory } from "../support/living-memory.ts";

const TEXTS = {
  deploy: "deploy a release to production by running make deploy",
  keys: "the database password is rotated every month",
  oncall: "the secondary engineer answers the phone after ten minutes",
};
const QUESTION = "how do I deploy a release to production";
const GOOD: By = { author: "good", role: "agent" };

async function linked(settings = PRODUCT): Promise<LivingMemory> {
  const memory = await LivingMemory.with(TEXTS, settings);
  memory.bare();
  memory.link("deploy", "keys", 0.5);
  memory.link("keys", "oncall", 0.7);
  return memory;
}

async function explained(memory: LivingMemory, id?: string): Promise<ExplainReply> {
  const reply = await memory.do("explain", { id: id ?? "last" });
  expect(ExplainReply.parse(reply)).toEqual(reply);
  return reply;
}

const of = (reply: ExplainReply, id: string) =>
  reply.fired.find((node) => node.id === id) as ExplainReply["fired"][0];

describe("an explanation", () => {
  it("[EX1] tells a seed by the words and the meaning that found it", async () => {
    const memory = await linked();
    const { query_id, fired, confidence } = await memory.do("query", { query: QUESTION }, GOOD);
    const reply = await explained(memory, query_id);
    expect(reply).toMatchObject({ query_id, author: "good", complete: true, decision: "answered" });
    expect(reply.evidence).toMatchObject({ confidence, least_confidence: 0.055 });
    const { seed, route, score, in_context: shown } = of(reply, "deploy");
    expect([route, shown, score]).toEqual([[], true, fired[0].score]);
    expect(seed?.words).toBeGreaterThan(0.4);
    expect(seed?.meaning).toBeGreaterThan(0.4);
    expect(seed).toMatchObject({ taught: false, taught_by: [], lent: [] });
  });

  it("[EX1] tells what was lent to a seed, by whom and along which kind of edge", async () => {
    const memory = await linked();
    memory.link("deploy", "oncall", 0.5, "sibling");
    await memory.do("query", { query: QUESTION });
    const { seed } = of(await explained(memory), "oncall");
    expect(seed?.lent).toEqual([{ from: "deploy", kind: "sibling", amount: expect.any(Number) }]);
    expect(seed?.score).toBeCloseTo(seed?.lent[0].amount as number, 3);
  });

  it("[EX1] tells the question that was taught to lead to a seed, and who taught it", async () => {
    const memory = await linked();
    const first = await memory.do("query", { query: QUESTION }, GOOD);
    const lesson = { query_id: first.query_id, outcome: 0, outcomes: { oncall: 1 } };
    const { event_id } = await memory.do("learn", lesson, GOOD);
    await memory.do("query", { query: QUESTION });
    const { seed } = of(await explained(memory), "oncall");
    expect(seed).toMatchObject({ taught: true, lent: [{ from: "oncall", kind: "question" }] });
    expect(seed?.taught_by).toEqual([expect.objectContaining({ event_id, author: "good", how: "outcome" })]);
  });

  it("[EX1] tells what a correction was given by what it corrects", async () => {
    const memory = await linked();
    const { node_id: right } = await memory.do("correction", {
      query_id: (await memory.do("query", { query: QUESTION })).query_id,
      content: "whiskey victor uniform",
      corrects: ["deploy"],
    });
    await memory.do("query", { query: QUESTION });
    const { seed } = of(await explained(memory), right);
    expect(seed?.lent).toContainEqual({ from: "deploy", kind: "corrected", amount: expect.any(Number) });
  });

  it("[EX2] tells the steps of the walk, with weight and tier then and now", async () => {
    const memory = await linked();
    await memory.do("query", { query: QUESTION });
    memory.link("keys", "oncall", 0.1);
    const { seed, route } = of(await explained(memory), "oncall");
    expect(seed).toBeNull();
    expect(route).toMatchObject([
      { source: "deploy", target: "keys", hop: 1, weight_then: 0.5, tier_then: "habitual", weight: 0.5 },
      {
        source: "keys",
        target: "oncall",
        hop: 2,
        weight_then: 0.7,
        tier_then: "reflex",
        weight: 0.1,
        tier: "dormant",
      },
    ]);
  });

  it("[EX3] names who taught an edge, when and with what outcome, also when it was undone", async () => {
    const memory = await linked();
    const learned = await memory.do("learn", { fired_ids: ["deploy", "keys"], outcome: 0.8 }, GOOD);
    const at = memory.now;
    await memory.do("query", { query: QUESTION });
    const teacher = { event_id: learned.event_id, author: "good", at, how: "outcome", outcome: 0.8 };
    const [step] = of(await explained(memory), "keys").route;
    expect(step.taught_by).toEqual([{ ...teacher, undone: false, change: step.weight_then - 0.5 }]);
    await memory.do("undo", { event_id: learned.event_id });
    const [undone] = of(await explained(memory), "keys").route;
    expect(undone).toMatchObject({ weight: 0.5, taught_by: [{ ...teacher, undone: true }] });
  });

  it("[EX4] names what was suppressed, by which edge, and the correction that taught it", async () => {
    const memory = await linked();
    const content = "deploy a release to production with the blue button";
    const { node_id, event_id } = await memory.do("correction", { content, corrects: ["deploy"] }, GOOD);
    await memory.do("query", { query: QUESTION });
    const reply = await explained(memory);
    expect(reply.suppressed).toEqual([
      {
        id: "deploy",
        state: "present",
        by: [
          expect.objectContaining({
            source: node_id,
            tier: "inhibitory",
            taught_by: [
              expect.objectContaining({ event_id, author: "good", how: "correction", undone: false }),
            ],
          }),
        ],
      },
    ]);
    expect(of(reply, node_id).stands_in_for).toEqual(["deploy"]);
    const not = await memory.do("whyNot", { id: "last", node: "deploy" });
    expect(not).toMatchObject({
      code: "suppressed",
      edges: [{ source: node_id, taught_by: [{ event_id }] }],
    });
  });

  it("[EX5] says what became of nodes since", async () => {
    const memory = await linked();
    const { query_id } = await memory.do("query", { query: QUESTION });
    await memory.do("edit", { id: "keys", text: "passwords are rotated every year" });
    memory.change((draft) => draft.removeNode("oncall"));
    const reply = await explained(memory, query_id);
    expect(reply.fired.map(({ id, state }) => [id, state])).toEqual([
      ["deploy", "present"],
      ["keys", "changed"],
      ["oncall", "gone"],
    ]);
    expect(of(reply, "oncall").route[1]).toMatchObject({ weight: null, kind: null, weight_then: 0.7 });
  });

  it("[EX6] of a question that named what was erased is refused, and the erased node is said to be erased", async () => {
    const memory = await linked();
    const first = await memory.do("query", { query: QUESTION });
    const { query_id } = await memory.do("query", { query: "secondary engineer phone", top_k: 1 });
    await memory.do("erase", { node_ids: ["keys"] });
    const refused = expect.objectContaining({ code: "unknown_query" });
    await expect(explained(memory, first.query_id)).rejects.toEqual(refused);
    expect((await memory.do("whyNot", { id: query_id, node: "keys" })).code).toBe("erased");
  });

  it("[EX7] of a question that nobody asked is refused", async () => {
    const memory = await linked();
    const refused = expect.objectContaining({ code: "unknown_query" });
    for (const id of ["last", "f".repeat(32)]) {
      await expect(memory.do("explain", { id })).rejects.toEqual(refused);
      await expect(memory.do("whyNot", { id, node: "deploy" })).rejects.toEqual(refused);
    }
  });

  it("[EX8] of a trail of an earlier version tells what that kept", async () => {
    const memory = await linked();
    const { query_id } = await memory.do("query", { query: QUESTION });
    const { store } = memory.memory;
    const { why: _, ...old } = store.trail(query_id) as Trail;
    store.recordTrail(old);
    const reply = await explained(memory, query_id);
    expect(reply).toMatchObject({ complete: false, decision: "answered" });
    expect(of(reply, "deploy")).toMatchObject({ in_context: null, seed: { words: null, meaning: null } });
    expect(of(reply, "oncall").route).toHaveLength(2);
    expect((await memory.do("whyNot", { id: query_id, node: "deploy" })).code).toBe("answered");
  });

  it("[EX8] in the parity profile tells seeds by their similarity", async () => {
    const memory = await linked(PARITY);
    await memory.do("query", { query: QUESTION });
    const { seed } = of(await explained(memory), "deploy");
    expect(seed).toEqual({
      score: seed?.score,
      words: null,
      meaning: seed?.score,
      taught: null,
      taught_by: [],
      lent: [],
      lowered: null,
    });
  });

  it("[EX9] keeps a trail small, whatever a request leaves out", async () => {
    const memory = await linked();
    const files = Array.from({ length: 1000 }, (_, index) => `folder/${"long".repeat(100)}-${index}.md`);
    const { query_id } = await memory.do("query", { query: QUESTION, exclude_files: files });
    expect(JSON.stringify(memory.memory.store.trail(query_id)).length).toBeLessThan(16_000);
  });
});
