// A memory on a real store that is synced with files, and shows what it holds by the text of its nodes.

import type { Embedder } from "../../durable/embed/embedder.ts";
import { DEFAULT_EMBEDDER, embedderNamed } from "../../durable/embed/index.ts";
import type { Draft } from "../../durable/graph/draft.ts";
import { PackedVectors } from "../../durable/graph/packed-vectors.ts";
import { PROFILES } from "../../durable/graph/profiles.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import type { Memory } from "../../durable/operations/memory.ts";
import { inOneBreath, perform } from "../../durable/operations/perform.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { folderAssets } from "../../golden/folder-assets.ts";
import { NodeDatabase } from "../../golden/node-database.ts";
import type { Role } from "../../wire/directory.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import type { SyncReply, SyncRequest } from "../../wire/upkeep.ts";
import { dumpOf } from "./graph-dump.ts";
import { edgeRecord } from "./small-graph.ts";

/** Paths with their texts; null deletes. */
export type Files = Readonly<Record<string, string | null>>;

export class WorkspaceMemory {
  readonly memory: Memory;
  /** Texts embedded so far. */
  embedded: string[] = [];
  /** Of who calls. */
  role: Role | undefined;
  /** What embedding waits for. */
  ready: Promise<void> = Promise.resolve();
  private calls = 0;

  constructor(settings: Settings = PROFILES.product) {
    const embedder = embedderNamed(DEFAULT_EMBEDDER.product, { assets: folderAssets() }) as Embedder;
    const counting: Embedder = {
      name: embedder.name,
      dimension: embedder.dimension,
      slow: embedder.slow,
      embed: async (texts, side) => {
        await this.ready;
        this.embedded.push(...texts);
        return embedder.embed(texts, side);
      },
    };
    this.memory = {
      agent: "workspace",
      profile: "product",
      settings,
      graph: new RouteGraph(),
      vectors: new PackedVectors(embedder.dimension),
      store: new SqliteStore(new NodeDatabase(), new Uint8Array(32).fill(7)),
      embedder: counting,
    };
  }

  /** Syncs files; throws the message of a refusal. */
  sync(files: Files, more: Partial<SyncRequest> = {}): Promise<SyncReply> {
    const listed = Object.entries(files).map(([path, text]) =>
      text === null ? { path, deleted: true as const } : { path, text },
    );
    return this.perform("sync", { files: listed, ...more });
  }

  async perform<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>> {
    const result = await perform(this.memory, name, request, { ...this.call(), role: this.role });
    if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
    return result.value;
  }

  change(work: (draft: Draft) => void): void {
    inOneBreath(this.memory, this.call(), ({ draft }) => work(draft));
  }

  /** Puts an edge between the nodes with these texts. */
  link(source: string, target: string, weight: number, kind = "sibling"): void {
    this.change((draft) =>
      draft.putEdge(
        edgeRecord([this.idOf(source), this.idOf(target), weight], {
          kind,
          relevance: 0.25,
          metadata: { by: "test" },
        }),
      ),
    );
  }

  /** The weight between the nodes with these texts, or null. */
  weight(source: string, target: string): number | null {
    const { graph } = this.memory;
    const edge = graph.edgeOf(this.idOf(source), this.idOf(target));
    return edge < 0 ? null : graph.weights[edge];
  }

  idOf(text: string): string {
    const found = this.nodes().find((node) => node.text === text);
    if (!found) throw new Error(`no node says ${JSON.stringify(text)}`);
    return found.id;
  }

  /** All nodes by id, as the store has them. */
  nodes() {
    const { graph, store } = this.memory;
    const ids = Array.from(graph.entries(), ([id]) => id).sort();
    return ids.map((id) => {
      const node = store.node(id);
      if (!node) throw new Error(`${id} is in memory and not in the store`);
      const { kind, origin, authority, text, summary, file, chunk, metadata } = node;
      return { id, kind, origin, authority, text, summary, file, chunk, metadata };
    });
  }

  /** All edges as `source target weight kind`, sorted. */
  edges(): string[] {
    const { graph } = this.memory;
    return Array.from(graph.allEdges(), (edge) => {
      const ends = [graph.idAt(graph.sources[edge]), graph.idAt(graph.targets[edge])];
      return [...ends, graph.weights[edge], graph.edgeKindAt(edge)].join(" ");
    }).sort();
  }

  /** Route 0 of every node. */
  ownVectors(): Record<string, unknown> {
    const { vectors } = this.memory;
    return Object.fromEntries(vectors.ids().map((id) => [id, vectors.record(id, 0)]));
  }

  /** What is in memory, and what a reload would bring; the two must be equal. */
  mindAndDisk(): [mind: unknown, disk: unknown] {
    const { graph, vectors, store, embedder } = this.memory;
    const again = { graph: new RouteGraph(), vectors: new PackedVectors(embedder.dimension) };
    store.load(again.graph, again.vectors);
    return [dumpOf(graph, vectors), dumpOf(again.graph, again.vectors)];
  }

  private call() {
    const id = String(this.calls++).padStart(32, "0");
    return { author: "test", now: 1000 + this.calls, id, idempotencyKey: null, elapsed: () => 0 };
  }
}
