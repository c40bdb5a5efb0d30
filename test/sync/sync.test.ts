// Sync: the memory says what the files say, and keeps what it learned about it.

import { beforeEach, describe, expect, it } from "vitest";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import { nodeRecord } from "../support/small-graph.ts";
import { WorkspaceMemory } from "../support/workspace-memory.ts";

const section = (name: string, body = `about ${name.toLowerCase()}`) => `## ${name}\n${body}`;
const file = (...sections: string[]) => sections.join("\n\n");
const [A, B, C, D] = ["A", "B", "C", "D"].map((name) => section(name));

let house: WorkspaceMemory;

beforeEach(() => {
  house = new WorkspaceMemory();
});

describe("files become chunks", () => {
  it("[SY1] neighbours are linked both ways near one half, and every chunk has its vector", async () => {
    const reply = await house.sync({ "a.md": file(A, B), "b.md": "alone" });
    expect(reply).toMatchObject({ nodes_added: 3, embeddings_computed: 3, skipped: [], dry_run: false });
    expect(house.edges()).toHaveLength(2);
    expect(house.weight(A, B)).toBe(house.weight(B, A));
    expect(Math.abs((house.weight(A, B) as number) - 0.5)).toBeLessThanOrEqual(0.01);
    expect(house.memory.vectors.ids().sort()).toEqual(["a.md::0", "a.md::1", "b.md::0"]);
  });

  it("[SY2] the same files once more change nothing and embed nothing, Windows line ends included", async () => {
    await house.sync({ "a.md": file(A, B, C) });
    const { revision } = house.memory.store;
    const before = house.mindAndDisk()[0];
    house.embedded = [];
    const reply = await house.sync({ "a.md": `\ufeff${file(A, B, C).replaceAll("\n", "\r\n")}` });
    expect(reply).toMatchObject({
      nodes_added: 0,
      nodes_updated: 0,
      nodes_unchanged: 3,
      embeddings_computed: 0,
    });
    expect(house.embedded).toEqual([]);
    expect(house.mindAndDisk()[0]).toEqual(before);
    expect(house.memory.store.revision).toBeLessThanOrEqual(revision + 1);
  });

  it("[SY3] blank and binary files are skipped with a reason, and lose the chunks they had", async () => {
    await house.sync({ "a.md": A, "b.md": B });
    const reply = await house.sync({ "a.md": " \r\n ", "b.md": "PK\u0000\u0001", "c.md": C });
    expect(reply.skipped.map(({ path }) => path)).toEqual(["a.md", "b.md"]);
    expect(reply.skipped.every(({ reason }) => reason.length > 5)).toBe(true);
    expect(reply).toMatchObject({ nodes_added: 1, nodes_removed: 2 });
  });

  it("[SY3] a file whose chunk id belongs to another node is skipped, and that node stays", async () => {
    house.change((draft) => draft.putNode(nodeRecord("a.md::0", { text: "taught" })));
    const reply = await house.sync({ "a.md": A, "b.md": B });
    expect(reply.skipped).toEqual([{ path: "a.md", reason: expect.stringContaining("a.md::0") }]);
    expect(house.nodes().map(({ text }) => text)).toEqual(["taught", B]);
  });

  it("[SY4] a file sent twice is refused, and nothing happens", async () => {
    const twice = {
      files: [
        { path: "a.md", text: A },
        { path: "a.md", text: B },
      ],
    };
    await expect(house.perform("sync", twice)).rejects.toThrow("invalid_request: a.md");
    expect(house.nodes()).toEqual([]);
  });

  it("[SY4] a file that is not among the paths that stay is refused, a deleted one is not", async () => {
    await expect(house.sync({ "a.md": A, "b.md": B }, { paths: ["a.md"] })).rejects.toThrow(
      "b.md is in files",
    );
    expect(house.nodes()).toEqual([]);
    await house.sync({ "a.md": A, "b.md": null }, { paths: ["a.md"] });
  });

  it("[SY5] a dry run reports what the sync then does, embeds nothing and changes nothing", async () => {
    await house.sync({ "a.md": file(A, B) });
    house.embedded = [];
    const before = house.mindAndDisk()[0];
    const files = { "a.md": file(C, A), "SOUL.md": D };
    const promise = await house.sync(files, { dry_run: true });
    expect(house.embedded).toEqual([]);
    expect(house.mindAndDisk()[0]).toEqual(before);
    expect({ ...(await house.sync(files)), dry_run: true }).toEqual(promise);
  });
});

