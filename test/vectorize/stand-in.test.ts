// The stand-in keeps to what is known of Vectorize: what is written against it fits the real one.

import { evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { IndexedVector } from "../../durable/vectorize/vector-store.ts";
import { conduct, HONEST, indexObject, LATE_MS, VECTORS } from "../support/vector-index.ts";

const vector = (id: string, values: number[], more: Partial<IndexedVector> = {}): IndexedVector => ({
  id,
  namespace: "n",
  values,
  metadata: {},
  ...more,
});
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => vector(`many-${index}`, [1, 0, 0]));
const namesOf = ({ matches }: { matches: { id: string }[] }) => matches.map(({ id }) => id);

async function refusalOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
    return "not refused";
  } catch (error) {
    return (error as Error).message;
  }
}

beforeEach(() => conduct({ ...HONEST, dimension: 3 }));

describe("the stand-in for Vectorize", () => {
  it("[VZ1] answers a change with the name of a mutation, and with nothing else", async () => {
    expect(Object.keys(await VECTORS.upsert([vector("a", [1, 0, 0])]))).toEqual(["mutationId"]);
    expect(Object.keys(await VECTORS.insert([vector("a", [1, 0, 0])]))).toEqual(["mutationId"]);
    expect(Object.keys(await VECTORS.deleteByIds(["a"]))).toEqual(["mutationId"]);
  });

  it("[VZ1] shows changes late, in order, and says how far it is", async () => {
    await conduct({ delayMs: LATE_MS });
    const { mutationId: first } = await VECTORS.upsert([vector("late", [1, 0, 0])]);
    const { mutationId: second } = await VECTORS.deleteByIds(["late"]);
    expect(await VECTORS.getByIds(["late"])).toEqual([]);
    expect([first, second]).not.toContain((await VECTORS.describe()).processedUpToMutation);
    await conduct({ delayMs: 0 });
    expect(await VECTORS.describe()).toMatchObject({ dimensions: 3, processedUpToMutation: second });
    expect(await VECTORS.getByIds(["late"])).toEqual([]);
  });

  it("[VZ1] finds the nearest of a namespace, best first", async () => {
    await VECTORS.upsert([
      vector("near", [1, 0.1, 0], { namespace: "m" }),
      vector("far", [0, 1, 0], { namespace: "m" }),
      vector("elsewhere", [1, 0, 0]),
    ]);
    const query = { returnValues: false, returnMetadata: "none", namespace: "m" } as const;
    expect(namesOf(await VECTORS.query([1, 0, 0], { ...query, topK: 5 }))).toEqual(["near", "far"]);
    expect(namesOf(await VECTORS.query([1, 0, 0], { ...query, topK: 1 }))).toEqual(["near"]);
  });

  it("[VZ1] filters by properties that have a metadata index, and by no others", async () => {
    const tagged = (id: string, kind: string) =>
      vector(id, [1, 0, 0], { namespace: "f", metadata: { kind } });
    await VECTORS.upsert([tagged("one", "note"), tagged("two", "chunk")]);
    const found = async (filter: object) =>
      namesOf(await VECTORS.query([1, 0, 0], { topK: 5, namespace: "f", filter: { ...filter } }));
    expect(await found({ kind: "note" })).toEqual([]);
    await conduct({ indexed: ["kind"] });
    expect(await found({ kind: "note" })).toEqual(["one"]);
    expect(await found({ kind: { $ne: "note" } })).toEqual(["two"]);
    expect((await found({ kind: { $in: ["note", "chunk"] } })).sort()).toEqual(["one", "two"]);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ["ids above 64 bytes", () => VECTORS.upsert([vector("é".repeat(33), [1, 0, 0])]), /64 bytes/],
    [
      "namespaces above 64 bytes",
      () => VECTORS.upsert([vector("a", [1, 0, 0], { namespace: "n".repeat(65) })]),
      /64 bytes/,
    ],
    ["more than 1,000 vectors", () => VECTORS.upsert(many(1_001)), /at most 1000/],
    ["vectors of another length", () => VECTORS.upsert([vector("a", [1, 0])]), /expected 3 dimensions/],
    [
      "metadata above 10 KiB",
      () => VECTORS.upsert([vector("a", [1, 0, 0], { metadata: { text: "x".repeat(10_300) } })]),
      /10240 bytes/,
    ],
    ["deletions of more than 100", () => VECTORS.deleteByIds(many(101).map(({ id }) => id)), /40007/],
    ["looking up more than 20", () => VECTORS.getByIds(many(21).map(({ id }) => id)), /40007/],
    ["questions of another length", () => VECTORS.query([1], { topK: 1 }), /expected 3 dimensions/],
    ["a topK above 100", () => VECTORS.query([1, 0, 0], { topK: 101 }), /1 … 100/],
    [
      "a topK above 20 with values",
      () => VECTORS.query([1, 0, 0], { topK: 21, returnValues: true }),
      /1 … 20/,
    ],
    [
      "a topK above 20 with metadata",
      () => VECTORS.query([1, 0, 0], { topK: 21, returnMetadata: "all" }),
      /1 … 20/,
    ],
  ])("[VZ1] refuses %s", async (_, call, why) => {
    expect(await refusalOf(call)).toMatch(why);
  });

  it("[VZ1] takes what is just within the limits", async () => {
    await VECTORS.upsert(many(1_000));
    await VECTORS.upsert([vector("x".repeat(64), [1, 0, 0], { namespace: "n".repeat(64) })]);
    await VECTORS.deleteByIds(many(100).map(({ id }) => id));
    expect((await VECTORS.query([1, 0, 0], { topK: 100, namespace: "n" })).matches).toHaveLength(100);
  });

  it("[VZ1] keeps its vectors and what it was to show when it loses its memory", async () => {
    await conduct({ delayMs: LATE_MS });
    await VECTORS.upsert([vector("kept", [0, 0, 1], { namespace: "k" })]);
    await evictDurableObject(indexObject());
    await conduct({ delayMs: 0 });
    expect(await VECTORS.getByIds(["kept"])).toMatchObject([{ id: "kept", values: [0, 0, 1] }]);
  });
});
