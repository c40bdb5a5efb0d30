// How a procedure is stored: a root and its steps, joined by fixed edges, all of it or nothing. A version that supersedes another
// takes over what was learned of it; the older one is kept, and shown to no question.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { ProcedureReply, ProcedureRequest } from "../../wire/procedures.ts";
import type { Draft } from "../graph/draft.ts";
import { type Heir, inherit } from "../graph/inheriting.ts";
import { type EdgeRecord, isQuarantined, type NodeRecord, type ScreenNote } from "../graph/records.ts";
import { STEP, STEP_WEIGHT, SUPERSEDES, SUPERSEDES_WEIGHT, successorOf } from "../graph/structure.ts";
import type { Vector } from "../graph/vectors.ts";
import type { StoredNode } from "../store/ports.ts";
import { requireNotErased } from "./erased-before.ts";
import { recordInjection } from "./injection-entry.ts";
import type { Work } from "./memory.ts";
import {
  type Parts,
  partOf,
  partsOf,
  procedureId,
  procedureNode,
  rootNode,
  stepNode,
  storedSteps,
  supersededBy,
  textOf,
  versionOf,
} from "./procedure-nodes.ts";
import { checkVector } from "./teaching.ts";

/** Of root and steps, in order; those that are missing follow. */
export type PartVectors = readonly (Vector | undefined)[] | null;
type Stored = Omit<ProcedureReply, "total_ms">;

/** Refuses a procedure that can't be stored; changes nothing. Says which one it is, where it is there already. */
export function storable(work: Work, request: ProcedureRequest) {
  const parts = partsOf(request);
  const old = request.supersedes === undefined ? null : procedureNode(work, request.supersedes);
  const known = knownAs(work, parts, old);
  if (known) return { parts, old, known };
  if (old) requireReplaceable(work, old);
  for (const part of parts) requireNotErased(work, textOf(part));
  if (work.draft.graph.nodeCount + parts.length > LIMITS.nodesPerAgent) {
    throw new Refusal(
      "agent_full",
      `this agent would hold more than ${LIMITS.nodesPerAgent} nodes, which is the most: remove some, or use another agent`,
    );
  }
  return { parts, old, known };
}

/** Stores a procedure, or says which one it is already. */
export function storedProcedure(work: Work, request: ProcedureRequest, vectors: PartVectors): Stored {
  const { parts, old, known } = storable(work, request);
  if (known) return known;
  const root = rootNode(
    freeProcedureId(work, parts),
    parts,
    old ? versionOf(old) + 1 : 1,
    old?.authority ?? "overlay",
  );
  const steps = parts.slice(1).map((part, index) => stepNode(root.id, part, index + 1));
  put(work, [root, ...steps], vectors);
  const heirs = old ? replace(work, old, [root, ...steps]) : [];
  keepRecord(work, [root, ...steps], old, heirs);
  return {
    id: root.id,
    status: "created",
    version: versionOf(root),
    step_ids: steps.map(({ id }) => id),
    supersedes: old?.id ?? null,
    event_id: work.call.id,
    ...(parts.some((_, place) => !vectors?.[place]) && { embedding: "pending" }),
  };
}

/** The very same procedure, where it is there: the newest version, or one that superseded the same already. */
function knownAs(work: Work, parts: Parts, old: StoredNode | null): Stored | null {
  const same = sameProcedures(work, parts);
  const newest = same.find(({ id }) => supersededBy(work.graph, id) === null);
  const known = old ? newest : (newest ?? same[0]);
  if (!known) return null;
  const { graph } = work;
  const replaced = old && successorOf(graph, graph.positionOf(old.id));
  if (old && known.id !== old.id && graph.positionOf(known.id) !== replaced) {
    throw new Refusal("duplicate_id", `this very procedure is there as ${known.id}: leave supersedes out`, {
      id: known.id,
    });
  }
  return {
    id: known.id,
    status: "duplicate",
    version: versionOf(known),
    step_ids: storedSteps(work, known.id).map(({ id }) => id),
    supersedes: old && known.id !== old.id ? old.id : null,
    event_id: null,
  };
}

/** Nodes under the ids that a procedure may have, which say the same. */
function sameProcedures(work: Work, parts: Parts): StoredNode[] {
  const said = JSON.stringify(parts);
  return idsFor(work, parts).flatMap((id) => {
    const node = work.store.storedNode(id);
    if (node?.kind !== "procedure") return [];
    const stored = [node, ...storedSteps(work, id)].map(partOf);
    return JSON.stringify(stored) === said ? [node] : [];
  });
}