describe("what was learned stays with the text", () => {
  beforeEach(async () => {
    await house.sync({ "a.md": file(A, B, C), "x.md": "other" });
    house.link(A, B, 0.93);
    house.link("other", C, 0.7, "cross_file");
    house.link(C, A, -0.4, "inhibitory");
    house.change((draft) => {
      draft.putVector("a.md::2", new Float64Array(draft.vectors.dimension).fill(1), 1);
      draft.setStop(draft.graph.positionOf("a.md::2"), 0.3, 0.1);
    });
  });

  const learned = () => [house.weight(A, B), house.weight("other", C), house.weight(C, A)];

  it("[SY6] a section inserted above moves chunks with their edges, vectors and choice to stop", async () => {
    house.embedded = [];
    const reply = await house.sync({ "a.md": file(D, A, B, C) });
    expect(reply).toMatchObject({
      nodes_added: 1,
      nodes_removed: 0,
      nodes_unchanged: 3,
      nodes_metadata_updated: 3,
    });
    expect(house.embedded).toEqual([D]);
    expect(learned()).toEqual([0.93, 0.7, -0.4]);
    const { graph, vectors, store } = house.memory;
    expect(vectors.routesOf("a.md::3")).toEqual([0, 1]);
    expect(graph.stopWeights[graph.positionOf("a.md::3")]).toBe(0.3);
    expect(store.edgeMetadata("x.md::0", "a.md::3")).toEqual({ by: "test" });
    expect(house.mindAndDisk()[0]).toEqual(house.mindAndDisk()[1]);
  });

  it("[SY6] sections in another order, and one taken out, keep what was learned", async () => {
    await house.sync({ "a.md": file(C, A) });
    expect(house.nodes().map(({ text }) => text)).toEqual([C, A, "other"]);
    expect([house.weight("other", C), house.weight(C, A)]).toEqual([0.7, -0.4]);
    await house.sync({ "a.md": file(A, C) });
    expect([house.weight("other", C), house.weight(C, A)]).toEqual([0.7, -0.4]);
    expect(house.mindAndDisk()[0]).toEqual(house.mindAndDisk()[1]);
  });

  it("[SY7] a section edited in place keeps its edges, also when others are inserted before it", async () => {
    const edited = section("A", "now says more");
    const reply = await house.sync({ "a.md": file(D, edited, B, C) });
    expect(reply).toMatchObject({ nodes_added: 1, nodes_updated: 1, nodes_unchanged: 2 });
    expect(house.weight(edited, B)).toBe(0.93);
  });

  it("[SY8] first weights follow the order of the file, learned ones stay when neighbours part", async () => {
    await house.sync({ "a.md": file(A, D, B, C) });
    expect(house.weight(A, B)).toBe(0.93);
    expect(house.weight(B, A)).toBeNull();
    const fresh = new WorkspaceMemory();
    await fresh.sync({ "a.md": file(A, D, B, C) });
    expect(house.weight(B, C)).toBe(fresh.weight(B, C));
    expect(house.weight(D, B)).toBe(fresh.weight(D, B));
  });

  it("[SY8] an edge between neighbours that was pruned is not laid again", async () => {
    house.change((draft) => draft.cutEdge(draft.graph.edgeOf("a.md::1", "a.md::2")));
    await house.sync({ "a.md": file(A, B, `${C} more`) });
    expect(house.weight(B, `${C} more`)).toBeNull();
  });

  it("[SY6] the parity settings go by place and lay sibling edges anew", async () => {
    const parity = new WorkspaceMemory({ ...PARITY, vectors: "packed" });
    await parity.sync({ "a.md": file(A, B) });
    parity.link(A, B, 0.93);
    const reply = await parity.sync({ "a.md": file(D, A, B) });
    expect(reply).toMatchObject({ nodes_updated: 2, nodes_added: 1, embeddings_computed: 3 });
    expect(parity.weight(A, B)).not.toBe(0.93);
  });
});

