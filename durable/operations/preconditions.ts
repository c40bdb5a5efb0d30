// Optimistic concurrency: a write may name the state that it was made for, and is refused in any other.
// A state is named by the revision of the whole memory, or by the tag of the one node that the request is about.

import { Refusal } from "../../wire/errors.ts";
import { withoutUse } from "../graph/memories/use.ts";
import type { NodeRecord } from "../graph/records.ts";
import { digestOf } from "../text/digest.ts";
import type { Work } from "./memory.ts";

const TAG_DIGITS = 16;

export function revisionTag(revision: number): string {
  return `r${revision}`;
}

/** Tag of what a caller sets on a node. What the node has learned does not change it, nor that a memory was of use. */
export function nodeTag({ text, summary, metadata, authority }: NodeRecord): string {
  const state = JSON.stringify([text, summary, withoutUse(metadata), authority]);
  return `n${digestOf(state).slice(0, TAG_DIGITS)}`;
}

/** Refuses unless one of the tags that the call names is that of the memory, or of the node; `*` is any state. */
export function requireState({ store, call }: Work, nodeId: string | undefined): void {
  if (!call.ifMatch) return;
  const node = nodeId === undefined ? undefined : store.storedNode(nodeId);
  const tag = revisionTag(store.revision);
  const current = node ? ["*", tag, nodeTag(node)] : ["*", tag];
  if (call.ifMatch.some((named) => current.includes(named))) return;
  throw new Refusal(
    "precondition_failed",
    node
      ? `node ${nodeId} is not as If-Match says: read it again, and send what you still want to change`
      : "the memory has changed since the revision in If-Match: read what you need again, and send the write for that",
    { revision: store.revision, etag: tag, ...(node && { node_etag: nodeTag(node) }) },
  );
}
