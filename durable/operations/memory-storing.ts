// How a memory comes into the graph: beside what is there, as a version of it, or as one more time that it was heard. A version is
// a node of its own with a fixed edge to the one before, which stays as it was: taken back, it leaves that one current again.

import { Refusal } from "../../wire/errors.ts";
import type { MemoryRequest, StoreMemoryReply } from "../../wire/memories.ts";
import { momentOf } from "../../wire/times.ts";
import { inherit } from "../graph/inheriting.ts";
import { areTogether } from "../graph/memories/lifecycle.ts";
import { CAPTURING, type LikenessSettings, reinforced, STORING } from "../graph/memories/likeness.ts";
import type { MemoryRecord } from "../graph/memories/memory-record.ts";
import type { NodeRecord } from "../graph/records.ts";
import { isKeptBack, SUPERSEDES, SUPERSEDES_WEIGHT, successorOf } from "../graph/structure.ts";
import type { Vector } from "../graph/vectors.ts";
import { strip } from "../text/lines.ts";
import { isLongEnough } from "../text/memory-content.ts";
import { memoryTypeOf } from "../text/memory-type.ts";
import { carryKnowledge } from "./carrying-knowledge.ts";
import { contradictedBy } from "./contradicted.ts";
import { recordInjection } from "./injection-entry.ts";
import type { Work } from "./memory.ts";
import { fieldsIn, remark } from "./memory-marks.ts";
import { type MemoryFields, memoryId, memoryNode, newMemory } from "./memory-rows.ts";
import { viewOf } from "./memory-shelf.ts";
import { namedMemory } from "./memory-view.ts";
import { saying, standingAfter } from "./parted-versions.ts";
import { LOOKED_AT, type Near, placingOf } from "./placing-memory.ts";
import { nodesWorded } from "./same-wording.ts";
import { checkVector, holdBack, injectNode, linksNeighbours, plainMinSimilarity } from "./teaching.ts";

export type Stored = Omit<StoreMemoryReply, "total_ms">;

/** Neighbours that are looked at before those of others and of other projects are left out. */
const NEIGHBOURS = 200;

export function requireContent(content: string): string {
  const text = strip(content);
  if (isLongEnough(text)) return text;
  throw new Refusal("invalid_request", "content must have at least ten characters: say it as a sentence");
}

/** What a request says of a memory, with what nobody said. */
export function fieldsFor(request: MemoryRequest, now: number): MemoryFields {
  const moment = (value: string | number | undefined) =>
    value === undefined ? undefined : (momentOf(value, now) ?? undefined);
  const { source = "explicit", valid_from: from, valid_until: until, ...said } = request;
  const inferred = source === "explicit" ? undefined : memoryTypeOf(request.content);
  const [begins, ends] = [moment(from), moment(until)];
  if (begins !== undefined && ends !== undefined && ends <= begins) {
    throw new Refusal(
      "invalid_request",
      "valid_until must come after valid_from: the memory would never hold",
    );
  }
  const { supersedesId: _, ...fields } = newMemory(
    { ...said, source, type: said.type ?? inferred, valid_from: begins, valid_until: ends },
    now,
  );
  return fields;
}

/** Stores a memory, or says what became of it. `vector`: null where it follows later; then only the very words are known again. */
export function storedMemory(work: Work, request: MemoryRequest, vector: Vector | null): Stored {
  const content = requireContent(request.content);
  const fields = fieldsFor(request, work.call.now);
  if (vector) checkVector(work, vector);
  const wanted = memoryId(content, fields, work.call.author);
  if (isKeptBack(work.graph, wanted)) return unchanged(wanted, "duplicate");
  if (request.supersedes !== undefined) {
    const { record } = namedMemory(work, request.supersedes);
    const standing = standingAfter(work, record.id);
    const same = saying(standing, content);
    if (same) return unchanged(same.record.id, "duplicate");
    if (standing.length === 0) requireCurrent(work, record);
    const rivals = standing.map((one) => one.record.id);
    return added(work, content, fields, vector, { status: "new_version", old: record.id, rivals });
  }
  if (request.skip_dedup) return added(work, content, fields, vector, { status: "created" });
  const near = nearTo(work, content, fields, vector);
  const usual = fields.source === "explicit" ? STORING : CAPTURING;
  const settings: LikenessSettings = { ...usual, same: request.dedup_threshold ?? usual.same };
  const { outcome, near: other } = placingOf(content, near, settings);
  if (!other) {
    const rivals = contradictedBy(content, near, null).map(({ id }) => id);
    return added(work, content, fields, vector, { status: "created", rivals });
  }
  if (outcome === "skip") return unchanged(other.id, "duplicate");
  requireReplaceable(work, other.id);
  if (outcome === "reinforce") return heardAgain(work, other.id);
  const known = fieldsIn(work, other.id);
  // Fuller words tell of the same since when it holds; another value holds from now on.
  if (outcome === "update") {
    const kept = {
      ...known,
      validFrom: known.validFrom,
      confidence: Math.max(known.confidence, fields.confidence),
    };
    return added(work, content, kept, vector, { status: "updated", old: other.id });
  }
  const carried = { accessCount: known.accessCount, reinforcedCount: known.reinforcedCount };
  return added(work, content, { ...fields, ...carried }, vector, { status: "new_version", old: other.id });
}

interface Adding {
  readonly status: "created" | "updated" | "new_version";
  /** The version whose place it takes. */
  readonly old?: string;
  /** What it contradicts. */
  readonly rivals?: readonly string[];
}

