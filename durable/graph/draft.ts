// A unit of work on the graph: algorithms change it through a draft, which remembers what it touched.
// In the end the draft says the change as data, for the store; if anything fails it takes all of it back.
// So memory never holds what the disk does not, and a dry run is a draft that is taken back.

import { lengthOf } from "./code-points.ts";
import {
  type Asked,
  type EdgeRecord,
  type GraphChange,
  isQuarantined,
  type Metadata,
  type NodeNumbers,
  type NodeRecord,
  type PlacedEdge,
  type ScreenNote,
  type VectorRecord,
  type Words,
} from "./records.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { Vector, VectorIndex } from "./vectors.ts";

const NO_METADATA: Metadata = {};
/** Joins two ids to one key; no id may contain it. */
const JOINT = "\u0000";

/** What is found in the words of a node that are new to the memory; null: nothing. */
export type Screen = (node: NodeRecord) => ScreenNote | null;

export class Draft {
  readonly graph: RouteGraph;
  readonly vectors: VectorIndex;
  /** What does not exist for whom this is done: nothing is found, linked, judged or suppressed there. */
  hides: (id: string) => boolean = () => false;
  /** Whose words are put; null: of whoever makes the change. */
  writer: string | null = null;
  private readonly words: Words;
  private readonly screen: Screen | undefined;
  private readonly touchedNodes = new Map<string, NodeRecord | undefined>();
  private readonly writers = new Map<string, string | null>();
  private readonly touchedEdges = new Map<string, readonly [source: string, target: string]>();
  private readonly metadata = new Map<string, Metadata>();
  private readonly touchedStops = new Set<string>();
  private readonly touchedVectors = new Map<string, readonly [id: string, route: number]>();
  private readonly questions = new Map<string, Asked | null>();
  private readonly undo: (() => void)[] = [];
  private removedANode = false;

  constructor(graph: RouteGraph, vectors: VectorIndex, words: Words, screen?: Screen) {
    this.graph = graph;
    this.vectors = vectors;
    this.words = words;
    this.screen = screen;
  }

  /** The node as this draft leaves it, words included; undefined when there is none. */
  node(id: string): NodeRecord | undefined {
    return this.touchedNodes.has(id) ? this.touchedNodes.get(id) : this.words.node(id);
  }

  /** What is known of an edge beside its numbers, as this draft leaves it. */
  edgeMetadata(source: string, target: string): Metadata {
    const key = source + JOINT + target;
    if (this.graph.edgeOf(source, target) < 0) return NO_METADATA;
    return this.metadata.get(key) ?? this.words.edgeMetadata(source, target);
  }

  /** The question of a taught route in words, as this draft leaves it; null where it is not known. */
  asked(id: string, route: number): Asked | null {
    const key = id + JOINT + route;
    return this.questions.has(key) ? (this.questions.get(key) ?? null) : this.words.asked(id, route);
  }

  /** Rows of a node that this draft put, ascending. */
  routesPut(id: string): number[] {
    const touched = [...this.touchedVectors.values()].filter(([owner]) => owner === id);
    return touched
      .map(([, route]) => route)
      .filter((route) => this.vectors.record(id, route))
      .sort((a, b) => a - b);
  }

  /** Adds a node, or replaces one in its place. Words that are new are screened, whoever brings them. */
  putNode(given: NodeRecord): void {
    const before = this.graph.has(given.id) ? this.node(given.id) : undefined;
    const node =
      this.screen && !saysTheSame(given, before) ? { ...given, screen: this.screen(given) } : given;
    const position = this.graph.setNode(numbersOf(node));
    this.touchedNodes.set(node.id, node);
    if (node.text !== before?.text) this.writers.set(node.id, this.writer);
    this.undo.push(() => {
      if (before) this.graph.setNode(numbersOf(before));
      else this.graph.dropNode(position);
    });
  }

