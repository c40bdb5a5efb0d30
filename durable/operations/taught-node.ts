// The node that a teaching makes: its id follows from what it says, so the same words are the same node.

import type { Metadata, NodeKind, NodeRecord } from "../graph/records.ts";
import { digestOf } from "../text/digest.ts";
import { firstLine } from "../text/lines.ts";
import type { Work } from "./memory.ts";

export type TaughtKind = Extract<NodeKind, "correction" | "teaching" | "directive">;

const ID_DIGITS = 12;

/** Id of a taught node, made from its content: the same content is the same node. */
export function taughtId(kind: TaughtKind, content: string): string {
  return `${kind}::${digestOf(content).slice(0, ID_DIGITS)}`;
}

export function taughtNode(kind: TaughtKind, id: string, content: string, metadata: Metadata): NodeRecord {
  return {
    id,
    kind,
    origin: "injected",
    authority: "overlay",
    text: content,
    summary: firstLine(content),
    file: null,
    chunk: null,
    metadata,
  };
}

/** The node under an id that is free, or that of the same text: a node that was edited keeps the id of its first text. */
export function placedNode({ draft }: Work, node: NodeRecord): NodeRecord {
  const isFree = (id: string) => (draft.node(id)?.text ?? node.text) === node.text;
  if (isFree(node.id)) return node;
  for (let count = 1; ; count++)
    if (isFree(`${node.id}:${count}`)) return { ...node, id: `${node.id}:${count}` };
}
