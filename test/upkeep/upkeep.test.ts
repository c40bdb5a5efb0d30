// Upkeep on a real store: maintenance, merges, splits, connections, anchors, and looking at all of it.

import { beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "../../wire/limits.ts";
import { nodeRecord } from "../support/small-graph.ts";
import { WorkspaceMemory } from "../support/workspace-memory.ts";

let house: WorkspaceMemory;

beforeEach(() => {
  house = new WorkspaceMemory();
});

/** Taught nodes that always fire together. */
function teachPair(a = "use make deploy", b = "then watch the dashboard"): void {
  house.change((draft) => {
    for (const [index, text] of [a, b].entries()) {
      draft.putNode(nodeRecord(`taught::${index}`, { kind: "teaching", text }));
      draft.putVector(
        `taught::${index}`,
        Float64Array.from({ length: draft.vectors.dimension }, (_, i) => i % (index + 2)),
      );
    }
  });
  house.link(a, b, 0.9);
  house.link(b, a, 0.9);
}

function expectMindOnDisk(): void {
  const [mind, disk] = house.mindAndDisk();
  expect(mind).toEqual(disk);
}

const journal = (type?: "maintenance" | "health" | "structure" | "anchor") =>
  house.perform("journal", { type });

describe("maintenance", () => {
  it("[MN30] runs on the live memory, keeps its half-life, and what is in memory is on disk", async () => {
    await house.sync({ "a.md": "## A\none\n\n## B\ntwo", "alone.md": "alone" });
    teachPair();
    const report = await house.perform("maintain", {});
    expect(report).toMatchObject({
      tasks_run: ["health", "decay", "prune", "merge"],
      decay_applied: true,
      merges_applied: 1,
      pruned_nodes: 0,
      dry_run: false,
    });
    expect(house.memory.store.setting("decay_half_life")).toBe(140 * 0.97);
    expect(house.embedded).toContain("use make deploy\n\nthen watch the dashboard");
    expectMindOnDisk();
    await house.perform("maintain", { tasks: ["decay"] });
    expect(house.memory.store.setting("decay_half_life")).not.toBe(140 * 0.97);
  });

  it("[MN31] a dry run reports the same and leaves no trace but one journal entry", async () => {
    await house.sync({ "a.md": "## A\none\n\n## B\ntwo" });
    teachPair();
    const [before] = house.mindAndDisk();
    const dry = await house.perform("maintain", { dry_run: true });
    expect(house.mindAndDisk()).toEqual([before, before]);
    expect(house.memory.store.setting("decay_half_life")).toBeUndefined();
    expect((await journal("maintenance")).entries.map(({ body }) => body)).toEqual([
      { task: "dry_run", tasks: ["health", "decay", "prune", "merge"], dry_run: true },
    ]);
    const real = await house.perform("maintain", {});
    expect(real.health_after).toEqual(dry.health_after);
    expect(dry).toMatchObject({ merges_applied: 1, decay_applied: false, dry_run: true });
  });
});

describe("structure by hand", () => {
  it("[MN32] a merge names what it made; an unknown or constitutional node refuses and changes nothing", async () => {
    teachPair();
    const [before] = house.mindAndDisk();
    await expect(house.perform("merge", { nodes: ["taught::0", "nobody"] })).rejects.toThrow("not_found");
    await house.perform("anchor", { node_id: "taught::0", authority: "constitutional" });
    await expect(house.perform("merge", { nodes: ["taught::0", "taught::1"] })).rejects.toThrow(
      "protected_node",
    );
    await house.perform("anchor", { node_id: "taught::0", authority: "overlay" });
    expect(house.mindAndDisk()[0]).toEqual(before);
    expect(house.embedded).toEqual([]);
    const { applied } = await house.perform("merge", { nodes: ["taught::0", "taught::1"] });
    expect(applied[0].from).toEqual(["taught::0", "taught::1"]);
    expect(house.nodes()).toMatchObject([{ id: applied[0].merged_id, kind: "teaching", origin: "merged" }]);
    expectMindOnDisk();
  });

  it("[MN33] a chunk and a taught node don't merge: a change of the file would take the other along", async () => {
    await house.sync({ "a.md": "alone" });
    teachPair();
    const nodes: [string, string] = ["a.md::0", "taught::0"];
    await expect(house.perform("merge", { nodes })).rejects.toThrow("protected_node");
  });

  it("[MN34] a node is split at its paragraphs or at given chunks, never into fewer than two parts", async () => {
    teachPair("one thing\n\nanother thing", "whole");
    await expect(house.perform("split", { node_id: "taught::1" })).rejects.toThrow("invalid_request");
    await expect(house.perform("split", { chunks: ["a", "b"] })).rejects.toThrow("node_id");
    const dry = await house.perform("split", { node_id: "taught::0", dry_run: true });
    expect(house.nodes().map(({ id }) => id)).toEqual(["taught::0", "taught::1"]);
    const { applied } = await house.perform("split", { node_id: "taught::0" });
    expect(applied).toEqual(dry.applied);
    expect(applied[0].child_ids.map((id) => house.memory.store.node(id)?.text)).toEqual([
      "one thing",
      "another thing",
    ]);
    expectMindOnDisk();
  });

  it("[MN34] parts are pieces of the text, white space aside; a title stays with what follows", async () => {
    teachPair("# Ports\n\nThe port is 80.\n\nThe host is\nlocal.", "whole");
    const chunks = ["# Ports The port is 80.", "The host is remote."];
    await expect(house.perform("split", { node_id: "taught::0", chunks })).rejects.toThrow(
      "invalid_request: chunks[1]",
    );
    const named = { node_id: "taught::0", chunks: [chunks[0], "The host is local."], dry_run: true };
    expect((await house.perform("split", named)).applied[0].child_ids).toHaveLength(2);
    const { applied } = await house.perform("split", { node_id: "taught::0" });
    expect(applied[0].child_ids.map((id) => house.memory.store.node(id)?.text)).toEqual([
      "# Ports\n\nThe port is 80.",
      "The host is\nlocal.",
    ]);
  });

  it("[MN35] suggestions leave the workspace alone", async () => {
    const long = "A line that says something about deploys. ".repeat(90);
    await house.sync({ "a.md": `${long}\n\n${long}` });
    teachPair(`${long}\n\n${long}`, "short");
    const { suggestions, applied } = await house.perform("split", {});
    expect(suggestions.map(({ node_id }) => node_id)).toEqual(["taught::0"]);
    expect(applied).toHaveLength(1);
    expect(house.nodes().filter(({ origin }) => origin === "workspace").length).toBeGreaterThan(0);
  });

  it("[MN36] connections join different files by shared words; asked again there is nothing to add", async () => {
    await house.sync({ "a.md": "rollback the database", "b.md": "database rollback notes", "c.md": "lunch" });
    const dry = await house.perform("connect", { dry_run: true });
    expect(dry).toMatchObject({ added: 1, suggestions: [{ source: "a.md::0", target: "b.md::0" }] });
    expect((await house.perform("connect", {})).added).toBe(1);
    expect(await house.perform("connect", {})).toMatchObject({ added: 0, suggestions: [] });
    expectMindOnDisk();
  });
});

describe("reading", () => {
  it("[MN37] an anchor is listed until it is taken away, and each change is journaled once", async () => {
    teachPair();
    await house.perform("anchor", { node_id: "taught::1", authority: "canonical" });
    await house.perform("anchor", { node_id: "taught::1", authority: "canonical" });
    const listed = await house.perform("anchors", {});
    expect(listed).toMatchObject({ nodes: [{ id: "taught::1", authority: "canonical" }], count: 1 });
    await house.perform("anchor", { node_id: "taught::1", authority: "overlay" });
    expect(await house.perform("anchors", {})).toMatchObject({ nodes: [], count: 0 });
    expect((await journal("anchor")).entries).toHaveLength(2);
    await expect(house.perform("anchor", { node_id: "nobody", authority: "canonical" })).rejects.toThrow(
      "not_found",
    );
    expectMindOnDisk();
  });

  it("[MN38] a node shows its text and its routes with their tiers", async () => {
    teachPair();
    house.link("use make deploy", "then watch the dashboard", -0.4, "inhibitory");
    expect(await house.perform("node", { id: "taught::0" })).toMatchObject({
      kind: "teaching",
      text: "use make deploy",
      outgoing: [{ id: "taught::1", weight: -0.4, kind: "inhibitory", tier: "inhibitory" }],
      incoming: [{ id: "taught::1", weight: 0.9, tier: "reflex" }],
      untrusted: true,
    });
    await expect(house.perform("node", { id: "nobody" })).rejects.toThrow("not_found");
  });

  it("[OP4] health says when maintenance last ran; a dry run is none", async () => {
    await house.sync({ "a.md": "## A\none" });
    await house.perform("maintain", { dry_run: true });
    expect((await house.perform("health", {})).last_maintenance).toBeNull();
    await house.perform("maintain", {});
    const [ran] = (await journal("maintenance")).entries;
    await house.perform("maintain", { dry_run: true });
    const { last_maintenance, memory_bytes } = await house.perform("health", {});
    expect(last_maintenance).toBe(ran.at);
    expect(memory_bytes).toBeGreaterThan(0);
  });

  it("[MN39] health counts shares, suppressions, and what waits for its replica; info says who it is", async () => {
    teachPair();
    house.link("use make deploy", "then watch the dashboard", -0.4, "inhibitory");
    const health = await house.perform("health", {});
    expect(health).toMatchObject({
      nodes: 2,
      edges: 2,
      reflex_pct: 0.5,
      dormant_pct: 0.5,
      inhibitory_edges: 1,
    });
    expect(health.outbox.changes).toBeGreaterThan(0);
    expect(health.outbox.oldest_ms).toBeGreaterThanOrEqual(0);
    expect(await house.perform("info", {})).toMatchObject({
      agent: "workspace",
      nodes: 2,
      edges: 2,
      embedder: { dimension: house.memory.embedder.dimension },
      revision: health.revision,
    });
  });

  it("[MN40] the journal is paged newest first, nothing twice and nothing left out", async () => {
    teachPair();
    for (let count = 0; count < 7; count++) await house.perform("maintain", { tasks: ["health"] });
    const all = (await house.perform("journal", { limit: LIMITS.pageSize })).entries.map(({ seq }) => seq);
    const paged: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await house.perform("journal", { limit: 5, cursor });
      paged.push(...page.entries.map(({ seq }) => seq));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(all);
    expect(paged).toEqual([...paged].sort((a, b) => b - a));
    await expect(house.perform("journal", { cursor: "yesterday" })).rejects.toThrow("invalid_request");
  });
});