/** Adds the node of a memory, tied to what it takes the place of. */
export function added(
  work: Work,
  content: string,
  fields: MemoryFields,
  vector: Vector | null,
  { status, old, rivals = [] }: Adding,
): Stored {
  const { draft, store, call } = work;
  const group = rivals.length > 0 ? disputeOf(work, rivals) : null;
  const node = nodeFor(work, content, {
    ...fields,
    conflictGroup: group,
    conflictStatus: group === null ? null : "active",
  });
  const minSimilarity = plainMinSimilarity(work);
  const injected = injectNode(work, node, vector, minSimilarity);
  // What the screen keeps back must hide nothing, and dispute nothing.
  const isKept = isKeptBack(draft.graph, node.id);
  if (old !== undefined && !isKept) supersede(work, node.id, old);
  for (const rival of isKept ? [] : rivals)
    remark(work, rival, { conflictGroup: group, conflictStatus: "active" });
  const waits = vector === null;
  const deferred = (waits || isKept) && linksNeighbours(work, node) ? { link: minSimilarity } : null;
  const kept = isKept ? { replaces: old, disputes: rivals } : { inherits: old };
  const entry = recordInjection(work, injected, node, { suppresses: [], earlier: null, deferred, ...kept });
  if (deferred && waits) store.pending.addLesson(node.id, entry, null, call.now);
  if (isKept) holdBack(draft, node.id, entry);
  return {
    id: draft.node(node.id)?.id ?? node.id,
    status,
    supersedes: isKept ? null : (old ?? null),
    conflicts_with: isKept ? [] : [...rivals],
    event_id: call.id,
    ...(waits && { embedding: "pending" }),
  };
}

/** Puts a node in the place of another: what was learned of that one goes over, as a copy. */
export function supersede(work: Work, newer: string, older: string): void {
  const { draft } = work;
  inherit(draft, [{ from: older, to: newer, saysTheSame: false }], new Set([older]));
  draft.putEdge({
    ...{ source: newer, target: older, weight: SUPERSEDES_WEIGHT, kind: SUPERSEDES },
    ...{ relevance: null, metadata: {} },
  });
  carryKnowledge(work, newer, older);
}

export function requireCurrent(work: Work, { id, validTo }: MemoryRecord): void {
  requireReplaceable(work, id);
  if (validTo === null) return;
  const newer = successorOf(work.graph, work.graph.positionOf(id));
  throw new Refusal(
    "superseded",
    newer < 0
      ? `memory ${id} has ended: store what holds now as a new one`
      : `memory ${id} is an earlier version: change ${work.graph.idAt(newer)}`,
    { superseded_by: newer < 0 ? null : work.graph.idAt(newer) },
  );
}

/** What is anchored is an owner's to change. */
export function requireReplaceable({ draft, call }: Work, id: string): void {
  const authority = draft.node(id)?.authority ?? "overlay";
  if (authority === "constitutional") {
    throw new Refusal(
      "protected_node",
      `memory ${id} is constitutional: take its anchor away before changing it`,
    );
  }
  if (authority !== "overlay" && call.role !== "owner")
    throw new Refusal("protected_node", `memory ${id} is ${authority}: only an owner may change it`);
}

/** Current memories that are near in meaning, of the same project, visibility and user; without a vector those of the same words. */
function nearTo(work: Work, content: string, fields: MemoryFields, vector: Vector | null): Near[] {
  const { vectors, store, call, graph } = work;
  const view = viewOf(work, fields.visibility);
  const isOwn = (id: string) =>
    view.authorOf(id) === call.author || (fields.visibility === "sensitive" && call.role === "owner");
  const isRival = (id: string) => {
    const record = view.seen(id) ?? sensitiveOf(work, fields, id);
    if (!record || record.validTo !== null || !areTogether(record, fields)) return false;
    return fields.visibility === "shared" || isOwn(id);
  };
  const same = nodesWorded(work, content, (id) => graph.has(id) && isRival(id));
  const found = same.map((id) => ({ id, content, similarity: 1 }));
  if (!vector) return found;
  const nearest = vectors.search(vector, NEIGHBOURS, 2, isRival).filter(([id]) => !same.includes(id));
  return [
    ...found,
    ...nearest.slice(0, 2 * LOOKED_AT).map(([id, similarity]) => {
      return { id, content: store.node(id)?.text ?? "", similarity };
    }),
  ];
}

/** Whoever writes a sensitive memory may not read it, and must not double it all the same. */
function sensitiveOf(work: Work, { visibility }: MemoryFields, id: string): MemoryRecord | undefined {
  if (visibility !== "sensitive") return undefined;
  const record = viewOf(work).stored(id);
  return record?.visibility === "sensitive" ? record : undefined;
}

function nodeFor(work: Work, content: string, fields: MemoryFields): NodeRecord {
  const wanted = memoryId(content, fields, work.call.author);
  let id = wanted;
  for (let count = 1; work.draft.graph.has(id); count++) id = `${wanted}:${count}`;
  return memoryNode(id, content, fields);
}

function heardAgain(work: Work, id: string): Stored {
  const { store, call } = work;
  const { confidence, reinforcedCount } = fieldsIn(work, id);
  remark(work, id, {
    confidence: reinforced(confidence),
    reinforcedAt: call.now,
    reinforcedCount: reinforcedCount + 1,
  });
  store.record("edit", { node_id: id, changed: ["metadata"] }, { at: call.now, author: call.author });
  return unchanged(id, "reinforced");
}

function unchanged(id: string, status: "duplicate" | "reinforced"): Stored {
  return { id, status, supersedes: null, conflicts_with: [], event_id: null };
}

/** The dispute that memories are part of already, or a new one. */
function disputeOf(work: Work, rivals: readonly string[]): string {
  for (const id of rivals) {
    const { conflictGroup, conflictStatus } = fieldsIn(work, id);
    if (conflictGroup !== null && conflictStatus === "active") return conflictGroup;
  }
  return work.call.id;
}