  /** Removes a node with its edges, and with its vectors unless they are to stay. */
  removeNode(id: string, vectorsToo = true): void {
    const { graph } = this;
    const position = graph.positionOf(id);
    if (position < 0) return;
    const before = this.node(id) as NodeRecord;
    for (const edge of graph.out.list(position)) this.cutEdge(edge);
    for (const edge of graph.into.list(position)) this.cutEdge(edge);
    if (vectorsToo) for (const route of this.vectors.rowsOf(id)) this.removeVector(id, route);
    if (graph.stopWeights[position] !== 0 || graph.stopRelevances[position] !== 0)
      this.setStop(position, 0, 0);
    const ordinal = graph.ordinals[position];
    graph.dropNode(position);
    this.touchedNodes.set(id, undefined);
    this.undo.push(() => {
      graph.setNode(numbersOf(before), ordinal);
      this.removedANode = true;
    });
  }

  /** Adds an edge, or replaces the one between the same ends in its place. The weight is clamped to −1…1. */
  putEdge(edge: EdgeRecord): void {
    const { graph } = this;
    const weight = Math.min(1, Math.max(-1, edge.weight));
    const key = edge.source + JOINT + edge.target;
    let number = graph.edgeOf(edge.source, edge.target);
    if (number < 0) {
      this.metadata.set(key, NO_METADATA);
      const added = graph.addEdge(edge.source, edge.target, weight, edge.kind);
      this.undo.push(() => graph.removeEdge(added));
      number = added;
    } else {
      this.weigh(number, weight, edge.kind);
    }
    this.relate(number, edge.relevance);
    this.touchEdge(edge.source, edge.target);
    if (edge.metadata) this.metadata.set(key, edge.metadata);
  }

  /** Sets the weight of an edge as it is given, and its kind when one is given. */
  weigh(edge: number, weight: number, kind = this.graph.edgeKindAt(edge)): void {
    const { graph } = this;
    const oldWeight = graph.weights[edge];
    const oldKind = graph.edgeKindAt(edge);
    if (oldWeight === weight && oldKind === kind) return;
    graph.weigh(edge, weight, kind);
    this.touchEdge(graph.idAt(graph.sources[edge]), graph.idAt(graph.targets[edge]));
    this.undo.push(() => graph.weigh(edge, oldWeight, oldKind));
  }

  /** Sets the relevance of an edge; null unsets it. */
  relate(edge: number, relevance: number | null): void {
    const { graph } = this;
    const old = graph.relevances[edge];
    const next = relevance ?? Number.NaN;
    if (Object.is(old, next)) return;
    graph.relevances[edge] = next;
    this.touchEdge(graph.idAt(graph.sources[edge]), graph.idAt(graph.targets[edge]));
    this.undo.push(() => {
      graph.relevances[edge] = old;
    });
  }

  cutEdge(edge: number): void {
    const { graph } = this;
    const source = graph.idAt(graph.sources[edge]);
    const target = graph.idAt(graph.targets[edge]);
    const record = this.placed(edge);
    const index = graph.out.indexOf(graph.sources[edge], edge);
    graph.removeEdge(edge);
    this.touchEdge(source, target);
    this.metadata.delete(source + JOINT + target);
    this.undo.push(() => {
      const place = { bucket: record.bucket, ordinal: record.ordinal, index };
      const again = graph.addEdge(source, target, record.weight, record.kind, place);
      graph.relevances[again] = record.relevance ?? Number.NaN;
    });
  }

  /** Sets the weight and relevance of a node's choice to stop. */
  setStop(position: number, weight: number, relevance = this.graph.stopRelevances[position]): void {
    const { graph } = this;
    const oldWeight = graph.stopWeights[position];
    const oldRelevance = graph.stopRelevances[position];
    graph.stopWeights[position] = weight;
    graph.stopRelevances[position] = relevance;
    this.touchedStops.add(graph.idAt(position));
    this.undo.push(() => {
      graph.stopWeights[position] = oldWeight;
      graph.stopRelevances[position] = oldRelevance;
    });
  }

