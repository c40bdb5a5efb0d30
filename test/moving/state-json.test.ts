// openclawbrain's state.json in and out: exactly where the agent keeps the reference's numbers, embedded anew elsewhere.

import { describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import { statePages } from "../../client/state-lines.ts";
import { cosine } from "../../durable/graph/vectors.ts";
import { Story } from "../support/story.ts";

const DIMENSION = 1024;

interface State {
  graph: { nodes: { id: string; content: string; metadata: Record<string, unknown> }[]; edges: object[] };
  index: Record<string, number[]>;
  meta: Record<string, unknown>;
}

/** A state with everything that the reference writes: anchors, corrections, learned stops, odd numbers, kept metadata. */
function stateOf(embedder: { embedder_name: string; embedder_dim: number }): State {
  const ids = ["z.md::0", "a.md::0", "a.md::1", "correction::1", "merged:x", "🙂"];
  const nodes = ids.map((id, place) => ({
    id,
    content: `Text of ${id}, "quoted" ünd 🙂`,
    summary: place === 0 ? "" : `summary ${place}`,
    metadata: {
      ...(id.includes(".md") && { file: id.split("::")[0], chunk: Number(id.split("::")[1]) }),
      ...(place === 1 && { authority: "constitutional", stop_weight: 0.1 + 0.2, stop_relevance: 1 / 3 }),
      ...(place === 3 && { type: "CORRECTION" }),
      ...(place === 4 && { merged_from: ["p", "q"], nested: { deep: [null, true, 1e-7] } }),
    },
  }));
  const edge = (source: number, target: number, weight: number, kind: string, metadata = {}) => ({
    source: ids[source],
    target: ids[target],
    weight,
    kind,
    metadata,
  });
  return {
    graph: {
      nodes,
      edges: [
        edge(2, 1, 0.123456789012345, "sibling"),
        edge(2, 0, -1, "inhibitory", { by: "x" }),
        edge(0, 1, 1 / 3, "cross_file", { relevance: 0.25 }),
        edge(5, 2, 0, "own word"),
      ],
    },
    index: Object.fromEntries(
      [3, 0, 1, 2, 5].map((place) => [
        ids[place],
        Array.from({ length: embedder.embedder_dim }, (_, index) => Math.sin(index * (place + 1.3)) / 3),
      ]),
    ),
    meta: {
      schema_version: 1,
      created_at: "2026-01-01T00:00:00+00:00",
      node_count: ids.length,
      ...embedder,
      decay_half_life: 120.5,
      last_replayed_ts: 3.5,
      custom: { kept: true },
    },
  };
}

function pagesOf(state: unknown) {
  return statePages(async function* () {
    yield JSON.stringify(state, null, 2);
  });
}

async function exported(memory: MemoryClient): Promise<State> {
  let text = "";
  for await (const piece of memory.exportState()) text += piece;
  return JSON.parse(text);
}

describe("state.json", () => {
  it("[MV40] goes in and comes out the same where its embedder is the agent's", async () => {
    const memory = await (await Story.begin()).newMemory("parity");
    const state = stateOf({ embedder_name: "hash-v1", embedder_dim: DIMENSION });
    const { result } = await memory.import(pagesOf(state));
    expect(result).toMatchObject({ reembedded: 0, taken: { nodes: 6, edges: 4, vectors: 5, stops: 1 } });
    const again = await exported(memory);
    expect(again).toEqual(state);
    expect(Object.keys(again.index)).toEqual(Object.keys(state.index));
    expect(again.graph.nodes.map(({ id }) => id)).toEqual(state.graph.nodes.map(({ id }) => id));
  });

  it("[MV41] of another embedder is embedded anew, and keeps nodes, edges, kinds, anchors and metadata", async () => {
    const memory = await (await Story.begin()).newMemory();
    const state = stateOf({ embedder_name: "text-embedding-3-small", embedder_dim: 1536 });
    await expect(memory.import(pagesOf(state))).rejects.toMatchObject({ code: "embedder_mismatch" });
    const { result } = await memory.import(pagesOf(state), { reembed: true });
    expect(result).toMatchObject({ reembedded: 6, dropped: { vectors: 5 }, taken: { nodes: 6, vectors: 6 } });
    const again = await exported(memory);
    expect(again.graph).toEqual(state.graph);
    const { embedder_name: name, embedder_dim: dimension, ...others } = again.meta;
    expect([name, dimension]).toEqual(["static-v1", 320]);
    expect({ ...state.meta, ...others }).toEqual(state.meta);
    expect((await memory.anchors()).nodes.map(({ id }) => id)).toEqual(["a.md::0"]);
    const { fired } = await memory.query({ query: "Text of a.md::1" });
    expect(fired.map(({ id }) => id)).toContain("a.md::1");
  });

  it("[MV42] packed vectors come out as numbers close to what went in", async () => {
    const memory = await (await Story.begin()).newMemory();
    const { node_id: id } = await memory.inject({ content: "Deploys need two approvals." });
    const { index } = await exported(memory);
    const vector = index[id];
    const copy = await (await Story.begin()).newMemory();
    const state = { graph: { nodes: [], edges: [] }, index: {}, meta: { schema_version: 1 } };
    await copy.import(pagesOf({ ...state, graph: (await exported(memory)).graph }), { reembed: true });
    expect(cosine((await exported(copy)).index[id], vector)).toBeCloseTo(1, 6);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 2);
  });

  it.each([
    ["a newer version", { meta: { schema_version: 2 } }, "unsupported_version"],
    [
      "an edge to nowhere",
      { graph: { nodes: [{ id: "a", content: "x" }], edges: [{ source: "a", target: "b" }] } },
      "dangling_rows",
    ],
    [
      "a node twice",
      {
        graph: {
          nodes: [
            { id: "a", content: "x" },
            { id: "a", content: "y" },
          ],
          edges: [],
        },
      },
      "duplicate_id",
    ],
    ["a node without content", { graph: { nodes: [{ id: "a" }], edges: [] } }, "invalid_import"],
    [
      "a weight that is no number",
      { graph: { nodes: [], edges: [{ source: "a", target: "a", weight: "1" }] } },
      "invalid_import",
    ],
    [
      "metadata nested too deep",
      { graph: { nodes: [{ id: "a", content: "x", metadata: nested(80) }], edges: [] } },
      "invalid_import",
    ],
    [
      "half a surrogate pair",
      { graph: { nodes: [{ id: "a", content: "\ud83e" }], edges: [] } },
      "invalid_import",
    ],
    ["a list for an object", { graph: { nodes: [[]], edges: [] } }, "invalid_import"],
  ] as const)("[MV43] %s is refused, and nothing changed", async (_, change, code) => {
    const memory = await (await Story.begin()).newMemory();
    const state = { graph: { nodes: [], edges: [] }, index: {}, meta: {}, ...change };
    await expect(memory.import(pagesOf(state), { reembed: true })).rejects.toMatchObject({ code });
    expect(await memory.info()).toMatchObject({ nodes: 0, edges: 0 });
  });
});

function nested(levels: number): Record<string, unknown> {
  return levels === 0 ? {} : { in: nested(levels - 1) };
}
