// What of a memory lives outside of the store: the graph in numbers and the vectors, made anew from what is stored.

import { PackedVectors } from "../graph/packed-vectors.ts";
import { RouteGraph } from "../graph/route-graph.ts";
import type { Settings } from "../graph/settings.ts";
import { ExactVectors, type VectorIndex } from "../graph/vectors.ts";
import type { Memory } from "./memory.ts";

export type Mind = Pick<Memory, "graph" | "vectors">;

/** Wakes graph and vectors. */
export function mindOf({
  store,
  settings,
  embedder,
}: Pick<Memory, "store" | "settings"> & { embedder: { dimension: number } }): Mind {
  const graph = new RouteGraph();
  const vectors = emptyIndex(settings, embedder.dimension);
  store.load(graph, vectors);
  return { graph, vectors };
}

/** An index of the kind that the settings ask for. */
export function emptyIndex(settings: Settings, dimension: number): VectorIndex {
  return settings.vectors === "exact" ? new ExactVectors() : new PackedVectors(dimension);
}
