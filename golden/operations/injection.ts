// Golden operations about injected nodes: their edges, what they inhibit, their ids.

import { HashEmbedder } from "../../durable/embed/hash.ts";
import { type Neighbour, plant } from "../../durable/graph/connecting.ts";
import type { Draft } from "../../durable/graph/draft.ts";
import { suppress } from "../../durable/graph/inhibiting.ts";
import { PARITY } from "../../durable/graph/profiles.ts";
import type { Metadata } from "../../durable/graph/records.ts";
import type { Vector, VectorIndex } from "../../durable/graph/vectors.ts";
import { fromReferenceNode } from "../../durable/operations/reference-state.ts";
import { type TaughtKind, taughtId } from "../../durable/operations/taught-node.ts";
import { checkVector } from "../../durable/operations/teaching.ts";
import { firstLine } from "../../durable/text/lines.ts";
import { Refusal } from "../../wire/errors.ts";
import type { GoldenOperation } from "../cases.ts";
import { edgeRows, type GoldenGraph, type GoldenIndex, nodeRows, openGraph } from "../state.ts";

interface InjectInput {
  readonly graph: GoldenGraph;
  readonly index: GoldenIndex;
  readonly type: string;
  readonly id: string;
  readonly content: string;
  readonly summary?: string;
  readonly metadata?: Metadata;
  readonly vector?: Vector;
  readonly connect_top_k?: number;
  readonly connect_min_sim?: number;
  readonly inhibition_lr?: number;
}

interface BatchInput {
  readonly graph: GoldenGraph;
  readonly index: GoldenIndex;
  readonly nodes: readonly unknown[];
  readonly vectors: Readonly<Record<string, Vector>>;
}

interface NewItem {
  readonly id: string;
  readonly content: string;
  readonly type?: string;
  readonly summary?: string;
  readonly metadata?: Metadata;
}

interface InhibitInput {
  readonly graph: GoldenGraph;
  readonly source: string;
  readonly targets: readonly string[];
}

export const INJECTION: Readonly<Record<string, GoldenOperation>> = {
  async inject(input: InjectInput) {
    const { vectors, draft } = await openedIndex(input);
    const [vector] = input.vector ? [input.vector] : await new HashEmbedder().embed([input.content]);
    const mismatch = mismatchOf(vectors, vector);
    if (mismatch !== null) return { error: mismatch };
    const { neighbours, inhibited } = injected(draft, input, vector);
    const node = nodeRows(draft).find(({ id }) => id === input.id);
    return {
      result: {
        node_id: input.id,
        edges_added: 2 * neighbours.length,
        connected_to: neighbours.map(({ id }) => id),
        ...(input.type === "CORRECTION" && { inhibitory_edges_created: inhibited }),
      },
      node: { summary: node?.summary, metadata: node?.metadata },
      edges: edgeRows(draft, true),
      index_ids: vectors.ids(),
    };
  },

  async inject_batch(input: BatchInput) {
    const { draft } = await openedIndex(input);
    const result = { injected: 0, edges_added: 0, inhibitory: 0, skipped: 0 };
    for (const item of input.nodes) {
      if (!isNewItem(item) || draft.graph.has(item.id)) {
        result.skipped++;
        continue;
      }
      const type = item.type?.toUpperCase() ?? "TEACHING";
      const { neighbours, inhibited } = injected(draft, { ...item, type }, input.vectors[item.id]);
      result.injected++;
      result.edges_added += 2 * neighbours.length;
      result.inhibitory += inhibited;
    }
    return { result, edges: edgeRows(draft), nodes: nodeRows(draft) };
  },

  async inhibitory_edges({ graph, source, targets }: InhibitInput) {
    const draft = (await openGraph({ graph })).draft();
    const { created } = suppress(draft, source, targets, PARITY);
    return { created, edges: edgeRows(draft, true) };
  },

  node_ids({ contents }: { readonly contents: readonly string[] }) {
    const idsOf = (kind: TaughtKind) => contents.map((content) => taughtId(kind, content));
    return {
      correction: idsOf("correction"),
      teaching: idsOf("teaching"),
      directive: idsOf("directive"),
    };
  },
};

async function openedIndex(input: { readonly graph: GoldenGraph; readonly index: GoldenIndex }) {
  const open = await openGraph(input);
  return { vectors: open.vectors, draft: open.draft() };
}

/** Adds a node as the reference does: what is there already stays, a correction inhibits its neighbours. */
export function injected(
  draft: Draft,
  input: Omit<InjectInput, "graph" | "index">,
  vector: Vector,
): { readonly neighbours: readonly Neighbour[]; readonly inhibited: number } {
  if (draft.graph.has(input.id)) return { neighbours: [], inhibited: 0 };
  const settings = {
    ...PARITY,
    injection: {
      ...PARITY.injection,
      inhibitionRate: input.inhibition_lr ?? PARITY.injection.inhibitionRate,
    },
  };
  const { topK, minSimilarity } = PARITY.injection;
  const reach = { topK: input.connect_top_k ?? topK, minSimilarity: input.connect_min_sim ?? minSimilarity };
  const isCorrection = input.type === "CORRECTION";
  const node = fromReferenceNode({
    id: input.id,
    content: input.content,
    summary: input.summary ?? firstLine(input.content),
    metadata: { ...(isCorrection && { type: "CORRECTION" }), ...input.metadata },
  });
  const neighbours = plant(draft, node, vector, reach);
  if (!isCorrection) return { neighbours, inhibited: 0 };
  const targets = neighbours.map(({ id }) => id);
  return { neighbours, inhibited: suppress(draft, input.id, targets, settings).created };
}

/** The reference's words for a vector of another length, or null when it fits. */
function mismatchOf(vectors: VectorIndex, vector: Vector): string | null {
  const embedder = { name: "any", dimension: 0, slow: false, embed: async () => [] };
  try {
    checkVector({ vectors, embedder }, vector);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { given, expected } = error.details as { given: number; expected: number };
    return `Vector dimension mismatch: injected ${given} vs index ${expected}. Use an embed_fn that produces ${expected}-dim vectors.`;
  }
}

function isNewItem(item: unknown): item is NewItem {
  if (typeof item !== "object" || item === null) return false;
  const { id, content } = item as Partial<NewItem>;
  return typeof id === "string" && id !== "" && typeof content === "string" && content !== "";
}
