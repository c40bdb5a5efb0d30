// A memory on a real store that is taught and asked without HTTP: operations are performed as the object performs them.

import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";
import { Draft } from "../../durable/graph/draft.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import { seedsOf } from "../../durable/graph/seeding.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import { traverse } from "../../durable/graph/traversal.ts";
import type { Call, Memory, Operation } from "../../durable/operations/memory.ts";
import { openState } from "../../golden/state.ts";
import type { Role } from "../../wire/directory.ts";
import { edgeRecord, nodeRecord } from "./small-graph.ts";

export class TeachingMemory {
  readonly memory: Memory;
  private calls = 0;

  private constructor(memory: Memory) {
    this.memory = memory;
  }

  /** Chunks `<file>::0` with the given texts. */
  static async with(
    texts: Readonly<Record<string, string>>,
    settings: Settings = PRODUCT,
  ): Promise<TeachingMemory> {
    const nodes = Object.entries(texts).map(([file, content]) => {
      return { id: `${file}::0`, content, metadata: { file, chunk: 0 } };
    });
    return new TeachingMemory(
      await openState({ graph: { nodes, edges: [] } }, settings, new NgramHashEmbedder()),
    );
  }

  async do<Request, Reply, Awaited>(
    operation: Operation<Request, Reply, Awaited>,
    request: Request,
    role: Role = "owner",
  ): Promise<Reply> {
    const call = { ...this.call(), role };
    const awaited = (await operation.wait?.(this.memory, request, call)) as Awaited;
    const draft = this.draft();
    try {
      const reply = operation.act({ ...this.memory, draft, call }, request, awaited);
      this.commit(draft, call);
      return reply;
    } catch (error) {
      draft.rollback();
      throw error;
    }
  }

  /** Asks as a query does; returns its id and what fired. */
  async ask(query: string, chatId: string | null = null): Promise<{ queryId: string; fired: string[] }> {
    const { graph, vectors, settings, store, embedder } = this.memory;
    const [vector] = await embedder.embed([query], "query");
    const seeds = seedsOf(vectors.search(vector, settings.seeds.topK), settings.seeds);
    const { fired, scores, steps, suppressed } = traverse(graph, seeds, settings.traversal);
    const { id: queryId, now: at, author } = this.call();
    const trail = { queryId, chatId, at, author, query, seeds, fired, steps, suppressed };
    store.recordTrail({ ...trail, scores: fired.map((node) => scores.get(node) ?? 0) });
    return { queryId, fired: [...fired] };
  }

  link(source: string, target: string, weight: number): void {
    const draft = this.draft();
    draft.putEdge(edgeRecord([source, target, weight]));
    this.commit(draft, this.call());
  }

  anchor(id: string): void {
    const draft = this.draft();
    const node = draft.node(id) ?? nodeRecord(id);
    draft.putNode({ ...node, authority: "constitutional" });
    this.commit(draft, this.call());
  }

  weight(source: string, target: string): number | null {
    const { graph } = this.memory;
    const edge = graph.edgeOf(source, target);
    return edge < 0 ? null : graph.weights[edge];
  }

  private draft(): Draft {
    const { graph, vectors, store } = this.memory;
    return new Draft(graph, vectors, store);
  }

  private commit(draft: Draft, { now: at, author }: Call): void {
    this.memory.store.commit(draft.change(), { at, author });
  }

  private call(): Call {
    const now = ++this.calls;
    const id = now.toString(16).padStart(32, "0");
    return { author: "test", now, id, idempotencyKey: null, elapsed: () => 0 };
  }
}
