// What an erasure takes, and what it leaves: by id, source, author, project, and all of it.

import { describe, expect, it } from "vitest";
import { Erasable } from "../support/erasing.ts";

const RED = "The vault behind the red door opens with nineteen turns to the left.";
const BLUE = "The blue door of the museum squeaks when it rains on a Monday.";
const GREEN = "A green ladder stands behind the third greenhouse of the garden.";

const refused = (code: string) => expect.objectContaining({ code });

describe("an erasure", () => {
  it("[ER4] takes merged nodes, under the ids of what they were merged from too", async () => {
    const agent = await Erasable.begin();
    const [red, blue] = await agent.add(RED, BLUE);
    const green = (await agent.add(GREEN))[0];
    const { applied } = await agent.memory.merge({ nodes: [red, blue] });
    const dry = await agent.memory.erase({ node_ids: [red], dry_run: true });
    expect(dry.nodes).toEqual([{ id: applied[0].merged_id, because: "named" }]);
    await agent.memory.erase({ node_ids: [red] });
    await agent.object.drained();
    await agent.expectNoTrace(RED, BLUE, red, blue, applied[0].merged_id);
    expect((await agent.memory.node(green)).text).toBe(GREEN);
  });

  it("[ER4] takes what was merged since from a node that is still there, and parts of it", async () => {
    const agent = await Erasable.begin();
    const [both] = await agent.add(`${RED}\n\n${BLUE}`);
    const { applied } = await agent.memory.split({ node_id: both });
    const [first] = applied[0].child_ids;
    await agent.memory.erase({ node_ids: [first] });
    await agent.object.drained();
    await agent.expectNoTrace(RED, first);
    expect(await agent.inObject(BLUE)).not.toEqual([]);
  });

  it("[ER5] takes what says the same word by word, whoever wrote it", async () => {
    const agent = await Erasable.begin();
    const [red] = await agent.add(RED);
    const { node_id: again } = await agent.memory.inject({ id: "again", content: RED });
    const dry = await agent.memory.erase({ node_ids: [red], dry_run: true });
    expect(dry.nodes).toEqual([
      { id: red, because: "named" },
      { id: again, because: "same_text" },
    ]);
    await agent.memory.erase({ node_ids: [red] });
    expect(await agent.inObject(RED)).toEqual([]);
  });

  it("[ER6] by source takes a file, or all that names the source, and no other", async () => {
    const agent = await Erasable.begin();
    await agent.memory.sync({
      files: [
        { path: "red.md", text: `# Red\n\n${RED}\n\n## More\n\nThe red door is oak.\n` },
        { path: "blue.md", text: BLUE },
      ],
    });
    await agent.memory.inject({ content: GREEN, metadata: { source: "letters" } });
    expect((await agent.memory.erase({ source: "red.md" })).counts).toMatchObject({ nodes: 2 });
    await agent.memory.erase({ source: "letters" });
    await agent.object.drained();
    await agent.expectNoTrace(RED, GREEN, "The red door is oak.");
    expect(await agent.inObject(BLUE)).not.toEqual([]);
  });

  it("[ER6] by author takes what a token wrote, and the questions that it asked", async () => {
    const agent = await Erasable.begin();
    const device = await agent.story.token("agent");
    const theirs = agent.story.memory(agent.name, device.token);
    await theirs.inject({ content: RED });
    await theirs.query({ query: "which secret did only this device ask about?" });
    const [blue] = await agent.add(BLUE);
    await agent.memory.erase({ author: device.id });
    await agent.object.drained();
    await agent.expectNoTrace(RED, "which secret did only this device ask about?");
    expect((await agent.memory.node(blue)).text).toBe(BLUE);
  });

  it("[ER6] by project takes what names the project", async () => {
    const agent = await Erasable.begin();
    await agent.memory.inject({ content: RED, metadata: { project: "museum" } });
    const [blue] = await agent.add(BLUE);
    await agent.memory.erase({ project: "museum" });
    expect(await agent.inObject(RED)).toEqual([]);
    expect((await agent.memory.node(blue)).text).toBe(BLUE);
  });

  it("[ER7] of the whole agent leaves it empty and usable, in both homes", async () => {
    const agent = await Erasable.begin();
    const ids = await agent.add(RED, BLUE, GREEN);
    await agent.memory.learn({ fired_ids: ids, outcome: 1 }, { idempotencyKey: "one" });
    const asked = await agent.memory.query({ query: "which door squeaks?" });
    await agent.memory.correction({ content: "No door squeaks.", query_id: asked.query_id });
    await agent.object.drained();
    const { receipt } = await agent.memory.erase({ agent: true });
    expect(receipt).toMatchObject({ tombstones: 4, counts: { object: { nodes: 4, trails: 1 } } });
    expect(await agent.memory.info()).toMatchObject({ nodes: 0, edges: 0 });
    await agent.object.drained();
    await agent.expectNoTrace(RED, BLUE, GREEN, "No door squeaks.", ...ids);
    expect(await agent.memory.erasure()).toMatchObject({ verified: true });
    await agent.object.lose();
    expect(await agent.memory.info()).toMatchObject({ nodes: 0 });
    const [left] = await agent.add("Something quite new.");
    expect((await agent.memory.query({ query: "something new" })).fired[0].id).toBe(left);
    await agent.object.drained();
    expect(await agent.memory.verifyAudit()).toMatchObject({ ok: true });
  });

  it("[ER8] that finds nothing is refused, and changes nothing", async () => {
    const agent = await Erasable.begin();
    const [red] = await agent.add(RED);
    const { revision } = await agent.memory.info();
    for (const request of [
      { node_ids: [red, "nobody"] },
      { source: "nowhere.md" },
      { author: "nobody" },
      { project: "none" },
    ]) {
      await expect(agent.memory.erase(request)).rejects.toEqual(refused("not_found"));
    }
    for (const request of [{}, { node_ids: [red], agent: true as const }, { node_ids: [] }]) {
      await expect(agent.memory.erase(request)).rejects.toEqual(refused("invalid_request"));
    }
    expect((await agent.memory.info()).revision).toBe(revision);
    await agent.memory.erase({ agent: true });
    await expect(agent.memory.erase({ agent: true })).resolves.toMatchObject({ counts: { nodes: 0 } });
    expect((await agent.memory.info()).nodes).toBe(0);
  });

  it("[ER9] in a dry run says what would go, and changes nothing", async () => {
    const agent = await Erasable.begin();
    const [red, blue] = await agent.add(RED, BLUE);
    const asked = await agent.memory.query({ query: "how does the red door open?" });
    await agent.memory.learn({ fired_ids: [red, blue], outcome: 1 });
    const kept = [
      "nodes",
      "edges",
      "stops",
      "vectors",
      "journal",
      "trails",
      "tombstones",
      "erasures",
      "audit",
    ];
    const before = [await agent.object.mind(), await agent.object.disk(kept)];
    const dry = await agent.memory.erase({ node_ids: [red], dry_run: true });
    expect(dry).toMatchObject({ dry_run: true, receipt: null, nodes_left_out: 0 });
    expect([await agent.object.mind(), await agent.object.disk(kept)]).toEqual(before);
    await agent.memory.learn({ query_id: asked.query_id, outcome: 0 });
    const again = await agent.memory.erase({ node_ids: [red], dry_run: true });
    const done = await agent.memory.erase({ node_ids: [red] });
    // The reply to the second dry run named it too.
    const { answers, outbox } = again.counts;
    expect(done.counts).toEqual({ ...again.counts, answers: answers + 1, outbox: outbox + 1 });
    expect(done.nodes).toEqual([]);
  });
});
