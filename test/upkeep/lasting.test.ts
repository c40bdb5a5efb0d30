// What maintenance must not wear down: how a memory holds together, what is suppressed, and who taught what.

import { describe, expect, it } from "vitest";
import { lentTo, spread } from "../../durable/graph/spreading.ts";
import { LivingMemory } from "../support/living-memory.ts";
import { nodeRecord } from "../support/small-graph.ts";

const TASKS = ["health", "decay", "scale", "split", "prune", "merge", "connect"] as const;
const RUNS = 10;

async function maintained(memory: LivingMemory, runs = RUNS): Promise<void> {
  for (let run = 0; run < runs; run++) await memory.do("maintain", { tasks: [...TASKS] });
}

describe("after ten runs", () => {
  it("[MU20] neighbours and mentions lend what they lent, and their edges are as they were laid", async () => {
    const ids = Array.from({ length: 9 }, (_, index) => `note::${index}`);
    const memory = await LivingMemory.with(Object.fromEntries(ids.map((id) => [id, `${id} says this`])));
    memory.bare();
    for (let index = 1; index < ids.length; index++) {
      for (const [a, b] of [
        [index - 1, index],
        [index, index - 1],
      ])
        memory.link(ids[a], ids[b], 0.5, "sibling");
      // More than the budget of outgoing weight, and one too weak to be kept otherwise.
      for (const [a, b] of [
        [0, index],
        [index, 0],
      ])
        if (index > 1) memory.link(ids[a], ids[b], index === 8 ? 0.005 : 0.79, "mention");
    }
    memory.link(ids[3], ids[6], 0.5, "cross_file");
    const { settings } = memory.memory;
    const matches = ids.slice(0, 5).map((id, index) => [id, 1 - index / 10] as const);
    const lent = () => {
      const { graph } = memory.memory;
      const links = settings.hybrid?.links ?? [];
      return {
        all: spread(graph, matches, links),
        each: ids.map((id) => lentTo(graph, id, matches, links, 20)),
      };
    };
    const [before, edges] = [lent(), memory.state()];
    expect(before.each.flat().length).toBeGreaterThan(10);
    await maintained(memory);
    memory.reload();
    expect(lent()).toEqual(before);
    const fading = `${ids[3]} → ${ids[6]}`;
    for (const [name, value] of edges)
      if (name !== fading) expect(memory.state().get(name), name).toBe(value);
    expect(memory.state().get(fading)).toBeLessThan(0.48);
  });

  it("[MU21] a suppression is weaker by its own half-life alone, much longer than that of other routes", async () => {
    const memory = await LivingMemory.with({
      wrong: "the old way",
      right: "the new way",
      other: "beside it",
    });
    memory.bare();
    memory.link("right", "wrong", -0.5);
    memory.link("wrong", "other", 0.5);
    await maintained(memory);
    const { inhibitoryHalfLife } = memory.memory.settings.decay;
    expect(inhibitoryHalfLife).toBeGreaterThan(3 * memory.memory.settings.homeostasis.halfLifeRange[1]);
    const weights = memory.state();
    expect(weights.get("right → wrong")).toBeCloseTo(-0.5 * 0.5 ** (RUNS / Number(inhibitoryHalfLife)), 12);
    expect(weights.get("wrong → other")).toBeLessThan(0.5 * 0.5 ** (RUNS / 200));
  });
});

/** Teaches a text; returns its node and the event. */
async function teach(memory: LivingMemory, content: string, author: string) {
  const { node_id: id } = await memory.do("inject", { content }, { author });
  const [{ body }] = (await memory.do("journal", { type: "inject", limit: 1 })).entries;
  return { id, event: body.event as string };
}

