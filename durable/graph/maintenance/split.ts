// A long or overloaded node becomes its parts. score = Σ share · part over length, hub degree, merge origin and
// variance of outgoing weights, each 0…1. Every edge of the parent goes to the part closest to its other end;
// where none is close all parts share its weight. Suppressions go to every part.

import type { Draft } from "../draft.ts";
import { degreeOf } from "../health.ts";
import type { NodeRecord } from "../records.ts";
import type { RouteGraph } from "../route-graph.ts";
import type { StructureSettings } from "../settings.ts";
import { isRecorded } from "../structure.ts";
import { cosine, type Vector } from "../vectors.ts";
import { carryTaughtRoutes, freeId, replacesOf } from "./inheritance.ts";
import { Slice, sliceOfNodes } from "./slice.ts";
import type { TextTools, VectorOf } from "./text-tools.ts";

export interface SplitSuggestion {
  readonly id: string;
  readonly score: number;
  /** The four parts of the score, named as they are published. */
  readonly reasons: {
    readonly content_length: number;
    readonly hub_degree: number;
    readonly merge_origin: number;
    readonly edge_weight_variance: number;
  };
  /** True for canonical nodes, which maintenance does not split by itself. */
  readonly needsConfirmation: boolean;
}

export interface SplitResult {
  readonly childIds: readonly string[];
  readonly edgesRewired: number;
  readonly siblingsAdded: number;
}

/** The nodes that would gain most from a split, best first. Constitutional nodes are never among them. */
export function suggestSplits(
  graph: RouteGraph,
  settings: StructureSettings,
  count = settings.splitSuggestions,
): SplitSuggestion[] {
  return betterSplits([], graph, settings, count, new Slice());
}

/** The best of the suggestions that are known and of those among the nodes of a slice. */
export function betterSplits(
  known: readonly SplitSuggestion[],
  graph: RouteGraph,
  settings: StructureSettings,
  count: number,
  slice: Slice,
): SplitSuggestion[] {
  const suggestions = [...known];
  sliceOfNodes(graph, slice, (position, id) => {
    const authority = graph.authorityAt(position);
    if (authority === "constitutional" || isRecorded(graph.kindAt(position))) return;
    if (graph.quarantined.has(position)) return;
    if (settings.keepWorkspace && graph.isWorkspaceChunk(position)) return;
    slice.read(graph.out.counts[position] + graph.into.counts[position]);
    const reasons = reasonsOf(graph, position, settings);
    const { length, hub, merged, variance } = settings.splitShares;
    const score =
      length * reasons.content_length +
      hub * reasons.hub_degree +
      merged * reasons.merge_origin +
      variance * reasons.edge_weight_variance;
    if (score < settings.splitMinScore) return;
    suggestions.push({ id, score, reasons, needsConfirmation: authority === "canonical" });
  });
  return suggestions.sort((a, b) => b.score - a.score).slice(0, count);
}

/** The paragraphs of a text as parts; where there are too many, neighbours share a part. */
export function partsOf(text: string, { splitMaxParts }: StructureSettings, tools: TextTools): string[] {
  const paragraphs = tools.paragraphsOf(text);
  if (splitMaxParts === null || paragraphs.length <= splitMaxParts) return paragraphs;
  const size = Math.ceil(paragraphs.length / splitMaxParts);
  const parts: string[] = [];
  for (let start = 0; start < paragraphs.length; start += size) {
    parts.push(paragraphs.slice(start, start + size).join("\n\n"));
  }
  return parts;
}

/**
 * Splits a node into its stripped, non-blank chunks. Returns null, and changes nothing, when the vector of a part
 * is not at hand. Throws when the node is unknown or constitutional, and when all chunks are blank.
 */
export function splitNode(
  draft: Draft,
  id: string,
  chunks: readonly string[],
  vectorOf: VectorOf,
  settings: StructureSettings,
  tools: TextTools,
): SplitResult | null {
  const { graph } = draft;
  const parent = graph.has(id) ? draft.node(id) : undefined;
  if (!parent) throw new Error(`parent node not found: ${id}`);
  if (parent.authority === "constitutional") throw new Error("constitutional nodes cannot be split");
  const texts = chunks.map(tools.strip).filter((text) => text !== "");
  if (texts.length === 0) throw new Error("chunks must contain at least one non-empty section");
  const vectors = texts.map(vectorOf);
  if (!isComplete(vectors)) return null;

  const parts = texts.map((text, index) => {
    const part = partOf(parent, freeId(graph, `split:${id}:${index}`), text, settings, tools);
    draft.putNode(part);
    draft.putVector(part.id, vectors[index]);
    return { id: part.id, vector: vectors[index] };
  });
  const edgesRewired = handEdgesOn(draft, id, parts, vectorOf, settings);
  const siblingsAdded = linkSiblings(draft, parts, settings.siblingWeight);
  if (settings.carryOver) carryTaughtRoutes(draft, id, parts);
  draft.removeNode(id);
  return { childIds: parts.map((part) => part.id), edgesRewired, siblingsAdded };
}

