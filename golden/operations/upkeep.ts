// Golden operations about the upkeep of a graph: decay, structure, health, and whole maintenance runs.

import { HashEmbedder } from "../../durable/embed/hash.ts";
import type { Draft } from "../../durable/graph/draft.ts";
import { healthOf } from "../../durable/graph/health.ts";
import {
  applyConnections,
  type Connection,
  connectLearningNodes,
  suggestConnections,
} from "../../durable/graph/maintenance/connect.ts";
import { decayWeights } from "../../durable/graph/maintenance/decay.ts";
import { adaptedHalfLife, halfLifeFrom } from "../../durable/graph/maintenance/homeostasis.ts";
import { mergePair, suggestMerges } from "../../durable/graph/maintenance/merge.ts";
import { pruneEdges, pruneOrphans } from "../../durable/graph/maintenance/prune.ts";
import { runMaintenance } from "../../durable/graph/maintenance/run.ts";
import { scaleWeights } from "../../durable/graph/maintenance/scale.ts";
import { splitNode, suggestSplits } from "../../durable/graph/maintenance/split.ts";
import type { VectorOf } from "../../durable/graph/maintenance/text-tools.ts";
import { PARITY } from "../../durable/graph/profiles.ts";
import type { Metadata } from "../../durable/graph/records.ts";
import type { Vector } from "../../durable/graph/vectors.ts";
import { rehearse } from "../../durable/operations/rehearse.ts";
import { textToolsOf } from "../../durable/operations/text-tools.ts";
import type { GoldenOperation } from "../cases.ts";
import { edgeRows, type GoldenState, nodeRows, openGraph } from "../state.ts";

const { structure } = PARITY;
const TOOLS = textToolsOf(structure);

async function draftOf(state: GoldenState): Promise<Draft> {
  return (await openGraph(state)).draft();
}

