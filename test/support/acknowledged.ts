// What an agent has acknowledged, in plain maps: the naive twin of both homes. It is told by the drafts, at the seam
// where operations hand their changes to the store, and believes only what was answered.

import { base64Of } from "./graph-dump.ts";
import type { Change } from "./heard.ts";

type Row = Readonly<Record<string, unknown>>;

export interface Twin {
  readonly nodes: Map<string, Row>;
  readonly edges: Map<string, Row>;
  readonly stops: Map<string, Row>;
  readonly vectors: Map<string, Row>;
  readonly settings: Map<string, unknown>;
}

const copyOf = (twin: Twin): Twin => ({
  nodes: new Map(twin.nodes),
  edges: new Map(twin.edges),
  stops: new Map(twin.stops),
  vectors: new Map(twin.vectors),
  settings: new Map(twin.settings),
});

export class Acknowledged {
  twin: Twin = {
    nodes: new Map(),
    edges: new Map(),
    stops: new Map(),
    vectors: new Map(),
    settings: new Map(),
  };
  /** By `seq`. */
  journal = new Map<number, string>();
  answers = new Map<string, string>();
  revision = 0;
  /** The oldest number that can be gone back to. */
  oldest = 0;
  private readonly past = new Map<number, Twin>([[0, copyOf(this.twin)]]);

  /** Numbers that can be gone back to. */
  numbers(): number[] {
    return [...this.past.keys()].filter((seq) => seq >= this.oldest);
  }

  /** What it would be with some more changes. */
  with(changes: readonly Change[], revision: number): Acknowledged {
    const next = new Acknowledged();
    Object.assign(next, {
      twin: copyOf(this.twin),
      journal: new Map(this.journal),
      answers: new Map(this.answers),
      oldest: this.oldest,
      past: new Map(this.past),
    });
    for (const change of changes) next.take(change);
    next.revision = revision;
    next.past.set(revision, copyOf(next.twin));
    return next;
  }

  private take(change: Change): void {
    if (change.kind === "graph") this.takeGraph(change);
    else if (change.kind === "setting") this.twin.settings.set(change.name, change.value);
    else if (change.kind === "entry")
      this.journal.set(change.seq, JSON.stringify([change.type, change.body]));
    else if (change.kind === "answer") this.answers.set(change.key, JSON.stringify(change.reply));
    else {
      const { settings, ...graph } = copyOf(this.past.get(change.seq) as Twin);
      const embedder = this.twin.settings.get("embedder");
      this.twin = { ...graph, settings: settings.set("embedder", embedder) };
    }
  }

  private takeGraph({ change }: Extract<Change, { kind: "graph" }>): void {
    const { nodes, edges, stops, vectors } = this.twin;
    const key = (...parts: readonly unknown[]) => JSON.stringify(parts);
    for (const node of change.nodes) nodes.set(node.id, node as unknown as Row);
    for (const id of change.removedNodes) nodes.delete(id);
    for (const [source, target] of change.removedEdges) edges.delete(key(source, target));
    for (const edge of change.edges) {
      const name = key(edge.source, edge.target);
      edges.set(name, { ...edge, metadata: edge.metadata ?? edges.get(name)?.metadata ?? null });
    }
    for (const { id, weight, relevance } of change.stops) {
      if (weight === 0 && relevance === 0) stops.delete(id);
      else stops.set(id, { id, weight, relevance });
    }
    for (const { id, route, scale, bytes, ordinal } of change.vectors) {
      vectors.set(key(id, route), { id, route, scale, data: base64Of(bytes), ordinal: ordinal ?? null });
    }
    for (const [id, route] of change.removedVectors) vectors.delete(key(id, route));
  }
}
