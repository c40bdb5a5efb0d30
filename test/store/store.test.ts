// The store over Node's SQLite: what a commit writes, and that waking gives back what memory held.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Draft } from "../../durable/graph/draft.ts";
import { PackedVectors } from "../../durable/graph/packed-vectors.ts";
import type { NodeRecord } from "../../durable/graph/records.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { ExactVectors, type VectorIndex } from "../../durable/graph/vectors.ts";
import type { Trail } from "../../durable/store/ports.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { NodeDatabase } from "../../golden/node-database.ts";
import { dumpOf } from "../support/graph-dump.ts";

const STAMP = { at: 1_700_000_000_000, author: "token-1" };

function open(vectors: VectorIndex = new ExactVectors()) {
  const database = new NodeDatabase();
  const store = new SqliteStore(database);
  const graph = new RouteGraph();
  const change = (work: (draft: Draft) => void, stamp = STAMP) => {
    const draft = new Draft(graph, vectors, store);
    work(draft);
    return store.commit(draft.change(), stamp);
  };
  return { database, store, graph, vectors, change };
}

function note(id: string, more: Partial<NodeRecord> = {}): NodeRecord {
  return {
    id,
    kind: "note",
    origin: "injected",
    authority: "overlay",
    text: `text of ${id}`,
    summary: "",
    file: null,
    chunk: null,
    metadata: {},
    ...more,
  };
}

function edge(source: string, target: string, weight = 0.5) {
  return { source, target, weight, kind: "sibling", relevance: null, metadata: null };
}

function reloaded(database: NodeDatabase, vectors: VectorIndex): unknown {
  const graph = new RouteGraph();
  new SqliteStore(database).load(graph, vectors);
  return dumpOf(graph, vectors);
}