describe("what leaves", () => {
  it("[SY10] deleted files and files missing from the workspace go, others stay", async () => {
    await house.sync({ "a.md": A, "b.md": B, "c.md": C });
    const reply = await house.sync({ "a.md": null }, { paths: ["c.md"] });
    expect(reply.nodes_removed).toBe(2);
    expect(house.nodes().map(({ id }) => id)).toEqual(["c.md::0"]);
    expect(house.memory.vectors.ids()).toEqual(["c.md::0"]);
  });

  it("[SY11] protected chunks stay and are named, whether the file is deleted, missing or cut", async () => {
    await house.sync({ "SOUL.md": file(A, B, C), "USER.md": D });
    const cut = await house.sync({ "SOUL.md": file(A, C) }, { paths: ["SOUL.md"] });
    expect(cut.skipped.map(({ path }) => path)).toEqual(["SOUL.md", "USER.md"]);
    expect(cut.nodes_removed).toBe(0);
    expect(house.nodes().map(({ id, text }) => [id, text])).toEqual([
      ["SOUL.md::0", A],
      ["SOUL.md::1", C],
      ["SOUL.md::2", B],
      ["USER.md::0", D],
    ]);
    const before = house.mindAndDisk()[0];
    expect((await house.sync({ "SOUL.md": file(A, C) })).skipped).toHaveLength(1);
    expect(house.mindAndDisk()[0]).toEqual(before);
  });

  it("[SY11] what was kept gives way to new sections, and is itself again when it returns", async () => {
    await house.sync({ "SOUL.md": file(A, B) });
    await house.sync({ "SOUL.md": file(A) });
    await house.sync({ "SOUL.md": file(A, C, D) });
    expect(house.nodes().map(({ text }) => text)).toEqual([A, C, D, B]);
    await house.sync({ "SOUL.md": file(A, B, C, D) });
    expect(house.nodes().map(({ text, metadata }) => [text, metadata.kept])).toEqual([
      [A, undefined],
      [B, undefined],
      [C, undefined],
      [D, undefined],
    ]);
  });

  it("[SY12] files of a standing give it to their chunks, by path before base name", async () => {
    const authorities = { ...PRODUCT.sync.authorities, "docs/USER.md": "constitutional" } as const;
    house = new WorkspaceMemory({ ...PRODUCT, sync: { ...PRODUCT.sync, authorities } });
    const reply = await house.sync({ "docs/USER.md": A, "USER.md": B, "x/SOUL.md": C, "n.md": D });
    expect(reply.authority_set).toEqual({ constitutional: 2, canonical: 1 });
    expect(house.nodes().map(({ authority }) => authority)).toEqual([
      "canonical",
      "constitutional",
      "overlay",
      "constitutional",
    ]);
  });
});

describe("chunks that were merged or split", () => {
  const long = ["one", "two"].map((word) => section(word, `${word} `.repeat(60).trim()));

  it("[SY13] stay replaced while their text is in the file, wherever it moves", async () => {
    await house.sync({ "a.md": file(A, B, C) });
    await house.perform("merge", { nodes: [house.idOf(A), house.idOf(B)] });
    const reply = await house.sync({ "a.md": file(D, A, B, C) });
    expect(reply).toMatchObject({ nodes_added: 1, nodes_removed: 0, nodes_unchanged: 3 });
    expect((await house.sync({ "a.md": file(D, A, B, C) })).nodes_added).toBe(0);
    expect(house.nodes().filter(({ text }) => text === A)).toEqual([]);
  });

  it("[SY13] come back as they are in the file once one of them is rewritten", async () => {
    await house.sync({ "a.md": file(A, B, C) });
    await house.perform("merge", { nodes: [house.idOf(A), house.idOf(B)] });
    const edited = section("B", "the port is 81");
    await house.sync({ "a.md": file(A, edited, C) });
    expect(house.nodes().map(({ text }) => text)).toEqual([A, edited, C]);
    expect(house.memory.vectors.ids()).toHaveLength(3);
  });

  it("[SY13] parts go with the last word of the file they came from", async () => {
    await house.sync({ "a.md": file(...long) });
    await house.perform("split", { node_id: house.idOf(long[0]), chunks: long[0].split("\n") });
    expect((await house.sync({ "a.md": file(...long) })).nodes_added).toBe(0);
    await house.sync({ "a.md": null });
    expect(house.nodes()).toEqual([]);
  });

  it("[SY13] over two files it stays while only one is known, and is named", async () => {
    await house.sync({ "a.md": A, "b.md": B });
    await house.perform("merge", { nodes: [house.idOf(A), house.idOf(B)] });
    const reply = await house.sync({ "a.md": C });
    expect(reply.skipped).toEqual([{ path: "a.md", reason: expect.stringContaining("merged:") }]);
    await house.sync({ "a.md": C, "b.md": B });
    expect(house.nodes().map(({ text }) => text)).toEqual([C, B]);
  });
});
