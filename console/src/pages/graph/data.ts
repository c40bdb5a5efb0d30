// The whole graph as the page holds it: nodes and routes by their place in columns, read page by page; what of it is shown, what lies
// around a node, and what a search finds.

import type { MemoryClient } from "../../../../client/memory-client.ts";
import { GRAPH_TIERS } from "../../../../wire/graph-reading.ts";
import { LIMITS } from "../../../../wire/limits.ts";

/** More are not drawn; the oldest come first. */
export const MOST_NODES = 30_000;

export interface Whole {
  readonly ids: readonly string[];
  /** What nodes are called: the name of an entity, or the id. */
  readonly names: readonly string[];
  /** Kinds that there are, with the place of each node's among them. */
  readonly kinds: readonly string[];
  readonly kindOf: Uint8Array;
  /** Projects that there are; the first is none. */
  readonly projects: readonly string[];
  readonly projectOf: Uint32Array;
  /** Ends of routes, by the places of nodes. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly weights: Float32Array;
  /** Places in `GRAPH_TIERS`. */
  readonly tiers: Uint8Array;
  /** How many routes end at each node, either way. */
  readonly degrees: Uint32Array;
  /** False: there are more nodes than are drawn. */
  readonly isAll: boolean;
}

export interface Asked {
  /** Milliseconds since 1970; absent: now. */
  readonly asOf?: number | undefined;
  readonly signal?: AbortSignal;
  /** How many nodes have come. */
  readonly told?: (nodes: number) => void;
}

/** Reads all pages. */
export async function readWhole(memory: MemoryClient, { asOf, signal, told }: Asked): Promise<Whole> {
  const places = new Map<number, number>();
  const ids: string[] = [];
  const names: string[] = [];
  const kinds = new Places();
  const projects = new Places("");
  const [kindOf, projectOf]: number[][] = [[], []];
  const [from, to, weights, tiers]: number[][] = [[], [], [], []];
  let cursor: string | undefined;
  for (;;) {
    const request = { limit: LIMITS.graphNodes, cursor, ...(asOf !== undefined && { as_of: String(asOf) }) };
    const page = await memory.graph(request, { signal });
    for (const { number, id, name, kind, project } of page.nodes) {
      places.set(number, ids.length);
      ids.push(id);
      names.push(name ?? id);
      kindOf.push(kinds.of(kind));
      projectOf.push(projects.of(project ?? ""));
    }
    from.push(...page.edges.from);
    to.push(...page.edges.to);
    weights.push(...page.edges.weight);
    tiers.push(...page.edges.tier);
    told?.(ids.length);
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined || ids.length >= MOST_NODES) break;
  }
  // A route may lead to a node that is not drawn, or was hidden between two pages.
  const known = from.flatMap((source, at) => (places.has(source) && places.has(to[at]) ? [at] : []));
  const ends = (side: number[]) => Uint32Array.from(known, (at) => places.get(side[at]) as number);
  const whole = {
    ...{ ids, names, kinds: kinds.all, projects: projects.all, isAll: cursor === undefined },
    kindOf: Uint8Array.from(kindOf),
    projectOf: Uint32Array.from(projectOf),
    from: ends(from),
    to: ends(to),
    weights: Float32Array.from(known, (at) => weights[at]),
    tiers: Uint8Array.from(known, (at) => tiers[at]),
    degrees: new Uint32Array(ids.length),
  };
  for (const side of [whole.from, whole.to]) for (const place of side) whole.degrees[place]++;
  return whole;
}

/** Names by the place that each gets when it is first met. */
class Places {
  readonly all: string[] = [];
  readonly #known = new Map<string, number>();

  constructor(...first: string[]) {
    for (const name of first) this.of(name);
  }

  of(name: string): number {
    const known = this.#known.get(name) ?? this.all.push(name) - 1;
    this.#known.set(name, known);
    return known;
  }
}

export type Tier = (typeof GRAPH_TIERS)[number];

export interface Filters {
  /** Kinds and tiers that are left out. */
  readonly kinds: ReadonlySet<string>;
  readonly tiers: ReadonlySet<Tier>;
  /** Empty: all projects. */
  readonly project: string;
}

export const NO_FILTERS: Filters = { kinds: new Set(), tiers: new Set(), project: "" };

export interface ShownPart {
  /** By place, 1 for what is shown. */
  readonly nodes: Uint8Array;
  readonly edges: Uint8Array;
  readonly nodeCount: number;
  readonly edgeCount: number;
}

/** What of the graph the filters leave. A project has what is of it alone. */
export function shownOf(whole: Whole, { kinds, tiers, project }: Filters): ShownPart {
  const isKindOut = whole.kinds.map((kind) => kinds.has(kind));
  const isTierOut = GRAPH_TIERS.map((tier) => tiers.has(tier));
  const wanted = project === "" ? -1 : whole.projects.indexOf(project);
  const nodes = Uint8Array.from(whole.kindOf, (kind, at) =>
    isKindOut[kind] || (wanted >= 0 && whole.projectOf[at] !== wanted) ? 0 : 1,
  );
  const edges = Uint8Array.from(whole.tiers, (tier, at) =>
    isTierOut[tier] ? 0 : nodes[whole.from[at]] & nodes[whole.to[at]],
  );
  return { nodes, edges, nodeCount: sum(nodes), edgeCount: sum(edges) };
}

function sum(flags: Uint8Array): number {
  let all = 0;
  for (const flag of flags) all += flag;
  return all;
}

/** By place, 1 for a node and what shown routes tie to it within so many hops. */
export function around(
  { from, to }: Whole,
  { edges, nodes }: ShownPart,
  centre: number,
  hops: number,
): Uint8Array {
  const near = new Uint8Array(nodes.length);
  near[centre] = 1;
  for (let hop = 0; hop < hops; hop++) {
    const before = near.slice();
    for (let edge = 0; edge < from.length; edge++) {
      if (edges[edge] && before[from[edge]] !== before[to[edge]]) near[from[edge]] = near[to[edge]] = 1;
    }
  }
  return near;
}

export interface Neighbour {
  readonly node: number;
  readonly edge: number;
  readonly isOut: boolean;
}

/** What shown routes tie to a node, the strongest first. */
export function neighboursOf(whole: Whole, { edges }: ShownPart, node: number): Neighbour[] {
  const { from, to, weights } = whole;
  const all: Neighbour[] = [];
  for (let edge = 0; edge < from.length; edge++) {
    if (!edges[edge]) continue;
    if (from[edge] === node) all.push({ node: to[edge], edge, isOut: true });
    else if (to[edge] === node) all.push({ node: from[edge], edge, isOut: false });
  }
  return all.sort((a, b) => Math.abs(weights[b.edge]) - Math.abs(weights[a.edge]));
}

/** Places of shown nodes whose name or id has all the words, those with most routes first. */
export function found({ ids, names, degrees }: Whole, { nodes }: ShownPart, words: string): number[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (place: number) => {
    const text = `${names[place]} ${ids[place]}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const all: number[] = [];
  for (let place = 0; place < ids.length; place++) if (nodes[place] && has(place)) all.push(place);
  return all.sort((a, b) => degrees[b] - degrees[a] || a - b);
}