interface Part {
  readonly id: string;
  readonly vector: Vector;
}

function reasonsOf(graph: RouteGraph, position: number, settings: StructureSettings) {
  const [short, long] = settings.splitLengthRange;
  const weights = graph.outgoing(position).map((edge) => graph.weights[edge]);
  return {
    content_length: clamp01((graph.lengths[position] - short) / Math.max(1, long - short)),
    hub_degree: clamp01(Math.log(1 + degreeOf(graph, position)) / Math.log(1 + settings.splitHubDegree)),
    merge_origin: graph.originAt(position) === "merged" ? 1 : 0,
    edge_weight_variance: clamp01(varianceOf(weights)),
  };
}

function partOf(
  parent: NodeRecord,
  id: string,
  text: string,
  settings: StructureSettings,
  tools: TextTools,
): NodeRecord {
  const { kind, authority, file } = parent;
  return {
    id,
    text,
    summary: tools.firstLineOf(text),
    origin: "split",
    chunk: null,
    ...(settings.carryOver ? { kind, authority, file } : { kind: "note", authority: "overlay", file: null }),
    metadata: {
      parent: parent.id,
      source: "split_node",
      ...(settings.carryOver && replacesOf([parent], tools)),
    },
  };
}

/** Outgoing edges first: a self edge then comes back as an incoming one, and ends up between the parts. */
function handEdgesOn(
  draft: Draft,
  parent: string,
  parts: readonly Part[],
  vectorOf: VectorOf,
  settings: StructureSettings,
): number {
  const { graph } = draft;
  const position = graph.positionOf(parent);
  let rewired = 0;
  for (const direction of ["outgoing", "incoming"] as const) {
    for (const edge of graph[direction](position)) {
      const source = graph.idAt(graph.sources[edge]);
      const target = graph.idAt(graph.targets[edge]);
      const kind = graph.edgeKindAt(edge);
      const { heirs, share } =
        kind === "inhibitory"
          ? { heirs: parts, share: 1 }
          : heirsOf(draft, direction === "outgoing" ? target : source, parts, vectorOf, settings);
      const relevance = Number.isNaN(graph.relevances[edge]) ? null : graph.relevances[edge];
      const edgeData = { kind, relevance, metadata: draft.edgeMetadata(source, target) };
      const weight = graph.weights[edge] / share;
      for (const { id } of heirs) {
        const ends = direction === "outgoing" ? { source: id, target } : { source, target: id };
        draft.putEdge({ ...ends, weight, ...edgeData });
        rewired++;
      }
    }
  }
  return rewired;
}

/** The part closest to a neighbour, or all parts in equal shares where none is close. */
function heirsOf(
  draft: Draft,
  neighbour: string,
  parts: readonly Part[],
  vectorOf: VectorOf,
  settings: StructureSettings,
): { heirs: readonly Part[]; share: number } {
  const vector = draft.vectors.vector(neighbour, 0) ?? vectorOf(draft.node(neighbour)?.text ?? "");
  let best = parts[0];
  let highest = -1;
  for (const part of parts) {
    const similarity = vector === undefined ? 0 : cosine(part.vector, vector);
    if (similarity > highest) [best, highest] = [part, similarity];
  }
  if (highest < settings.splitMinSimilarity) return { heirs: parts, share: parts.length };
  return { heirs: [best], share: 1 };
}

function linkSiblings(draft: Draft, parts: readonly Part[], weight: number): number {
  for (const { id: source } of parts) {
    for (const { id: target } of parts) {
      if (source === target) continue;
      draft.putEdge({ source, target, weight, kind: "sibling", relevance: null, metadata: {} });
    }
  }
  return parts.length * (parts.length - 1);
}

function isComplete(vectors: readonly (Vector | undefined)[]): vectors is readonly Vector[] {
  return vectors.every((vector) => vector !== undefined);
}

function varianceOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
