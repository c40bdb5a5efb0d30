// Procedures on a real store without HTTP: vectors that come late, and what a walk may be shown of them.

import { describe, expect, it } from "vitest";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { embedPending } from "../../durable/operations/embed-pending.ts";
import { performChore } from "../../durable/operations/one-breath.ts";
import { LivingMemory } from "../support/living-memory.ts";

const PROCEDURE = {
  title: "Restart of the mail relay",
  content: "When mail stays in the spool.",
  steps: [
    { title: "Stop", content: "Stop the relay and wait for its last delivery." },
    { title: "Start", content: "Start the relay again and send a test letter." },
  ],
};
const QUESTION = "mail relay restart spool";

describe("a procedure", () => {
  it("[PC17] is kept without its vectors where the embedder fails, found by its words, and gets them later", async () => {
    const living = await LivingMemory.with({ other: "The canteen opens at noon." });
    const { embedder } = living.memory;
    const embed = async () => {
      throw new EmbedderFailure("unavailable", "no embedder today");
    };
    Object.assign(living.memory, { embedder: { name: embedder.name, dimension: embedder.dimension, embed } });
    const { id, step_ids, embedding } = await living.do("storeProcedure", PROCEDURE);
    expect(embedding).toBe("pending");
    const whole = [id, ...step_ids];
    const asked = await living.do("query", { query: QUESTION });
    expect(asked.fired.slice(0, 3).map((node) => node.id)).toEqual(whole);
    Object.assign(living.memory, { embedder });
    const call = { author: "chore", now: 1e6, id: "0".repeat(32), idempotencyKey: null, elapsed: () => 0 };
    expect(await performChore(living.memory, embedPending, null, call)).toMatchObject({ embedded: 3 });
    for (const node of whole) expect(living.memory.vectors.record(node, 0)).toBeDefined();
  });

  it("[PC4] [PC14] fires no more nodes than a question wants, from its beginning on", async () => {
    const living = await LivingMemory.with({ other: "The canteen opens at noon." });
    const { id, step_ids } = await living.do("storeProcedure", PROCEDURE);
    const asked = await living.do("query", { query: QUESTION, max_fired_nodes: 2 });
    expect(asked.fired.map((node) => node.id)).toEqual([id, step_ids[0]]);
  });

  it("[PC4] tells of each step which procedure it was shown with", async () => {
    const living = await LivingMemory.with({ other: "The canteen opens at noon." });
    const { id, step_ids } = await living.do("storeProcedure", PROCEDURE);
    const { query_id } = await living.do("query", { query: QUESTION });
    const { fired } = await living.do("explain", { id: query_id });
    const parts = fired.map((node) => [node.id, node.part_of]);
    expect(parts.slice(0, 3)).toEqual([[id, null], ...step_ids.map((step) => [step, id])]);
  });

  it("[PC15] shows a corrected step below its correction, or not at all", async () => {
    const living = await LivingMemory.with({ other: "The canteen opens at noon." });
    const { step_ids } = await living.do("storeProcedure", PROCEDURE);
    const { node_id } = await living.do("correction", {
      content: "The relay is never stopped: it is drained.",
      corrects: [step_ids[0]],
    });
    const { fired } = await living.do("query", { query: QUESTION });
    const places = [node_id, step_ids[0]].map((one) => fired.findIndex((node) => node.id === one));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(places[1] === -1 || places[0] < places[1]).toBe(true);
  });
});