  /** `asked`: the question in words, where the route is one that was taught. */
  putVector(id: string, vector: Vector, route = 0, asked: Asked | null = null): void {
    const before = this.vectors.record(id, route);
    this.vectors.set(id, route, vector);
    this.touchVector(id, route, asked);
    this.undo.push(() => {
      if (before) this.vectors.load(before);
      else this.vectors.delete(id, route);
    });
  }

  removeVector(id: string, route = 0): void {
    const before = this.vectors.record(id, route);
    if (!before) return;
    this.vectors.delete(id, route);
    this.touchVector(id, route, null);
    this.undo.push(() => this.vectors.load(before));
  }

  /** Everything that this draft altered, as absolute values. */
  change(): GraphChange {
    const { graph } = this;
    const change = {
      nodes: [],
      removedNodes: [],
      edges: [],
      removedEdges: [],
      stops: [],
      vectors: [],
      removedVectors: [],
    } as Mutable<GraphChange>;
    for (const [id, node] of this.touchedNodes) {
      const writer = this.writers.get(id) ?? undefined;
      if (node) change.nodes.push({ ...node, ordinal: graph.ordinals[graph.positionOf(id)], writer });
      else change.removedNodes.push(id);
    }
    for (const [source, target] of this.touchedEdges.values()) {
      const edge = graph.edgeOf(source, target);
      if (edge < 0) change.removedEdges.push([source, target]);
      else change.edges.push(this.placed(edge));
    }
    for (const id of this.touchedStops) {
      const position = graph.positionOf(id);
      const weight = position < 0 ? 0 : graph.stopWeights[position];
      const relevance = position < 0 ? 0 : graph.stopRelevances[position];
      change.stops.push({ id, weight, relevance });
    }
    for (const [id, route] of this.touchedVectors.values()) {
      const record: VectorRecord | undefined = this.vectors.record(id, route);
      if (record) change.vectors.push({ ...record, asked: this.asked(id, route) });
      else change.removedVectors.push([id, route]);
    }
    return change;
  }

  /** Takes back everything that this draft altered. */
  rollback(): void {
    for (let step = this.undo.pop(); step; step = this.undo.pop()) step();
    if (this.removedANode) this.graph.restoreOrder();
    this.touchedNodes.clear();
    this.touchedEdges.clear();
    this.metadata.clear();
    this.touchedStops.clear();
    this.touchedVectors.clear();
    this.questions.clear();
  }

  private placed(edge: number): PlacedEdge {
    const { graph } = this;
    const source = graph.idAt(graph.sources[edge]);
    const target = graph.idAt(graph.targets[edge]);
    const relevance = graph.relevances[edge];
    return {
      source,
      target,
      weight: graph.weights[edge],
      kind: graph.edgeKindAt(edge),
      relevance: Number.isNaN(relevance) ? null : relevance,
      metadata: this.metadata.get(source + JOINT + target) ?? null,
      bucket: graph.bucketAt(graph.sources[edge]),
      ordinal: graph.edgeOrdinals[edge],
    };
  }

  private touchVector(id: string, route: number, asked: Asked | null): void {
    const key = id + JOINT + route;
    this.touchedVectors.set(key, [id, route]);
    this.questions.set(key, asked);
  }

  private touchEdge(source: string, target: string): void {
    this.touchedEdges.set(source + JOINT + target, [source, target]);
  }
}

function numbersOf(node: NodeRecord): NodeNumbers {
  return { ...node, length: lengthOf(node.text), quarantined: isQuarantined(node) };
}

function saysTheSame(node: NodeRecord, before: NodeRecord | undefined): boolean {
  return (
    before !== undefined &&
    before.text === node.text &&
    before.summary === node.summary &&
    JSON.stringify(before.metadata) === JSON.stringify(node.metadata)
  );
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };
