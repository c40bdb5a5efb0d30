// The object's notes of what Vectorize holds: kept only while there is an index.

import { describe, expect, it } from "vitest";
import { SqliteStore } from "../../durable/store/store.ts";
import { NodeDatabase } from "../../golden/node-database.ts";

function storeWith(rows: number): { store: SqliteStore; database: NodeDatabase } {
  const database = new NodeDatabase();
  const store = new SqliteStore(database);
  store.belongTo("a", "product", 0);
  store.setSetting("embedder", { name: "e", dimension: 2 });
  for (let index = 0; index < rows; index++) put(store, `n${index}`, index + 1);
  return { store, database };
}

function put(store: SqliteStore, id: string, value: number): void {
  const nothing = { nodes: [], removedNodes: [], edges: [], removedEdges: [], stops: [], removedVectors: [] };
  const vectors = [{ id, route: 0, scale: 0.01, bytes: new Uint8Array([value, 1]) }];
  store.commit({ ...nothing, vectors }, { at: 1, author: "t" });
}

/** As the alarm does it: everything is named, sent and seen. */
function sendAll({ vectorized }: SqliteStore): string[] {
  vectorized.fill("e", 2);
  vectorized.takeChanges(1_000, ([id]) => `name of ${id}`);
  const names = vectorized.nextVectors(1_000).map(({ name }) => name);
  vectorized.sent("put", names, "m", 1);
  vectorized.seen(Number.MAX_SAFE_INTEGER);
  return names;
}

describe("notes of what Vectorize holds", () => {
  it("[VZ18] are not kept without an index", () => {
    const { store, database } = storeWith(3);
    store.vectorized.open(null);
    expect(store.vectorized.isNeeded).toBe(false);
    expect(database.exec("select * from vector_changes")).toEqual([]);
    expect(database.exec("select name from sqlite_master where name = 'vectors_added'")).toEqual([]);
  });

  it("[VZ18] begin with every row when an index comes, and follow what changes", () => {
    const { store } = storeWith(3);
    store.vectorized.open("");
    expect(sendAll(store)).toHaveLength(3);
    expect(store.vectorized.isNeeded).toBe(false);
    put(store, "n1", 1);
    put(store, "n2", 99);
    expect(sendAll(store)).toEqual(["name of n1", "name of n2"]);
    put(store, "n2", 99);
    expect(store.vectorized.isNeeded).toBe(false);
  });

  it("[VZ18] are those of one index: another one gets everything, and one that comes back too", () => {
    const { store } = storeWith(3);
    store.vectorized.open("");
    sendAll(store);
    store.vectorized.open("second");
    expect(sendAll(store)).toHaveLength(3);
    store.vectorized.open(null);
    expect(store.vectorized.isNeeded).toBe(false);
    expect(store.vectorized.rowsOf(["name of n1"]).size).toBe(0);
    store.vectorized.open("second");
    expect(sendAll(store)).toHaveLength(3);
  });

  it("[VZ6] a row that changes or goes while its batch is under way is sent again, or deleted", () => {
    const { store } = storeWith(2);
    const { vectorized } = store;
    vectorized.open("");
    vectorized.fill("e", 2);
    vectorized.takeChanges(1_000, ([id]) => id);
    const names = vectorized.nextVectors(1_000).map(({ name }) => name);
    put(store, "n0", 77);
    const nothing = { nodes: [], removedNodes: [], edges: [], removedEdges: [], stops: [], vectors: [] };
    store.commit({ ...nothing, removedVectors: [["n1", 0]] }, { at: 1, author: "t" });
    vectorized.sent("put", names, "m", 1);
    vectorized.takeChanges(1_000, ([id]) => id);
    expect(vectorized.nextVectors(1_000).map(({ name }) => name)).toEqual(["n0"]);
    expect(vectorized.nextDeletions(100)).toEqual(["n1"]);
  });
});
