// What of a memory lives outside of the store: the graph in numbers and the vectors, made anew from what is stored.

import { LIMITS } from "../../wire/limits.ts";
import { PackedVectors } from "../graph/packed-vectors.ts";
import { PartialVectors } from "../graph/partial-vectors.ts";
import { RouteGraph } from "../graph/route-graph.ts";
import type { RowProducts } from "../graph/row-products.ts";
import type { Settings } from "../graph/settings.ts";
import { ExactVectors, type VectorIndex } from "../graph/vectors.ts";
import type { Memory } from "./memory.ts";

export type Mind = Pick<Memory, "graph" | "vectors">;

type Waking = Pick<Memory, "store" | "settings" | "far" | "products"> & {
  readonly embedder: Pick<Memory["embedder"], "name" | "dimension">;
};

/** Share of the limit by which vectors may outgrow it before memory is made anew without them. */
const SLACK = 0.1;

/** Wakes graph and vectors. Above a limit, vectors that Vectorize shows stay on the disk. */
export function mindOf({ store, settings, embedder, far, products }: Waking): Mind {
  const graph = new RouteGraph();
  const { vectorized } = store;
  const isReached = far !== undefined && vectorized.isFilledBy(embedder.name);
  if (!isReached || settings.vectors === "exact" || vectorized.rows <= LIMITS.vectorsInMemory) {
    const vectors = emptyIndex(settings, embedder.dimension, products);
    store.load(graph, vectors);
    return { graph, vectors };
  }
  const vectors = new PartialVectors(new PackedVectors(embedder.dimension, products), vectorized);
  store.load(graph, vectors, LIMITS.vectorsInMemory);
  return { graph, vectors };
}

/** True where memory holds so many vectors that Vectorize shows by now that it is worth waking anew. */
export function holdsTooMuch({ store, vectors, embedder, far }: Memory): boolean {
  if (!far || vectors.size <= LIMITS.vectorsInMemory * (1 + SLACK)) return false;
  if (!store.vectorized.isFilledBy(embedder.name)) return false;
  return store.vectorized.keptBeside(LIMITS.vectorsInMemory) < vectors.size * (1 - SLACK / 2);
}

/** An index of the kind that the settings ask for. */
export function emptyIndex(settings: Settings, dimension: number, products?: RowProducts): VectorIndex {
  return settings.vectors === "exact" ? new ExactVectors() : new PackedVectors(dimension, products);
}
