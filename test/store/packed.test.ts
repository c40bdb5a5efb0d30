// The packed memory beside the rows it is made of: whatever happened to either, waking gives what rows give.

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Draft } from "../../durable/graph/draft.ts";
import { PackedVectors } from "../../durable/graph/packed-vectors.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { ExactVectors, type VectorIndex } from "../../durable/graph/vectors.ts";
import { loadGraph, loadVectors } from "../../durable/store/load.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { NodeDatabase } from "../../golden/node-database.ts";
import { dumpOf } from "../support/graph-dump.ts";
import { edgeRecord, nodeRecord, roundNumber } from "../support/small-graph.ts";

const DIMENSION = 3;
const IDS = ["a", "b", "c", "ü", "\u{1f600}", 'q"\n'];
const STAMP = { at: 1, author: "test" };

type MakeIndex = () => VectorIndex;
const INDEXES: Readonly<Record<string, MakeIndex>> = {
  packed: () => new PackedVectors(DIMENSION),
  exact: () => new ExactVectors(),
};

const Id = fc.constantFrom(...IDS);
const Weight = roundNumber(-1, 1, 2);
const Change = fc.oneof(
  fc.record({
    do: fc.constant("node" as const),
    id: Id,
    kept: fc.boolean(),
    file: fc.constantFrom(null, "f", "g"),
  }),
  fc.record({
    do: fc.constant("edge" as const),
    id: Id,
    to: fc.oneof(Id, fc.constant("nobody")),
    weight: Weight,
  }),
  fc.record({ do: fc.constant("relate" as const), id: Id, to: Id, weight: Weight }),
  fc.record({ do: fc.constant("cut" as const), id: Id, to: Id }),
  fc.record({ do: fc.constant("stop" as const), id: Id, weight: Weight }),
  fc.record({
    do: fc.constant("vector" as const),
    id: Id,
    weight: Weight,
    route: fc.integer({ min: 0, max: 17 }),
  }),
  fc.record({ do: fc.constant("unvector" as const), id: Id, route: fc.integer({ min: 0, max: 17 }) }),
  fc.record({ do: fc.constant("remove" as const), id: Id }),
);
type Change = typeof Change extends fc.Arbitrary<infer T> ? T : never;
const Happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("write" as const), changes: fc.array(Change, { maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pack" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("fail" as const), changes: fc.array(Change, { maxLength: 4 }) }),
  },
);

function make(draft: Draft, change: Change): void {
  const { graph } = draft;
  const edge = "to" in change ? graph.edgeOf(change.id, change.to) : -1;
  if (change.do === "node") {
    const screen = change.kept ? { verdict: "attack", categories: [], reasons: [], at: 1 } : null;
    draft.putNode(nodeRecord(change.id, { file: change.file, screen: screen as never }));
  } else if (change.do === "edge") {
    draft.putEdge(
      edgeRecord([change.id, change.to, change.weight], { kind: change.weight < 0 ? "inhibitory" : "x" }),
    );
  } else if (change.do === "relate" && edge >= 0) draft.relate(edge, change.weight);
  else if (change.do === "cut" && edge >= 0) draft.cutEdge(edge);
  else if (change.do === "stop" && graph.has(change.id))
    draft.setStop(graph.positionOf(change.id), change.weight, 0.5);
  else if (change.do === "vector" && graph.has(change.id)) {
    draft.putVector(change.id, [change.weight, 0.3, -0.2], change.route);
  } else if (change.do === "unvector" && draft.vectors.record(change.id, change.route)) {
    draft.removeVector(change.id, change.route);
  } else if (change.do === "remove" && graph.has(change.id)) draft.removeNode(change.id);
}

/** A store with what lives on it, as its object has it. */
class Home {
  readonly database = new NodeDatabase();
  store = new SqliteStore(this.database);
  graph = new RouteGraph();
  vectors: VectorIndex;
  private readonly index: MakeIndex;

  constructor(index: MakeIndex) {
    this.index = index;
    this.vectors = index();
  }

