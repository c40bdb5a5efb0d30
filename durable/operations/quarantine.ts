// What the screen keeps back: a list for who judges it, letting go, and discarding. Letting go does what the write would
// have done: the node is linked and tied, and a correction takes effect. Discarding is an erasure like any other.

import type { EraseReply } from "../../wire/erasing.ts";
import { Refusal } from "../../wire/errors.ts";
import type {
  QuarantinedNode,
  QuarantineReply,
  QuarantineRequest,
  ReleaseReply,
} from "../../wire/screening.ts";
import type { NodeRecord, ScreenNote } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { isKeptBack, procedureOf, stepsOf } from "../graph/structure.ts";
import { writtenOut } from "../text/screening/written-out.ts";
import { erase } from "./erase.ts";
import type { Vectors } from "./erase-history.ts";
import { finishLesson } from "./late-lessons.ts";
import type { Operation, Work } from "./memory.ts";
import { takePlace } from "./taking-place.ts";

const PAGE = 50;

export const quarantine: Operation<QuarantineRequest, QuarantineReply> = {
  act({ graph, store, call }, { limit = PAGE, cursor }) {
    const after = cursor === undefined ? -1 : placeOf(cursor);
    const kept = Array.from(graph.quarantined)
      .filter((position) => !isPartOfKept(graph, position))
      .sort((a, b) => graph.ordinals[a] - graph.ordinals[b]);
    const rest = kept.filter((position) => graph.ordinals[position] > after);
    const page = rest.slice(0, limit);
    return {
      quarantined: page.flatMap((position) => {
        const node = store.storedNode(graph.idAt(position));
        if (!node) return [];
        const { id, kind, text, file, author } = node;
        const { verdict, reasons, at } = node.screen as ScreenNote;
        const parts = partsOf(graph, position).map((part) => graph.idAt(part));
        const texts = [text, ...parts.map((part) => store.storedNode(part)?.text ?? "")];
        return [
          {
            ...{ id, kind, file, author, at, verdict, parts },
            text: writtenOut(texts.join("\n\n")),
            reasons: [...reasons],
            untrusted: true as const,
          },
        ];
      }),
      count: kept.length,
      next_cursor: rest.length > limit ? String(graph.ordinals[page[limit - 1]]) : null,
      total_ms: call.elapsed(),
    };
  },
};

export const release: Operation<QuarantinedNode, ReleaseReply> = {
  // A reviewer has read it.
  decides: true,
  act(work, { id }) {
    const { draft, store, call } = work;
    const released = keptTogether(work, id);
    const stamp = { at: call.now, author: call.author };
    for (const node of released) {
      const screen: ScreenNote = {
        ...(node.screen as ScreenNote),
        released: { by: call.author, at: call.now },
      };
      draft.putNode({ ...node, screen });
    }
    const finished = released.map((node) => effectOf(work, node));
    store.record("review", { event: call.id, action: "released", node_id: id }, stamp);
    const reasons = released.flatMap(({ screen }) => screen?.reasons ?? []);
    store.audit.append(
      { kind: "review", target: `node:${id}`, detail: `released:${[...new Set(reasons)].join(",")}` },
      stamp,
    );
    return {
      id,
      released: released.map((node) => node.id),
      edges_added: finished.reduce((sum, { edgesAdded }) => sum + edgesAdded, 0),
      suppresses: finished.flatMap(({ suppresses }) => suppresses),
      total_ms: call.elapsed(),
    };
  },
};

export const discard: Operation<QuarantinedNode, EraseReply, Vectors> = {
  wait(memory, { id }, call) {
    requireKept(memory.graph, id);
    return (erase.wait as NonNullable<typeof erase.wait>)(memory, { node_ids: [id] }, call);
  },
  act(work, { id }, vectors) {
    requireKept(work.graph, id);
    return erase.act(work, { node_ids: [id] }, vectors);
  },
};

/** What its lesson would have done; without a vector, what it will do once that is there. */
function effectOf(work: Work, node: NodeRecord) {
  const { draft, store, call } = work;
  const entry = node.screen?.entry;
  if (entry !== undefined) takePlace(work, node, entry);
  const vector = draft.vectors.vector(node.id, 0);
  if (entry !== undefined && vector) return finishLesson(work, node, vector, { entry, asked: null }, null);
  if (entry !== undefined) store.pending.addLesson(node.id, entry, null, call.now);
  return { edgesAdded: 0, suppresses: [] };
}

/** A node that is kept back, with the parts that are nothing without it. */
function keptTogether({ graph, draft }: Work, id: string): NodeRecord[] {
  requireKept(graph, id);
  const position = graph.positionOf(id);
  const root = procedureOf(graph, position);
  const positions = root < 0 ? [position] : [root, ...stepsOf(graph, root)];
  return positions
    .filter((one) => graph.quarantined.has(one))
    .map((one) => draft.node(graph.idAt(one)) as NodeRecord);
}

function requireKept(graph: RouteGraph, id: string): void {
  if (graph.has(id) && isKeptBack(graph, id)) return;
  throw new Refusal("not_found", `nothing called ${id} is kept back: GET /quarantine lists what is`);
}

/** Whether it is a step that is listed with its procedure. */
function isPartOfKept(graph: RouteGraph, position: number): boolean {
  const root = procedureOf(graph, position);
  return root >= 0 && root !== position && graph.quarantined.has(root);
}

function partsOf(graph: RouteGraph, position: number): number[] {
  return graph.kindAt(position) === "procedure" ? stepsOf(graph, position) : [];
}

/** A cursor is the rank of the last node of the page before. */
function placeOf(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new Refusal("invalid_request", "cursor must be the next_cursor of an earlier page of the quarantine");
}
