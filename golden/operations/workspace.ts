// Golden operations about the workspace: a folder becomes a graph, and a sync brings it up to date.

import { HashEmbedder } from "../../durable/embed/hash.ts";
import { compareIds } from "../../durable/graph/code-points.ts";
import { PARITY } from "../../durable/graph/profiles.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import { ExactVectors } from "../../durable/graph/vectors.ts";
import type { Call, Memory } from "../../durable/operations/memory.ts";
import { inOneBreath, perform } from "../../durable/operations/perform.ts";
import { fromReferenceEdge, type ReferenceEdge } from "../../durable/operations/reference-state.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { workspaceFiles } from "../../durable/text/workspace-files.ts";
import type { SyncReply, SyncRequest } from "../../wire/upkeep.ts";
import type { GoldenOperation } from "../cases.ts";
import { NodeDatabase } from "../node-database.ts";
import { edgeRows, nodeRows } from "../state.ts";

const CALL: Call = { author: "golden", now: 0, id: "0".repeat(32), idempotencyKey: null, elapsed: () => 0 };

interface GoldenFile {
  readonly path: string;
  readonly text: string;
}

export const WORKSPACE: Readonly<Record<string, GoldenOperation>> = {
  async split_workspace({ files }: { files: GoldenFile[] }) {
    // The split alone gives no file a standing; that is the sync's part.
    const memory = newMemory({ ...PARITY, sync: { ...PARITY.sync, authorities: {} } });
    await bring(memory, chosenOf(files));
    return { nodes_sorted_by_id: nodesById(memory), edges_sorted: edgesByEnds(memory) };
  },

  async sync_workspace(input: {
    before: GoldenFile[];
    after: (GoldenFile | { path: string; deleted: true })[];
    extra_edges?: ReferenceEdge[];
  }) {
    const memory = newMemory(PARITY);
    await bring(memory, input.before);
    inOneBreath(memory, CALL, ({ draft }) => {
      for (const edge of input.extra_edges ?? []) draft.putEdge(fromReferenceEdge(edge));
    });
    const reply = await bring(memory, input.after);
    const { skipped: _, dry_run: __, total_ms: ___, corrections_lifted: ____, ...report } = reply;
    return {
      report,
      nodes_sorted_by_id: nodesById(memory).map(({ id, content, metadata }) => ({ id, content, metadata })),
      edges_sorted: edgesByEnds(memory),
      index_ids_sorted: memory.vectors.ids().sort(compareIds),
    };
  },
};

/** The files that a walk of the folder would read. */
function chosenOf(files: readonly GoldenFile[]): GoldenFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const chosen = workspaceFiles(byPath.keys(), { gitignore: byPath.get(".gitignore")?.text });
  return chosen.map((path) => byPath.get(path) as GoldenFile);
}

function newMemory(settings: Settings): Memory {
  const store = new SqliteStore(new NodeDatabase());
  const graph = new RouteGraph();
  const vectors = new ExactVectors();
  const embedder = new HashEmbedder();
  return { agent: "golden", profile: "parity", settings, graph, vectors, store, embedder };
}

async function bring(memory: Memory, files: SyncRequest["files"]): Promise<SyncReply> {
  const result = await perform(memory, "sync", { files }, CALL);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function nodesById(memory: Memory) {
  return nodeRows(memory).sort((a, b) => compareIds(a.id, b.id));
}

function edgesByEnds(memory: Memory): unknown[] {
  const rows = edgeRows(memory) as [source: string, target: string, weight: number, kind: string][];
  return rows.sort((a, b) => compareIds(a[0], b[0]) || compareIds(a[1], b[1]));
}