  write(changes: readonly Change[], fails = false): void {
    const draft = new Draft(this.graph, this.vectors, this.store);
    try {
      this.store.transaction(() => {
        for (const change of changes) make(draft, change);
        this.store.commit(draft.change(), STAMP);
        if (fails) throw new RangeError("fails");
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      draft.rollback();
    }
  }

  pack(): void {
    this.store.transaction(() => this.store.packed.pack());
  }

  /** Another life of the object. */
  wake(): unknown {
    this.store = new SqliteStore(this.database);
    this.graph = new RouteGraph();
    this.vectors = this.index();
    this.store.load(this.graph, this.vectors);
    return dumpOf(this.graph, this.vectors);
  }

  /** What rows alone tell. */
  told(): unknown {
    const [graph, vectors] = [new RouteGraph(), this.index()];
    loadGraph(this.database, graph);
    loadVectors(this.database, (vector) => vectors.load(vector));
    return dumpOf(graph, vectors);
  }

  get parts(): number {
    return Number(this.database.exec("select count(*) as count from packed")[0].count);
  }
}

describe.each(Object.entries(INDEXES))("a packed memory with %s vectors", (_, index) => {
  it("[WK1] wakes as its rows tell it, whatever was written, failed or packed meanwhile", () => {
    let woken = 0;
    const property = fc.property(fc.array(Happening, { maxLength: 12 }), (happenings) => {
      const home = new Home(index);
      home.write([
        { do: "node", id: "a", kept: false, file: null },
        { do: "vector", id: "a", weight: 1, route: 0 },
      ]);
      home.pack();
      for (const happening of happenings) {
        if (happening.do === "pack") home.pack();
        else home.write(happening.changes, happening.do === "fail");
        const live = dumpOf(home.graph, home.vectors);
        expect(home.wake()).toEqual(live);
        expect(live).toEqual(home.told());
        if (home.parts > 0) woken++;
      }
    });
    fc.assert(property, { seed: 20261130, numRuns: 150 });
    expect(woken).toBeGreaterThan(300);
  });
});

const DAMAGE: Readonly<Record<string, string>> = {
  "a part is missing": "delete from packed where part = 1",
  "the last part is missing": "delete from packed where part = (select max(part) from packed)",
  "a part is cut off": "update packed set data = substr(data, 1, 40) where part = 0",
  "bytes are others": "update packed set data = replace(data, x'6132', x'6133')",
  "a part is another's": "update packed set data = (select data from packed where part = 0)",
  "another format": "update packed set data = zeroblob(64)",
};

describe("what is packed", () => {
  it.each(Object.entries(DAMAGE))("[WK2] is let go where %s, and rows tell the memory", (_, damage) => {
    const error = vi.spyOn(console, "error").mockReturnValue(undefined);
    const home = new Home(INDEXES.packed);
    const ids = Array.from({ length: 40 }, (_, number) => `a${number}`);
    home.write(ids.map((id): Change => ({ do: "node", id, kept: false, file: null })));
    home.write(ids.map((id): Change => ({ do: "vector", id, weight: 0.5, route: 0 })));
    home.write([{ do: "edge", id: "a1", to: "a2", weight: 0.5 }]);
    home.pack();
    home.wake();
    expect(error).not.toHaveBeenCalled();
    home.database.exec(damage);
    expect(home.wake()).toEqual(home.told());
    expect(error).toHaveBeenCalled();
    expect(home.parts).toBe(0);
  });

  it("[WK3] reads no row of what did not change", () => {
    const home = new Home(INDEXES.packed);
    home.write(
      Array.from({ length: 30 }, (_, n): Change => ({ do: "node", id: `n${n}`, kept: false, file: null })),
    );
    home.pack();
    home.write([{ do: "node", id: "new", kept: false, file: null }]);
    const each = vi.spyOn(home.database, "each");
    home.wake();
    const reads = each.mock.calls.filter(([statement]) =>
      / from (nodes|edges|stops|vectors)\b/.test(statement),
    );
    expect(reads.every(([statement]) => statement.includes("json_each"))).toBe(true);
    expect(reads.map(([, ids]) => ids)).toEqual(['["new"]', '["new"]']);
  });
});
