// Reads a state.json of the reference that anyone may have written. Refuses what is not one, naming the place.
// A file that is the graph itself is read too; an edge's weight is clamped when it is put into the graph.

import { Refusal } from "../../wire/errors.ts";
import type { Metadata } from "../graph/records.ts";
import type { ReferenceEdge, ReferenceNode, ReferenceState } from "./reference-state.ts";

type Fields = Readonly<Record<string, unknown>>;

export function readReferenceState(value: unknown): ReferenceState {
  const state = fields(value, "the state");
  const isGraph = state.graph === undefined && state.nodes !== undefined;
  const graph = fields(isGraph ? state : state.graph, "graph");
  const index = Object.entries(fields(state.index ?? {}, "index"));
  return {
    graph: {
      nodes: list(graph.nodes, "graph.nodes").map((node, at) => nodeIn(node, `graph.nodes[${at}]`)),
      edges: list(graph.edges ?? [], "graph.edges").map((edge, at) => edgeIn(edge, `graph.edges[${at}]`)),
    },
    index: new Map(index.map(([id, vector]) => [id, numbers(vector, `index.${id}`)])),
    meta: metadata(state.meta, "meta"),
  };
}

/** A node; `place` names it in refusals. */
export function nodeIn(value: unknown, place: string): ReferenceNode {
  const node = fields(value, place);
  return {
    id: text(node.id, `${place}.id`),
    content: text(node.content, `${place}.content`),
    summary: text(node.summary ?? "", `${place}.summary`),
    metadata: metadata(node.metadata, `${place}.metadata`),
  };
}

export function edgeIn(value: unknown, place: string): ReferenceEdge {
  const edge = fields(value, place);
  const { weight, kind } = edge;
  return {
    source: text(edge.source, `${place}.source`),
    target: text(edge.target, `${place}.target`),
    ...(weight !== undefined && { weight: number(weight, `${place}.weight`) }),
    ...(kind !== undefined && { kind: text(kind, `${place}.kind`) }),
    metadata: metadata(edge.metadata, `${place}.metadata`),
  };
}

function metadata(value: unknown, place: string): Metadata {
  // SAFETY: the fields of a JSON object are JSON.
  return fields(value ?? {}, place) as Metadata;
}

function fields(value: unknown, place: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  return refuse(`${place} must be an object`);
}

function list(value: unknown, place: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(`${place} must be a list`);
}

export function numbers(value: unknown, place: string): number[] {
  return list(value, place).map((entry, at) => number(entry, `${place}[${at}]`));
}

function number(value: unknown, place: string): number {
  return typeof value === "number" && Number.isFinite(value) ? value : refuse(`${place} must be a number`);
}

function text(value: unknown, place: string): string {
  return typeof value === "string" ? value : refuse(`${place} must be a string`);
}

function refuse(message: string): never {
  throw new Refusal("invalid_request", `${message}: send a state.json as openclawbrain writes it`);
}
