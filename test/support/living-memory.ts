// A memory on a real store that is used as its object uses it, without HTTP: operations go through the one door, each by
// some token, and time goes on by a second a call.

import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";
import type { Draft } from "../../durable/graph/draft.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { Metadata } from "../../durable/graph/records.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import { MOST_ROUTES } from "../../durable/graph/vectors.ts";
import { RECEIPTS } from "../../durable/operations/erase-receipt.ts";
import type { Memory } from "../../durable/operations/memory.ts";
import { mindOf } from "../../durable/operations/mind.ts";
import { inOneBreath, perform } from "../../durable/operations/perform.ts";
import { sealerOf } from "../../durable/text/seal.ts";
import { openState } from "../../golden/state.ts";
import type { Role } from "../../wire/directory.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import { edgeRecord } from "./small-graph.ts";

export interface By {
  readonly author?: string;
  readonly role?: Role;
  readonly key?: string;
}

export class LivingMemory {
  readonly memory: Memory;
  private calls = 0;
  private waited = 0;

  private constructor(memory: Memory) {
    this.memory = memory;
  }

  /** Nodes by their id; those that end in `.md` are chunks of a file of that name. */
  static async with(
    texts: Readonly<Record<string, string>>,
    settings: Settings = PRODUCT,
  ): Promise<LivingMemory> {
    const nodes = Object.entries(texts).map(([id, content]) => {
      const metadata: Metadata = id.endsWith(".md") ? { file: id, chunk: 0 } : {};
      return { id, content, metadata };
    });
    const memory = await openState({ graph: { nodes, edges: [] } }, settings, new NgramHashEmbedder());
    const seal = sealerOf("secret of the tests", RECEIPTS);
    const living = new LivingMemory({ ...memory, seal });
    living.change(() => undefined);
    return living;
  }

  get now(): number {
    return this.calls * 1000 + this.waited;
  }

  /** Lets time pass, in milliseconds. */
  wait(time: number): void {
    this.waited += time;
  }

  /** Performs an operation; throws its refusal. */
  async do<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
    by: By = {},
  ): Promise<ReplyOf<Name>> {
    const result = await perform(this.memory, name, request, this.call(by));
    if (result.ok) return result.value;
    throw Object.assign(new Error(result.error.message), result.error);
  }

  /** Changes the graph by hand, as one commit. */
  change(work: (draft: Draft) => void): void {
    inOneBreath(this.memory, this.call({}), ({ draft }) => work(draft));
  }

  link(
    source: string,
    target: string,
    weight: number,
    kind = weight < 0 ? "inhibitory" : "cross_file",
  ): void {
    this.change((draft) => draft.putEdge(edgeRecord([source, target, weight], { kind })));
  }

  /** Takes all edges away that indexing laid, so that a case has those that it names and no others. */
  bare(): void {
    this.change((draft) => {
      for (const edge of [...draft.graph.allEdges()]) draft.cutEdge(edge);
    });
  }

  /** Reads the graph anew from the disk. */
  reload(): void {
    Object.assign(this.memory, mindOf(this.memory));
  }

  /** All that learning can change: nodes, weights, kinds, stops, and the questions that lead to nodes. */
  state(): Map<string, number | string> {
    const { graph, vectors, store } = this.memory;
    const all = new Map<string, number | string>();
    for (const [id, position] of graph.entries()) {
      all.set(`node ${id}`, store.node(id)?.text ?? "");
      if (graph.stopWeights[position] !== 0) all.set(`stop ${id}`, graph.stopWeights[position]);
      for (const route of vectors.rowsOf(id))
        if (route > 0) {
          const side = route < MOST_ROUTES ? "question" : "verdict";
          all.set(`${side} of ${id}: ${store.asked(id, route)?.text}`, 1);
        }
    }
    for (const edge of graph.allEdges()) {
      const ends = `${graph.idAt(graph.sources[edge])} → ${graph.idAt(graph.targets[edge])}`;
      all.set(ends, graph.weights[edge]);
      all.set(`${ends} kind`, graph.edgeKindAt(edge));
    }
    return all;
  }

  private call({ author = "owner", role = "owner", key }: By) {
    this.calls++;
    const { now } = this;
    const id = this.calls.toString(16).padStart(32, "0");
    return { author, role, now, id, idempotencyKey: key ?? null, elapsed: () => 0 };
  }
}

/** What differs between two states: names with both values, numbers only where they are further apart than `tolerance`. */
export function differences(
  some: ReadonlyMap<string, number | string>,
  others: ReadonlyMap<string, number | string>,
  tolerance: number,
): [string, unknown, unknown][] {
  const names = new Set([...some.keys(), ...others.keys()]);
  return [...names].flatMap((name): [string, unknown, unknown][] => {
    const [a, b] = [some.get(name), others.get(name)];
    const isStop = name.startsWith("stop ");
    const [x, y] = [a ?? (isStop ? 0 : undefined), b ?? (isStop ? 0 : undefined)];
    const same = typeof x === "number" && typeof y === "number" ? Math.abs(x - y) <= tolerance : x === y;
    return same ? [] : [[name, a, b]];
  });
}
