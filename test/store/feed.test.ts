// The feed over Node's SQLite: what a commit tells, how far back it goes, and that it can forget.

import { describe, expect, it } from "vitest";
import { Draft } from "../../durable/graph/draft.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { ExactVectors } from "../../durable/graph/vectors.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { NodeDatabase } from "../../golden/node-database.ts";

const STAMP = { at: 1_700_000_000_000, author: "token-1" };
const ALL = 100_000;

function open() {
  const database = new NodeDatabase();
  const store = new SqliteStore(database);
  const [graph, vectors] = [new RouteGraph(), new ExactVectors()];
  const change = (work: (draft: Draft) => void, also: () => void = () => undefined) => {
    const draft = new Draft(graph, vectors, store);
    work(draft);
    store.transaction(() => {
      also();
      store.commit(draft.change(), STAMP);
    });
  };
  return { database, store, change };
}

function note(draft: Draft, id: string, text = `text of ${id}`): void {
  draft.putNode({
    id,
    kind: "note",
    origin: "injected",
    authority: "overlay",
    text,
    summary: "",
    file: null,
    chunk: null,
    metadata: {},
  });
}

describe("what a commit tells", () => {
  it("[DV3] is which nodes were put or removed, how many edges, and which entry of the journal it is", () => {
    const { store, change } = open();
    change((draft) => {
      for (const id of ["a", "b"]) note(draft, id);
      draft.putEdge({
        source: "a",
        target: "b",
        weight: 0.5,
        kind: "sibling",
        relevance: null,
        metadata: null,
      });
    });
    change(
      (draft) => draft.removeNode("a"),
      () => store.record("structure", { task: "merge" }, STAMP),
    );
    expect(store.feed.after(0, ALL)).toEqual([
      { revision: 1, ...STAMP, type: "change", nodes: ["a", "b"], nodesLeftOut: 0, edges: 1 },
      { revision: 2, ...STAMP, type: "structure", nodes: ["a"], nodesLeftOut: 0, edges: 1 },
    ]);
  });

  it("[DV3] is nothing when nothing changed, or when all of it was taken back", () => {
    const { store, change } = open();
    change(() => undefined);
    store.remember("key", "digest", null, STAMP.at);
    store.record("query", { fired: 1 }, STAMP);
    const defect = () => {
      store.record("learn", {}, STAMP);
      throw new Error("a defect");
    };
    expect(() => change((draft) => note(draft, "lost"), defect)).toThrow("a defect");
    expect(store.feed.after(0, ALL)).toEqual([]);
    change((draft) => note(draft, "kept"));
    expect(store.feed.after(0, ALL)).toMatchObject([{ nodes: ["kept"], type: "change" }]);
  });
});

describe("how far back it goes", () => {
  it("[DV4] is ten thousand changes, and from its floor on it has them all", () => {
    const { store, change } = open();
    for (let count = 0; count < 10_200; count++) change((draft) => note(draft, "often", `version ${count}`));
    const { floor } = store.feed;
    expect(floor).toBe(200);
    const revisions = store.feed.after(floor, ALL).map(({ revision }) => revision);
    expect(revisions).toEqual(Array.from({ length: 10_000 }, (_, at) => floor + at + 1));
  });

  it("[DV4] begins at zero in a new object, and where it is opened for the first time in an older one", () => {
    const { database, store, change } = open();
    expect(store.feed.floor).toBe(0);
    change((draft) => note(draft, "a"));
    expect(new SqliteStore(database).feed.floor).toBe(0);
    database.exec("delete from state where name = 'feed_floor'");
    expect(new SqliteStore(database).feed.floor).toBe(1);
  });

  it("[DV4] begins anew when another memory takes the place", () => {
    const { store, change } = open();
    change((draft) => note(draft, "a"));
    store.transaction(() => {
      store.feed.noteReplaced();
      store.record("restore", { seq: 1 }, STAMP);
    });
    expect([store.feed.floor, store.feed.after(0, ALL)]).toEqual([2, []]);
    change((draft) => note(draft, "b"));
    expect(store.feed.after(2, ALL)).toMatchObject([{ revision: 3, nodes: ["b"] }]);
  });
});

describe("what must not be told any more", () => {
  it("[DV14] is taken out of what was told, and is not told by the write that erases it", () => {
    const { database, store, change } = open();
    change((draft) => {
      for (const id of ["secret", "b"]) note(draft, id);
    });
    change(
      (draft) => {
        draft.removeNode("secret");
        note(draft, "c");
      },
      () => store.feed.forget(["secret"]),
    );
    expect(store.feed.after(0, ALL)).toMatchObject([
      { nodes: ["b"], nodesLeftOut: 1 },
      { nodes: ["c"], nodesLeftOut: 1 },
    ]);
    expect(JSON.stringify(database.exec("select * from feed"))).not.toContain("secret");
    change((draft) => note(draft, "secret"));
    expect(store.feed.after(2, ALL)).toMatchObject([{ nodes: ["secret"], nodesLeftOut: 0 }]);
  });
});
