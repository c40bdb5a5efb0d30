// Memories as maintenance meets them, made at random: files with and without links, what was taught and corrected,
// merged and split nodes, anchors. And the text room's knowledge, with vectors that depend on the text alone.

import fc from "fast-check";
import type { Draft } from "../../durable/graph/draft.ts";
import type { VectorOf } from "../../durable/graph/maintenance/text-tools.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { Metadata, NodeRecord } from "../../durable/graph/records.ts";
import { textToolsOf } from "../../durable/operations/text-tools.ts";
import { digestBytes } from "../../durable/text/digest.ts";
import { edgeRecord, emptyMemory, nodeRecord, roundNumber } from "./small-graph.ts";

export const TOOLS = textToolsOf(PRODUCT.structure);
const DIMENSION = 4;

/** The same text has the same vector; different texts mostly point elsewhere. */
export const vectorOf: VectorOf = (text) =>
  Float64Array.from(digestBytes(text).subarray(0, DIMENSION), (byte) => byte - 100);

const CLASSES = [
  "lone",
  "chunk",
  "anchor",
  "canonical",
  "correction",
  "teaching",
  "merged",
  "split",
] as const;
type NodeClass = (typeof CLASSES)[number];

const LONG = "A long section that says one thing at length. ".repeat(40);
const Text = fc.constantFrom("short", "one\n\ntwo", `${LONG}\n\n${LONG}\n\nlast`, `${LONG}${LONG}`, "");
const Member = fc.record({
  nodeClass: fc.constantFrom(...CLASSES),
  text: Text,
  file: fc.constantFrom("a.md", "b.md"),
});
const Link = fc.record({
  from: fc.nat(),
  to: fc.nat(),
  weight: fc.oneof(roundNumber(0, 1), fc.constantFrom(0, 0.004, 0.9, 1)),
  mutual: fc.boolean(),
  kind: fc.constantFrom("cross_file", "cross_file", "cross_file", "sibling", "mention"),
});

export const UpkeepMemory = fc.record({
  members: fc.array(Member, { minLength: 1, maxLength: 24, size: "max" }),
  links: fc.array(Link, { maxLength: 70, size: "max" }),
});
export type UpkeepMemory = typeof UpkeepMemory extends fc.Arbitrary<infer Value> ? Value : never;

/** Opens a memory; the changes of the returned draft begin with it. */
export function openUpkeep({ members, links }: UpkeepMemory) {
  const memory = emptyMemory();
  const { draft } = memory;
  const nodes = members.map((member, index) => memberNode(member, index));
  for (const node of nodes) {
    draft.putNode(node);
    draft.putVector(node.id, vectorOf(node.text) as Float64Array);
    if (node.kind === "correction") draft.putVector(node.id, vectorOf(`asked ${node.id}`) as Float64Array, 1);
  }
  for (const one of links) link(draft, nodes, one);
  return { ...memory, nodes };
}

function memberNode({ nodeClass, text, file }: UpkeepMemory["members"][number], index: number): NodeRecord {
  const id = `${file}::${index}`;
  const chunk = { kind: "chunk", origin: "workspace", file, chunk: index, text: `${text} ${id}` } as const;
  const taught = { text: `${text} ${nodeClass} ${index}` };
  const replaces: Metadata = index % 2 === 0 ? { replaces: [{ id: `${file}::9${index}`, hash: "0" }] } : {};
  const made: Record<NodeClass, () => NodeRecord> = {
    lone: () => nodeRecord(id, chunk),
    chunk: () => nodeRecord(id, chunk),
    anchor: () => nodeRecord(id, { ...chunk, authority: "constitutional" }),
    canonical: () => nodeRecord(id, { ...chunk, authority: "canonical" }),
    correction: () => nodeRecord(`correction::${index}`, { ...taught, kind: "correction" }),
    teaching: () => nodeRecord(`teaching::${index}`, { ...taught, kind: "teaching" }),
    merged: () => nodeRecord(`merged:${index}`, { ...taught, origin: "merged", metadata: replaces }),
    split: () => nodeRecord(`split:x:${index}`, { ...taught, origin: "split", file, metadata: replaces }),
  };
  return made[nodeClass]();
}

/** A one-way link from a correction suppresses; the way back to the correction stays open. */
function link(
  draft: Draft,
  nodes: readonly NodeRecord[],
  { from, to, weight, mutual, kind }: UpkeepMemory["links"][number],
): void {
  const source = nodes[from % nodes.length];
  const target = nodes[to % nodes.length];
  if (source === target) return;
  if (source.kind === "correction" && target.kind !== "correction" && !mutual) {
    draft.putEdge(edgeRecord([source.id, target.id, -0.5], { kind: "inhibitory" }));
    draft.putEdge(edgeRecord([target.id, source.id, weight], { kind }));
    return;
  }
  if (draft.graph.edgeOf(source.id, target.id) < 0)
    draft.putEdge(edgeRecord([source.id, target.id, weight], { kind }));
  if (mutual && draft.graph.edgeOf(target.id, source.id) < 0) {
    draft.putEdge(edgeRecord([target.id, source.id, weight], { kind }));
  }
}