describe("waking", () => {
  const id = fc.constantFrom(..."abcdefgh");
  const weight = fc.double({ min: -1, max: 1, noNaN: true });
  const step = fc.oneof(
    fc.record({ verb: fc.constant("node" as const), id, text: fc.string() }),
    fc.record({ verb: fc.constant("drop" as const), id }),
    fc.record({ verb: fc.constant("edge" as const), id, to: id, weight }),
    fc.record({ verb: fc.constant("cut" as const), id, to: id }),
    fc.record({ verb: fc.constant("relate" as const), id, to: id, weight }),
    fc.record({ verb: fc.constant("stop" as const), id, weight }),
    fc.record({ verb: fc.constant("vector" as const), id, route: fc.nat(2), weight }),
  );
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  function take(draft: Draft, step: Step): void {
    const { graph } = draft;
    const position = graph.positionOf(step.id);
    if (step.verb === "node") draft.putNode(note(step.id, { text: step.text }));
    else if (step.verb === "drop") draft.removeNode(step.id);
    else if (step.verb === "edge") draft.putEdge(edge(step.id, step.to, step.weight));
    else if (step.verb === "stop" && position >= 0) draft.setStop(position, step.weight);
    else if (step.verb === "vector" && position >= 0)
      draft.putVector(step.id, [step.weight, 1, 0, -step.weight], step.route);
    else if (step.verb === "cut" || step.verb === "relate") {
      const number = graph.edgeOf(step.id, step.to);
      if (number < 0) return;
      if (step.verb === "cut") draft.cutEdge(number);
      else draft.relate(number, step.weight);
    }
  }

  it.each([
    ["exact", () => new ExactVectors()],
    ["packed", () => new PackedVectors(4)],
  ])("[DU1] a graph read from disk equals the graph in memory, with %s vectors", (_, vectors) => {
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 12 }), (commits) => {
        const { database, graph, vectors: index, change } = open(vectors());
        for (const steps of commits) {
          change((draft) => {
            for (const each of steps) take(draft, each);
          });
        }
        expect(reloaded(database, vectors())).toEqual(dumpOf(graph, index));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it("[DU1] weights keep every bit", () => {
    const { database, graph, vectors, change } = open();
    const weights = Array.from({ length: 500 }, (_, index) => Math.sin(index * 1.7) * 10 ** -(index % 17));
    change((draft) => {
      weights.forEach((weight, index) => {
        draft.putNode(note(`n${index}`));
        draft.putEdge(edge(`n${index}`, "n0", weight));
      });
    });
    expect(reloaded(database, new ExactVectors())).toEqual(dumpOf(graph, vectors));
  });
});

describe("commit", () => {
  it("[DU2] counts revisions, and an empty change is none", () => {
    const { store, change } = open();
    expect(change((draft) => draft.putNode(note("a")))).toBe(1);
    expect(change(() => {})).toBe(1);
    expect(change((draft) => draft.putNode(note("b")))).toBe(2);
    expect(store.backlog()).toEqual({ changes: 2, oldest: STAMP.at, failures: 0, lastError: null });
  });

  it("[DU2] everything written in one transaction is one revision", () => {
    const { store, change } = open();
    store.transaction(() => {
      store.record("inject", { id: "a" }, STAMP);
      change((draft) => draft.putNode(note("a")));
      store.remember("key", "digest", { ok: true }, STAMP.at);
    });
    expect(store.revision).toBe(1);
    expect(store.backlog().changes).toBe(1);
  });

  it("[DU3] a transaction that throws leaves disk and revision as they were", () => {
    const { store, change } = open();
    change((draft) => draft.putNode(note("a")));
    expect(() =>
      store.transaction(() => {
        change((draft) => draft.putNode(note("b")));
        store.setSetting("colour", "red");
        throw new Error("stop");
      }),
    ).toThrow("stop");
    expect(store.revision).toBe(1);
    expect(store.node("b")).toBeUndefined();
    expect(store.setting("colour")).toBeUndefined();
    expect(store.backlog().changes).toBe(1);
    expect(change((draft) => draft.putNode(note("c")))).toBe(2);
  });

  it("[DU4] metadata of an edge stays when a later change does not mention it", () => {
    const { store, graph, change } = open();
    change((draft) => {
      draft.putNode(note("a"));
      draft.putNode(note("b"));
      draft.putEdge({ ...edge("a", "b"), metadata: { taught: "by me" } });
    });
    change((draft) => draft.weigh(graph.edgeOf("a", "b"), 0.9));
    expect(store.edgeMetadata("a", "b")).toEqual({ taught: "by me" });
    change((draft) => draft.putEdge({ ...edge("a", "b"), metadata: {} }));
    expect(store.edgeMetadata("a", "b")).toEqual({});
  });

  it("[DU5] a node keeps its author while its text stays, and its birth for good", () => {
    const { store, change } = open();
    change((draft) => draft.putNode(note("a")));
    change((draft) => draft.putNode(note("a", { authority: "canonical" })), { at: 5, author: "other" });
    expect(store.storedNode("a")).toMatchObject({ author: "token-1", createdAt: STAMP.at, updatedAt: 5 });
    change((draft) => draft.putNode(note("a", { text: "new" })), { at: 6, author: "other" });
    expect(store.storedNode("a")).toMatchObject({ author: "other", createdAt: STAMP.at, updatedAt: 6 });
  });

  it("[DU6] a row that the platform could not store is refused before anything is written", () => {
    const { store, change } = open();
    expect(() => change((draft) => draft.putNode(note("a", { text: "x".repeat(1_600_000) })))).toThrow(
      expect.objectContaining({ code: "too_large" }),
    );
    expect(store.revision).toBe(0);
    expect(store.node("a")).toBeUndefined();
  });

  it("[DU6] a large commit waits in several outbox rows and leaves as one", () => {
    const { database, store, change } = open();
    const text = "y".repeat(50_000);
    change((draft) => {
      for (let index = 0; index < 40; index++) draft.putNode(note(`n${index}`, { text: text + index }));
    });
    expect(database.exec("select seq from outbox").length).toBeGreaterThan(2);
    expect(store.outbox.next()).toMatchObject({ first: 1, last: 1 });
  });
});

describe("words", () => {
  it("lists the chunks of a file in their order, and the files that have chunks", () => {
    const { store, change } = open();
    change((draft) => {
      for (const [id, file, chunk] of [
        ["b1", "b.md", 1],
        ["b0", "b.md", 0],
        ["a0", "a.md", 0],
      ] as const) {
        draft.putNode(note(id, { kind: "chunk", origin: "workspace", file, chunk }));
      }
      draft.putNode(note("loose", { file: "c.md" }));
    });
    expect(store.chunksOf("b.md").map((node) => node.id)).toEqual(["b0", "b1"]);
    expect(store.files()).toEqual(["a.md", "b.md"]);
  });

  it("keeps ids and texts that look like SQL or JSON", () => {
    const { store, change } = open();
    const id = `x'); drop table nodes; -- "]}`;
    change((draft) =>
      draft.putNode(note(id, { text: '{"$[0]": null} 🙂 \\u0041', metadata: { a: [1, "é"] } })),
    );
    expect(store.node(id)).toMatchObject({ text: '{"$[0]": null} 🙂 \\u0041', metadata: { a: [1, "é"] } });
  });
});

describe("trails, journal, answers", () => {
  const trail = (queryId: string, chatId: string | null = null): Trail => ({
    queryId,
    chatId,
    at: 1,
    author: "t",
    query: "q",
    seeds: [["a", 0.5]],
    fired: ["a"],
    scores: [0.5],
    steps: [],
    suppressed: [],
  });

  it("finds a trail by its query, and the newest of a conversation first", () => {
    const { store } = open();
    store.recordTrail(trail("q1", "chat"));
    store.recordTrail(trail("q2", "chat"));
    store.recordTrail(trail("q3", "other"));
    expect(store.trail("q1")).toEqual(trail("q1", "chat"));
    expect(store.recentTrails("chat", 5).map((each) => each.queryId)).toEqual(["q2", "q1"]);
    expect(store.trail("q9")).toBeUndefined();
  });

  it("[DU7] keeps the newest trails and forgets the oldest", () => {
    const { store } = open();
    store.transaction(() => {
      for (let index = 0; index <= 10_000; index++) store.recordTrail(trail(`q${index}`));
    });
    expect(store.trail("q0")).toBeUndefined();
    expect(store.trail("q1")).toBeDefined();
  });

  it("[DU8] a query is no change: neither trail nor journal entry waits for D1", () => {
    const { store } = open();
    store.transaction(() => {
      store.recordTrail(trail("q1"));
      store.record("query", { query_id: "q1" }, STAMP);
    });
    expect(store.revision).toBe(0);
    expect(store.backlog().changes).toBe(0);
    store.record("learn", { query_id: "q1" }, STAMP);
    expect(store.backlog().changes).toBe(1);
  });

  it("pages the journal newest first, by type where asked", () => {
    const { store } = open();
    store.record("query", { n: 1 }, STAMP);
    store.record("learn", { n: 2 }, STAMP);
    store.record("query", { n: 3 }, STAMP);
    expect(store.journal(2).map((entry) => entry.body.n)).toEqual([3, 2]);
    expect(store.journal(2, 2).map((entry) => entry.body.n)).toEqual([1]);
    expect(store.journal(5, undefined, "query").map((entry) => entry.body.n)).toEqual([3, 1]);
  });

  it("[DU9] remembers answers for seven days", () => {
    const { store } = open();
    const day = 24 * 60 * 60 * 1000;
    store.remember("k1", "d1", { n: 1 }, 0);
    store.remember("k2", "d2", { n: 2 }, 7 * day);
    expect(store.answered("k1")).toEqual({ digest: "d1", reply: { n: 1 } });
    store.remember("k3", "d3", { n: 3 }, 7 * day + 1);
    expect(store.answered("k1")).toBeUndefined();
    expect(store.answered("k2")).toEqual({ digest: "d2", reply: { n: 2 } });
  });

  it("keeps settings of any shape", () => {
    const { store } = open();
    store.setSetting("embedder", { name: "hash-v2", dimension: 256 });
    store.setSetting("half_life", 140);
    store.setSetting("half_life", 70);
    expect(store.setting("embedder")).toEqual({ name: "hash-v2", dimension: 256 });
    expect(store.setting("half_life")).toBe(70);
    expect(store.setting("none")).toBeUndefined();
  });
});