describe("learning goes along", () => {
  const TEXT = "Deploys go out on tuesdays.";

  /** Two taught nodes that always fire together, one of them led to by a question, each linked with a third. */
  async function taughtPair() {
    const memory = await LivingMemory.with({ "guide.md": "How a release reaches production." });
    const { id: a, event: lesson } = await teach(memory, TEXT, "ann");
    const { id: b } = await teach(memory, "Backups run at night.", "ben");
    memory.change((draft) => {
      const { dimension } = memory.memory.embedder;
      const question = Float64Array.from({ length: dimension }, (_, index) => (index % 5) - 2);
      draft.putVector(a, question, 1, { text: "When do we deploy?", by: "ann" });
      draft.putEdge({
        source: a,
        target: "guide.md",
        weight: 0.6,
        kind: "cross_file",
        relevance: null,
        metadata: { source: "learn", taught_by: "ann" },
      });
    });
    memory.link(a, b, 0.95);
    memory.link(b, a, 0.95);
    return { memory, a, b, lesson };
  }

  it("[MU22] a merge keeps routes with who taught them, questions with who asked, and what both nodes were", async () => {
    const { memory, a, b, lesson } = await taughtPair();
    const report = await memory.do("maintain", { tasks: ["merge"] });
    expect(report.merges_applied).toBe(1);
    const { store, graph, vectors } = memory.memory;
    const [merged] = [...graph.entries()].map(([id]) => id).filter((id) => id.startsWith("merged:"));
    expect(store.edgeMetadata(merged, "guide.md")).toEqual({ source: "learn", taught_by: "ann" });
    expect(graph.weights[graph.edgeOf(merged, "guide.md")]).toBe(0.6);
    const questions = vectors.routesOf(merged).filter((route) => route > 0);
    expect(questions.map((route) => store.asked(merged, route))).toContainEqual({
      text: "When do we deploy?",
      by: "ann",
    });
    expect(store.node(merged)?.metadata.merged_from).toEqual(expect.arrayContaining([a, b]));
    // The journal still tells of both, and who taught one is told why it stays when that is taken back.
    const taught = (await memory.do("journal", { type: "inject" })).entries.map(({ body }) => body.node_id);
    expect(taught).toEqual(expect.arrayContaining([a, b]));
    const { query_id: asked, fired } = await memory.do("query", { query: "When do deploys go out?" });
    expect(fired.map(({ id }) => id)).toContain(merged);
    const told = await memory.do("explain", { id: asked });
    expect(JSON.stringify(told)).toContain(merged);
    const undone = await memory.do("undo", { event_id: lesson });
    expect(undone).toMatchObject({ nodes_removed: [], nodes_kept: [{ id: merged, because: "merged" }] });
    // What was taken back does not come back with the run.
    expect(await memory.do("undo", { event_id: report.event_id as string })).toMatchObject({
      exact: 1,
      nodes_restored: [b],
      nodes_removed: [merged],
    });
    expect(memory.memory.graph.has(a)).toBe(false);
    expect(memory.memory.graph.has(b)).toBe(true);
  });

  it("[MU23] a split keeps them too, and with the lesson its parts are taken back", async () => {
    const memory = await LivingMemory.with({ "guide.md": "How a release reaches production." });
    const long = (text: string) => `${text} `.repeat(60).trim();
    const content = `${long("Deploys go out on tuesdays.")}\n\n${long("Backups run at night.")}`;
    const { id, event: lesson } = await teach(memory, content, "ann");
    memory.change((draft) => {
      const { dimension } = memory.memory.embedder;
      const question = Float64Array.from({ length: dimension }, (_, index) => (index % 5) - 2);
      draft.putVector(id, question, 1, { text: "When do we deploy?", by: "ann" });
      draft.putEdge({
        source: "guide.md",
        target: id,
        weight: 0.6,
        kind: "cross_file",
        relevance: null,
        metadata: { source: "learn", taught_by: "ann" },
      });
    });
    await memory.do("maintain", { tasks: ["split"] });
    const { store, graph, vectors } = memory.memory;
    const parts = [...graph.entries()].map(([one]) => one).filter((one) => one.startsWith(`split:${id}`));
    expect(parts).toHaveLength(2);
    expect(graph.has(id)).toBe(false);
    const questions = parts.flatMap((part) =>
      vectors.routesOf(part).map((route) => store.asked(part, route)),
    );
    expect(questions).toContainEqual({ text: "When do we deploy?", by: "ann" });
    const routes = parts.filter((part) => graph.edgeOf("guide.md", part) >= 0);
    expect(routes.length).toBeGreaterThan(0);
    for (const part of routes)
      expect(store.edgeMetadata("guide.md", part)).toEqual({ source: "learn", taught_by: "ann" });
    for (const part of parts)
      expect(store.node(part)).toMatchObject({ kind: "teaching", metadata: { parent: id } });
    const undone = await memory.do("undo", { event_id: lesson });
    expect(undone.nodes_removed.toSorted()).toEqual(parts.toSorted());
  });

  it("[MU24] what an erased text left in the record of a run goes with it, and the run stands", async () => {
    const { memory, a } = await taughtPair();
    const { event_id: run } = await memory.do("maintain", { tasks: ["decay", "merge"] });
    await memory.do("erase", { node_ids: [a] });
    await expect(memory.do("undo", { event_id: run as string })).rejects.toThrow("not known any more");
    expect((await memory.do("health", {})).maintenance.last_run).toMatchObject({ can_be_undone: false });
  });

  it("[MU25] another token's run is the owner's to take back, and a run is taken back once", async () => {
    const { memory } = await taughtPair();
    memory.change((draft) => draft.putNode(nodeRecord("more")));
    const { event_id: run } = await memory.do("maintain", { tasks: ["decay"] });
    const request = { event_id: run as string };
    await expect(memory.do("undo", request, { author: "ann", role: "agent" })).rejects.toThrow("owner");
    expect(await memory.do("undo", request)).toMatchObject({ events: 1, already_undone: 0 });
    expect(await memory.do("undo", request)).toMatchObject({ events: 0, already_undone: 1, event_id: null });
  });
});
