// Reading procedures: which there are, and one with its steps in order and its versions.

import type {
  ProcedureStepsReply,
  ProcedureStepsRequest,
  ProceduresReply,
  ProceduresRequest,
} from "../../wire/procedures.ts";
import { isWithheld, stepsOf } from "../graph/structure.ts";
import type { StoredNode } from "../store/ports.ts";
import type { Operation } from "./memory.ts";
import { ordinalIn } from "./ordinal-cursor.ts";
import { nodeTag } from "./preconditions.ts";
import {
  partOf,
  procedureNode,
  storedSteps,
  supersededBy,
  versionOf,
  versionsOf,
} from "./procedure-nodes.ts";

const PAGE = 50;

export const procedures: Operation<ProceduresRequest, ProceduresReply> = {
  act({ graph, store, call }, { limit = PAGE, cursor }) {
    const after = cursor === undefined ? -1 : ordinalIn(cursor, "procedures");
    const found: { readonly position: number; readonly node: StoredNode }[] = [];
    for (const [id, position] of graph.entries()) {
      if (graph.kindAt(position) !== "procedure" || graph.ordinals[position] <= after) continue;
      const node = isWithheld(graph, position) ? undefined : store.storedNode(id);
      if (node) found.push({ position, node });
      // One more than the page tells whether another page follows.
      if (found.length > limit) break;
    }
    const page = found.slice(0, limit);
    return {
      procedures: page.map(({ position, node }) => {
        return { ...versionIn(node), steps: stepsOf(graph, position).length, untrusted: true };
      }),
      next_cursor: found.length > limit ? String(graph.ordinals[page[limit - 1].position]) : null,
      total_ms: call.elapsed(),
    };
  },
};

export const procedureSteps: Operation<ProcedureStepsRequest, ProcedureStepsReply> = {
  act(work, { id }) {
    const { graph, store, call } = work;
    const root = procedureNode(work, id);
    const { title, content } = partOf(root);
    return {
      id,
      title,
      content,
      version: versionOf(root),
      superseded_by: supersededBy(graph, id),
      versions: versionsOf(graph, id).flatMap((version) => {
        const node = store.storedNode(version);
        return node ? [versionIn(node)] : [];
      }),
      steps: storedSteps(work, id).map((node, index) => {
        const { title, content } = partOf(node);
        const kind = node.kind === "decision" ? "decision" : "step";
        return { step: index + 1, id: node.id, kind, title, content };
      }),
      etag: nodeTag(root),
      untrusted: true,
      total_ms: call.elapsed(),
    };
  },
};

function versionIn(node: StoredNode) {
  const { id, createdAt, author } = node;
  return { id, version: versionOf(node), title: partOf(node).title, created_at: createdAt, author };
}

/** A cursor is the ordinal of the last procedure of the page before. */
