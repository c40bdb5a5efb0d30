// Memories that benches measure under Node, in its SQLite.

import type { Embedder } from "../durable/embed/embedder.ts";
import { simdProducts } from "../durable/embed/products/simd-products.ts";
import { plainProducts } from "../durable/graph/row-products.ts";
import type { Memory } from "../durable/operations/memory.ts";
import { NodeDatabase } from "../golden/node-database.ts";
import { productsKernel } from "../golden/panel-kernel.ts";
import { awakeIn, type Home, type Stored, storedIn } from "./generated-memory.ts";

export { benchCall, generatedGraph, type Stored } from "./generated-memory.ts";

/** A generated memory on Node's SQLite. */
export function storedMemory(nodes: number): Promise<Stored<NodeDatabase>> {
  return storedIn(homeOf(new NodeDatabase()), nodes);
}

/** The memory that wakes from what is stored. */
export function awake({
  database,
  embedder,
}: {
  readonly database: NodeDatabase;
  readonly embedder: Embedder;
}): Memory {
  return awakeIn(homeOf(database), embedder);
}

function homeOf(database: NodeDatabase): Home<NodeDatabase> {
  return { database, products: simdProducts(productsKernel(), plainProducts) };
}
