// Files on their way through the client: pages out of pieces of any size, and state.json without ever holding it.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ClientError } from "../../client/client-error.ts";
import { type Item, itemsOf } from "../../client/json-items.ts";
import { endOf, PageWriter, pagesOf } from "../../client/pages.ts";
import { statePages } from "../../client/state-lines.ts";
import { readPart } from "../../durable/operations/import-lines.ts";

/** A text in pieces that end anywhere, within characters too. */
async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("pages", () => {
  it("[MV20] are found in pieces of any size, and an unfinished one is left out", async () => {
    const writer = new PageWriter();
    writer.head({ format: "x", text: "ü🙂\n" });
    writer.row("node", '{"id":"a"}');
    const first = await writer.checkpoint();
    writer.row("node", '{"id":"b"}');
    const last = await writer.footer();
    for (const size of [1, 2, 3, 7, 10_000]) {
      expect(await all(pagesOf(pieces(first + last, size)))).toEqual([first, last]);
      expect(await all(pagesOf(pieces((first + last).slice(0, -1), size)))).toEqual([first]);
    }
    expect([endOf(first)?.cursor, endOf(last)?.cursor, endOf("[1]\n")]).toEqual(["", null, undefined]);
  });

  it("[MV20] that are written are those that the server reads", async () => {
    const writer = new PageWriter();
    const header = { format: "x" };
    writer.head(header);
    writer.row("node", '{"id":"a"}');
    const first = await writer.checkpoint();
    writer.row("vector", '"a"', "[1,2]");
    const part = readPart(first + (await writer.footer()), "", header);
    expect(part.rows.map(({ kind, cells }) => [kind, ...cells])).toEqual([
      ["node", { id: "a" }],
      ["vector", "a", [1, 2]],
    ]);
    expect(part.footer?.counts).toEqual({ node: 1, vector: 1 });
  });
});

describe("values out of a large JSON", () => {
  it("[MV21] are those that parsing the whole would give, however deep and in whatever pieces", async () => {
    const Text = fc.record({
      value: fc.jsonValue({ maxDepth: 4 }),
      space: fc.constantFrom(0, 1, "\t", "\r\n "),
    });
    await fc.assert(
      fc.asyncProperty(
        Text,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 3 }),
        async (made, size, depth) => {
          const text = JSON.stringify(made.value, null, made.space);
          const items = await all(itemsOf(pieces(text, size), (path) => path.length === depth));
          expect(items.map(({ path, text }) => ({ path, value: JSON.parse(text) }))).toEqual(
            at(JSON.parse(text), depth, []),
          );
        },
      ),
      { numRuns: 400, seed: 3 },
    );
  });

  it.each([
    "",
    " ",
    '{"a":[1',
    '{"a":1}}',
    '{"a":1} 2',
    '{"a":tru}',
    "[1,2",
    "nonsense",
    '{"a":"x',
    '["a"]]',
    "{]",
  ])("[MV21] %j is no JSON", async (text) => {
    const read = all(itemsOf(pieces(text, 3), (path) => path.length === 1 || path.length === 0));
    await expect(read).rejects.toThrow(ClientError);
  });
});

/** Values at a depth with their paths, in order. */
function at(value: unknown, depth: number, path: Item["path"]): unknown[] {
  if (depth === 0) return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((child, index) => at(child, depth - 1, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => at(child, depth - 1, [...path, key]));
}

describe("state.json as lines", () => {
  const state = {
    graph: {
      nodes: [
        { id: "a", content: "line\nend\u2028", summary: "", metadata: { "x\ny": [1, { nodes: [2] }] } },
      ],
      edges: [{ source: "a", target: "a", weight: 0.1 }],
    },
    index: { a: [0.5, -1e-7], 'q"': [1, 2] },
    meta: { schema_version: 1, embedder_name: "hash-v1", embedder_dim: 2, custom: "kept" },
  };
  const linesIn = async (value: unknown, options = {}) => {
    const text = JSON.stringify(value, null, 2);
    const pages = await all(statePages(() => pieces(text, 11), options));
    return pages
      .join("")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  };

  it("[MV22] hold every node, edge and vector as it stands, after what the file says about itself", async () => {
    const [header, ...rows] = await linesIn(state);
    expect(header).toEqual({
      format: "openclawbrain-state",
      version: 1,
      embedder: { name: "hash-v1", dimension: 2 },
      meta: state.meta,
    });
    expect(rows.slice(0, -1)).toEqual([
      ["node", state.graph.nodes[0]],
      ["edge", state.graph.edges[0]],
      ["vector", "a", state.index.a],
      ["vector", 'q"', [1, 2]],
    ]);
    expect(rows.at(-1).counts).toEqual({ node: 1, edge: 1, vector: 2 });
  });

  it("[MV22] leave vectors out where they are of no use, and read a file that is the graph itself", async () => {
    const [header, ...rows] = await linesIn(state, { vectors: false });
    expect([header.embedder, rows.length]).toEqual([null, 3]);
    const [bare, node] = await linesIn(state.graph);
    expect([bare.meta, bare.embedder, node]).toEqual([{}, null, ["node", state.graph.nodes[0]]]);
  });

  it("[MV22] a newer state says so, and meta that is no object is refused", async () => {
    expect((await linesIn({ ...state, meta: { schema_version: 9 } }))[0].version).toBe(9);
    await expect(linesIn({ ...state, meta: 3 })).rejects.toThrow("meta of the file");
  });
});