export const UPKEEP: Readonly<Record<string, GoldenOperation>> = {
  async apply_decay(
    input: GoldenState & {
      config?: { half_life?: number; min_weight?: number };
      skip_source_ids?: string[];
      source_half_life_scale?: Record<string, number>;
    },
  ) {
    const draft = await draftOf(input);
    const { half_life = PARITY.decay.halfLife, min_weight = PARITY.decay.minWeight } = input.config ?? {};
    const changed = decayWeights(draft, { halfLife: half_life, minWeight: min_weight }, (position) => {
      const id = draft.graph.idAt(position);
      return input.skip_source_ids?.includes(id) ? 0 : (input.source_half_life_scale?.[id] ?? 1);
    });
    return { changed, edges: edgeRows(draft) };
  },

  async adaptive_half_life(input: { cases: (GoldenState & { current: number })[] }) {
    const { homeostasis, health } = PARITY;
    const values = input.cases.map(async (state) => {
      const { graph } = await draftOf(state);
      return adaptedHalfLife(graph, state.current, homeostasis, health.reflexThreshold);
    });
    return { values: await Promise.all(values) };
  },

  async apply_synaptic_scaling(input: GoldenState & { skip_node_ids?: string[] }) {
    const draft = await draftOf(input);
    const isExempt = (position: number) => !!input.skip_node_ids?.includes(draft.graph.idAt(position));
    const scaled_nodes = scaleWeights(draft, PARITY.scaling, isExempt);
    return { scaled_nodes, edges: edgeRows(draft) };
  },

  async measure_health(input: GoldenState) {
    const { nodes, edges, ...shares } = healthOf((await draftOf(input)).graph, PARITY.health);
    return shares;
  },

  async suggest_splits(input: GoldenState & { options?: { max_candidates?: number } }) {
    const { graph } = await draftOf(input);
    const suggestions = suggestSplits(graph, structure, input.options?.max_candidates);
    const candidates = suggestions.map(({ id, needsConfirmation, ...rest }) => ({
      node_id: id,
      needs_confirmation: needsConfirmation,
      ...rest,
    }));
    return { candidates };
  },

  async split_node(
    input: GoldenState & { node: string; chunks: string[]; chunk_vectors: Record<string, Vector> },
  ) {
    const draft = await draftOf(input);
    const vectorOf: VectorOf = (text) => input.chunk_vectors[text];
    try {
      const result = splitNode(draft, input.node, input.chunks, vectorOf, structure, TOOLS);
      return {
        result: result && {
          parent_id: input.node,
          child_ids: result.childIds,
          edges_rewired: result.edgesRewired,
          siblings_added: result.siblingsAdded,
        },
        nodes: nodeRows(draft),
        edges: edgeRows(draft),
        index_ids: draft.vectors.ids(),
      };
    } catch (error) {
      return { error: (error as Error).message };
    }
  },

  async suggest_merges(input: GoldenState) {
    return { pairs: suggestMerges((await draftOf(input)).graph, structure) };
  },

  async apply_merge(input: GoldenState & { a: string; b: string }) {
    const draft = await draftOf(input);
    const merged_id = mergePair(draft, [input.a, input.b], () => undefined, structure, TOOLS);
    return { merged_id, nodes: nodeRows(draft), edges: edgeRows(draft) };
  },

  async prune(input: GoldenState & { below?: number }) {
    const draft = await draftOf(input);
    const edges_removed = pruneEdges(draft, input.below ?? structure.pruneBelow, structure);
    const nodes_removed = pruneOrphans(draft, structure);
    const node_ids = Array.from(draft.graph.entries(), ([id]) => id);
    return { edges_removed, nodes_removed, node_ids, edges: edgeRows(draft) };
  },

  async suggest_connections(input: GoldenState) {
    const draft = await draftOf(input);
    const found = suggestConnections(draft, structure, TOOLS);
    const suggestions = found.map(({ source, target, weight, reason }) => [source, target, weight, reason]);
    const added = applyConnections(draft, found, structure);
    return { suggestions, added, edges: edgeRows(draft, true) };
  },

  async apply_connections(input: GoldenState & { connections: [string, string, number, string][] }) {
    const draft = await draftOf(input);
    const connections = input.connections.map(
      ([source, target, weight, reason]): Connection => ({ source, target, weight, reason }),
    );
    return { added: applyConnections(draft, connections, structure), edges: edgeRows(draft, true) };
  },

  async connect_learning_nodes(input: GoldenState) {
    const draft = await draftOf(input);
    return { added: connectLearningNodes(draft, structure), edges: edgeRows(draft, true) };
  },

  async run_maintenance(input: MaintenanceInput) {
    const { graph, vectors, draft } = await openGraph(input.state);
    const embedder = new HashEmbedder();
    const dryRun = input.dry_run ?? false;
    const reports: unknown[] = [];
    const journal: unknown[] = [];
    let stored = input.state.meta?.decay_half_life ?? null;
    for (let count = 0; count < (input.repeat ?? 1); count++) {
      const run = (work: Draft, vectorOf: VectorOf | null) =>
        runMaintenance(
          work,
          {
            tasks: input.tasks,
            dryRun,
            maxMerges: input.max_merges,
            pruneBelow: input.prune_below,
            halfLife: halfLifeFrom(stored, PARITY),
            vectorOf,
          },
          PARITY,
          TOOLS,
        );
      const rehearsed = await rehearse({ graph, vectors, embedder, store: draft() }, run);
      const { report, entries, halfLife } = run(
        draft(),
        input.embed === false ? null : (text) => rehearsed.get(text),
      );
      if (dryRun) draft().rollback();
      else stored = halfLife ?? stored;
      reports.push(report);
      journal.push(...entries.map(({ type, body }) => ({ type, ...body })));
    }
    const nodes = nodeRows(draft()).map(({ id, content, metadata }) => ({ id, content, metadata }));
    const index_ids = vectors.ids();
    return { reports, nodes, edges: edgeRows(draft()), index_ids, decay_half_life: stored, journal };
  },
};

interface MaintenanceInput {
  readonly state: GoldenState & { readonly meta?: Metadata };
  readonly tasks?: string[];
  readonly dry_run?: boolean;
  readonly max_merges?: number;
  readonly prune_below?: number;
  /** How often, each run on what the one before left. */
  readonly repeat?: number;
  /** False: nothing can make vectors. */
  readonly embed?: boolean;
}
