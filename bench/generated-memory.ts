// A memory with a generated graph and generated texts, wherever it is stored: in Node's SQLite or in an object's.

import type { Embedder } from "../durable/embed/embedder.ts";
import { NgramHashEmbedder } from "../durable/embed/ngram-hash.ts";
import { Draft } from "../durable/graph/draft.ts";
import { PRODUCT } from "../durable/graph/profiles.ts";
import type { NodeRecord } from "../durable/graph/records.ts";
import { RouteGraph } from "../durable/graph/route-graph.ts";
import type { RowProducts } from "../durable/graph/row-products.ts";
import type { Scored } from "../durable/graph/vectors.ts";
import type { Call, Memory } from "../durable/operations/memory.ts";
import { mindOf } from "../durable/operations/mind.ts";
import type { Database } from "../durable/store/database.ts";
import { SqliteStore } from "../durable/store/store.ts";
import { type Generated, generate } from "./generator.ts";
import { sentences } from "./texts.ts";

/** Nodes or edges of one commit, about what a sync brings at once. */
const COMMIT = 2_000;
const TEXT_SEED = 7;
const AUTHOR = "bench";

/** What a memory is stored in, and what its searches multiply with. */
export interface Home<Kind extends Database = Database> {
  readonly database: Kind;
  readonly products: RowProducts;
}

/** What is on the disk; `awakeIn` makes a memory of it. */
export interface Stored<Kind extends Database = Database> {
  readonly database: Kind;
  readonly embedder: Embedder;
  readonly seeds: readonly Scored[];
}

const nodeId = (number: number) => `node-${number}`;

/** A graph in numbers only, with the seeds of its walk. */
export function generatedGraph(nodes: number): {
  readonly graph: RouteGraph;
  readonly seeds: readonly Scored[];
} {
  const generated = generate(nodes);
  const graph = new RouteGraph();
  for (let number = 0; number < nodes; number++) {
    graph.setNode({ ...nodeOf(number, ""), length: 0 });
  }
  for (const [source, target, weight] of generated.edges) {
    graph.addEdge(nodeId(source), nodeId(target), weight, kindOf(weight));
  }
  return { graph, seeds: seedsOf(generated) };
}

/** The same graph in a store, with texts and vectors, under the product's settings. */
export async function storedIn<Kind extends Database>(
  home: Home<Kind>,
  nodes: number,
): Promise<Stored<Kind>> {
  const generated = generate(nodes);
  const embedder: Embedder = new NgramHashEmbedder();
  const stored = { database: home.database, embedder, seeds: seedsOf(generated) };
  const memory = awakeIn(home, embedder);
  const texts = sentences(TEXT_SEED);
  for (let first = 0; first < nodes; first += COMMIT) {
    const records = Array.from({ length: Math.min(COMMIT, nodes - first) }, (_, index) =>
      nodeOf(first + index, texts.next().value),
    );
    const vectors = await embedder.embed(
      records.map(({ text }) => text),
      "document",
    );
    committed(memory, (draft) => {
      for (const [index, record] of records.entries()) {
        draft.putNode(record);
        draft.putVector(record.id, vectors[index]);
      }
    });
  }
  for (let first = 0; first < generated.edges.length; first += COMMIT) {
    committed(memory, (draft) => {
      for (const [source, target, weight] of generated.edges.slice(first, first + COMMIT)) {
        const ends = { source: nodeId(source), target: nodeId(target) };
        draft.putEdge({ ...ends, weight, kind: kindOf(weight), relevance: null, metadata: null });
      }
    });
  }
  return stored;
}

/** The memory that wakes from what is stored. */
export function awakeIn({ database, products }: Home, embedder: Embedder = new NgramHashEmbedder()): Memory {
  const store = new SqliteStore(database);
  const mind = mindOf({ store, settings: PRODUCT, embedder, products });
  return { agent: AUTHOR, profile: "product", settings: PRODUCT, store, embedder, products, ...mind };
}

let calls = 0;

export function benchCall(): Call {
  const start = performance.now();
  return {
    author: AUTHOR,
    now: Date.now(),
    id: (++calls).toString(16).padStart(32, "0"),
    idempotencyKey: null,
    // A bench measures its own memory: nothing is kept back from it or masked.
    role: "owner",
    elapsed: () => performance.now() - start,
  };
}

function committed({ graph, vectors, store }: Memory, change: (draft: Draft) => void): void {
  const draft = new Draft(graph, vectors, store);
  change(draft);
  store.transaction(() => {
    store.commit(draft.change(), { at: Date.now(), author: AUTHOR });
    store.lexicon.index(COMMIT);
  });
}

function nodeOf(number: number, text: string): NodeRecord {
  return {
    id: nodeId(number),
    kind: "note",
    origin: "injected",
    authority: "overlay",
    text,
    summary: "",
    file: null,
    chunk: null,
    metadata: {},
  };
}

function kindOf(weight: number): string {
  return weight < 0 ? "inhibitory" : "sibling";
}

function seedsOf({ seeds }: Generated): Scored[] {
  return seeds.map(([number, score]) => [nodeId(number), score]);
}