/** Ids by what a procedure says, as far as they are taken: an earlier version may have said the same. */
function idsFor({ graph }: Work, parts: Parts): string[] {
  const wanted = procedureId(parts);
  const ids: string[] = [];
  for (let id = wanted; graph.has(id); id = `${wanted}:${ids.length}`) ids.push(id);
  return ids;
}

function freeProcedureId(work: Work, parts: Parts): string {
  const taken = idsFor(work, parts).length;
  return taken === 0 ? procedureId(parts) : `${procedureId(parts)}:${taken}`;
}

function requireReplaceable({ graph, call }: Work, old: StoredNode): void {
  const newest = supersededBy(graph, old.id);
  if (newest !== null) {
    throw new Refusal(
      "superseded",
      `${newest} has taken the place of ${old.id}: read that one, and send what you still want to change as its next version`,
      { superseded_by: newest },
    );
  }
  if (old.authority === "constitutional") {
    throw new Refusal(
      "protected_node",
      `node ${old.id} is constitutional: take its anchor away before changing it`,
    );
  }
  if (old.authority !== "overlay" && call.role !== "owner") {
    throw new Refusal("forbidden", `only an owner may replace a ${old.authority} procedure`);
  }
}

function put(
  { draft, vectors: index, embedder }: Work,
  nodes: readonly NodeRecord[],
  vectors: PartVectors,
): void {
  for (const [place, node] of nodes.entries()) {
    draft.putNode(node);
    const vector = vectors?.[place];
    if (!vector) continue;
    checkVector({ vectors: index, embedder }, vector);
    draft.putVector(node.id, vector);
  }
  keepWhole(draft, nodes);
  const [root, ...steps] = nodes;
  for (const step of steps) draft.putEdge(fixedEdge(root.id, step.id, STEP, STEP_WEIGHT));
}

/** A runbook without one of its steps would mislead: where a part of it is kept back, all of it is. */
function keepWhole(draft: Draft, nodes: readonly NodeRecord[]): void {
  const notes = nodes.flatMap(({ id }) => {
    const node = draft.node(id);
    return node && isQuarantined(node) ? [node.screen as ScreenNote] : [];
  });
  const worst = notes.find(({ verdict }) => verdict === "reject") ?? notes[0];
  if (!worst) return;
  for (const { id } of nodes) {
    const node = draft.node(id) as NodeRecord;
    if (!isQuarantined(node)) draft.putNode({ ...node, screen: worst });
  }
}

function replace(work: Work, old: StoredNode, nodes: readonly NodeRecord[]): Heir[] {
  const { draft } = work;
  const former = [old, ...storedSteps(work, old.id)];
  const heirs = heirsOf(former, nodes);
  inherit(draft, heirs, new Set(former.map(({ id }) => id)));
  draft.putEdge(fixedEdge(nodes[0].id, old.id, SUPERSEDES, SUPERSEDES_WEIGHT));
  return heirs;
}

/** Which node goes on from which: the root, and of the steps those of the same kind and text, else of the same title. */
function heirsOf([old, ...former]: readonly NodeRecord[], [root, ...steps]: readonly NodeRecord[]): Heir[] {
  const heirs: Heir[] = [{ from: old.id, to: root.id, saysTheSame: old.text === root.text }];
  const open = new Set(steps);
  for (const isHeir of [
    (from: NodeRecord, to: NodeRecord) => from.text === to.text,
    (from: NodeRecord, to: NodeRecord) => from.metadata.title === to.metadata.title,
  ]) {
    for (const from of former) {
      if (heirs.some((heir) => heir.from === from.id)) continue;
      const to = [...open].find((step) => step.kind === from.kind && isHeir(from, step));
      if (!to) continue;
      open.delete(to);
      heirs.push({ from: from.id, to: to.id, saysTheSame: from.text === to.text });
    }
  }
  return heirs;
}

function keepRecord(
  work: Work,
  nodes: readonly NodeRecord[],
  old: StoredNode | null,
  heirs: readonly Heir[],
): void {
  const { store, call } = work;
  const [root, ...steps] = nodes;
  for (const node of nodes) {
    const linked = node === root ? [] : [root.id];
    const injected = { nodeId: node.id, injected: true, neighbours: [], linked, edgesAdded: linked.length };
    const inherits = heirs.find(({ to }) => to === node.id)?.from;
    recordInjection(work, injected, node, { suppresses: [], earlier: null, inherits });
  }
  const detail = {
    event: call.id,
    version: versionOf(root),
    steps: steps.length,
    supersedes: old?.id ?? null,
  };
  store.audit.append(
    { kind: "procedure", target: `procedure:${root.id}`, detail: JSON.stringify(detail) },
    { at: call.now, author: call.author },
  );
}

function fixedEdge(source: string, target: string, kind: string, weight: number): EdgeRecord {
  return { source, target, weight, kind, relevance: null, metadata: {} };
}
