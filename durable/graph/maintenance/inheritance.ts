// What parts and merged nodes take over from the nodes they come from. A node that stands for workspace chunks
// says so in `metadata.replaces`, with their content hashes, so that sync knows these chunks are covered.

import { LEADING, MISLEADING, questionsOf } from "../correcting.ts";
import type { Draft } from "../draft.ts";
import type { Json, Metadata, NodeKind, NodeRecord } from "../records.ts";
import { AUTHORITIES } from "../records.ts";
import type { RouteGraph } from "../route-graph.ts";
import { replacementsOf } from "../stand-ins.ts";
import { cosine, type Vector } from "../vectors.ts";
import type { TextTools } from "./text-tools.ts";

/** An id that no node has: the wanted one, or the first of `<wanted>:1`, `<wanted>:2`, …. */
export function freeId(graph: RouteGraph, wanted: string): string {
  if (!graph.has(wanted)) return wanted;
  for (let count = 1; ; count++) if (!graph.has(`${wanted}:${count}`)) return `${wanted}:${count}`;
}

/** The workspace chunks that these nodes are, or stand for, as metadata; nothing when there are none. */
export function replacesOf(nodes: readonly NodeRecord[], { digestOf }: TextTools): Metadata {
  const replaced = new Map<string, Json>();
  for (const { id, origin, text, metadata } of nodes) {
    if (origin === "workspace") replaced.set(id, { id, hash: digestOf(text) });
    for (const earlier of replacementsOf(metadata)) replaced.set(JSON.stringify(earlier), earlier);
  }
  return replaced.size === 0 ? {} : { replaces: [...replaced.values()] };
}

/** True for a workspace chunk, and for a node that stands for some: when the file changes, sync takes it away. */
export function belongsToSync({ origin, metadata }: NodeRecord): boolean {
  return origin === "workspace" || replacementsOf(metadata).length > 0;
}

/** Kind, authority and file of a merged node: the more protected one of each where the two differ. */
export function commonStanding(
  a: NodeRecord,
  b: NodeRecord,
): Pick<NodeRecord, "kind" | "authority" | "file"> {
  const rank = (node: NodeRecord) => AUTHORITIES.indexOf(node.authority);
  return {
    kind: commonKind(a.kind, b.kind),
    authority: rank(b) > rank(a) ? b.authority : a.authority,
    file: a.file ?? b.file,
  };
}

/** Gives each question that was taught to `from` to the heir whose vector is closest to it. */
export function carryTaughtRoutes(
  draft: Draft,
  from: string,
  heirs: readonly { readonly id: string; readonly vector: Vector }[],
): void {
  for (const side of [LEADING, MISLEADING])
    for (const { vector, asked } of questionsOf(draft, from, side)) {
      let best = heirs[0];
      for (const heir of heirs) if (cosine(vector, heir.vector) > cosine(vector, best.vector)) best = heir;
      const free = side.first + questionsOf(draft, best.id, side).length;
      if (free < side.end) draft.putVector(best.id, vector, free, asked);
    }
}

/** A correction stays one, since its suppressions stay; other mixtures are notes. */
function commonKind(a: NodeKind, b: NodeKind): NodeKind {
  if (a === b) return a;
  return a === "correction" || b === "correction" ? "correction" : "note";
}
