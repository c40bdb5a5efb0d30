// Edit: sets text, summary or metadata of a node that somebody wrote. What it has learned stays, in weights and questions.

import type { EditReply, EditRequest } from "../../wire/devices.ts";
import { Refusal } from "../../wire/errors.ts";
import { belongsToSync } from "../graph/maintenance/inheritance.ts";
import type { Metadata, NodeRecord } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import { firstLine, strip } from "../text/lines.ts";
import { asEdit } from "./as-event.ts";
import { changeableNode } from "./changeable-node.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { requireNotErased, takeBack } from "./erased-before.ts";
import type { Operation, Work } from "./memory.ts";
import { nodeTag } from "./preconditions.ts";
import { checkVector } from "./teaching.ts";

const FIELDS = ["text", "summary", "metadata"] as const;

export const edit: Operation<EditRequest, EditReply, Vector | null> = {
  about: ({ id }) => id,

  async wait({ embedder }, { text }) {
    const vectors = text === undefined ? null : await vectorsAtOnce(embedder, [strip(text)]);
    return vectors?.[0] ?? null;
  },

  act(work, request, vector) {
    const { draft, call } = work;
    const before = editableNode(work, request.id);
    const after = edited(before, request);
    const changed = FIELDS.filter((field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]));
    if (changed.includes("text")) {
      if (vector) checkVector(work, vector);
      if (vector) draft.putVector(after.id, vector);
      // That of the former text would lead to what is not said any more.
      else draft.removeVector(after.id);
      takeBack(work, request, [after.text]);
      requireNotErased(work, after.text);
    }
    if (changed.length > 0) {
      asEdit(work, after.id, () => {
        draft.putNode(after);
        return changed;
      });
    }
    const waits = changed.includes("text") && vector === null;
    return {
      node_id: after.id,
      changed,
      etag: nodeTag(after),
      event_id: changed.length > 0 ? call.id : null,
      ...(waits && { embedding: "pending" }),
      total_ms: call.elapsed(),
    };
  },
};

/** The node, unless it says what a file says: the next sync would take the edit back. */
function editableNode({ draft }: Work, id: string): NodeRecord {
  const node = changeableNode(draft, id);
  if (!belongsToSync(node)) return node;
  throw new Refusal(
    "protected_node",
    `node ${id} says what ${node.file === null ? "files say" : `the file ${node.file} says`}: ` +
      "change it there and sync, or send a correction",
  );
}

/** A summary that was the first line of the text stays so, unless the request has another. */
function edited(node: NodeRecord, request: EditRequest): NodeRecord {
  const text = request.text === undefined ? node.text : strip(request.text);
  const summary = node.summary === firstLine(node.text) ? firstLine(text) : node.summary;
  return {
    ...node,
    text,
    summary: request.summary ?? summary,
    metadata: (request.metadata as Metadata | undefined) ?? node.metadata,
  };
}
