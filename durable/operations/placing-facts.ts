// How a fact comes into the graph, beside those that are known of its subject. What takes the place of another leads to it by a fixed
// edge, and the older one stays as it is: taken back, the newer one leaves it current again.

import { factsAbout, objectOf, supportsOf } from "../graph/knowledge/edges.ts";
import { type KnownFact, placeFact } from "../graph/knowledge/placing-fact.ts";
import type { NodeRecord } from "../graph/records.ts";
import {
  DERIVED_FROM,
  FACT,
  isKeptBack,
  OBJECT,
  SUBJECT,
  SUPERSEDES,
  SUPERSEDES_WEIGHT,
  successorsOf,
} from "../graph/structure.ts";
import type { Vector } from "../graph/vectors.ts";
import { digestOf } from "../text/digest.ts";
import { propertyOf } from "../text/exclusive-relations.ts";
import { type Audience, standsNow } from "./audience.ts";
import { wasErased } from "./erased-before.ts";
import { recordInjection } from "./injection-entry.ts";
import { endOfFact, type FactFields, factFieldsOf, factIdOf, factNode, withFact } from "./knowledge-rows.ts";
import type { Work } from "./memory.ts";

export interface FactSaid {
  /** Ids of entities. */
  readonly subject: string;
  readonly object: string;
  readonly relation: string;
  /** Empty: the relation says it. */
  readonly word: string;
  readonly text: string;
  readonly confidence: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly isDated: boolean;
  readonly isNews: boolean;
}

export interface FactOrigin {
  readonly audience: Audience;
  /** The memory that says it; null: it is said by itself. */
  readonly by: string | null;
  readonly vector: Vector | null;
}

export interface PlacedFact {
  readonly id: string;
  /** `duplicate`: it is known. `new_version`: it says when the known one began or ended. */
  readonly status: "created" | "duplicate" | "new_version";
  /** Facts whose place it took; they are current again once it is undone. */
  readonly ended: readonly string[];
  readonly conflictsWith: readonly string[];
  /** Whether an undo of the call takes something of it back. */
  readonly event: boolean;
}

/** Of a fact that leads a walk on. */
const WALKED = 0.3;
/** Facts that the edge between two entities names. */
const NAMED = 50;
const DISPUTE_DIGITS = 32;

/** Adds a fact, or says which one says it already; null where it was erased before. */
export function placedFact(work: Work, said: FactSaid, origin: FactOrigin): PlacedFact | null {
  const { draft, call } = work;
  if (wasErased(work, said.text)) return null;
  const known = knownOf(work, said.subject, origin.audience);
  const property = propertyOf(said.relation);
  const place = placeFact({ ...said, property, isSaid: origin.by === null }, known);
  if (place.known !== null && !place.corrects) return again(work, place.known, said, origin);
  const older = known.find(({ id }) => id === place.known);
  const ended = older ? [older.id, ...place.ends] : [...place.ends];
  const id = freeId(work, said, origin.audience);
  const group = place.conflicts.length > 0 ? disputeOf(work, place.conflicts, id) : null;
  const fields: FactFields = {
    ...{ relation: said.relation, word: said.word, confidence: said.confidence, isSaid: origin.by === null },
    ...{ project: origin.audience.project, audience: origin.audience.key, createdAt: call.now },
    validFrom: older ? beginningOf(said, older) : said.from,
    validTo: place.to,
    isDated: said.isDated || (older?.isDated ?? false),
    conflictGroup: group,
    conflictStatus: group === null ? null : "active",
    isOverruled: false,
  };
  const node = factNode(id, said.text, fields);
  draft.putNode(node);
  if (origin.vector) draft.putVector(node.id, origin.vector);
  join(work, node.id, said, origin.by);
  // What the screen keeps back must end nothing, and dispute nothing.
  const isKept = isKeptBack(draft.graph, node.id);
  for (const old of isKept ? [] : ended) fixed(work, node.id, old, SUPERSEDES, SUPERSEDES_WEIGHT);
  for (const rival of isKept ? [] : place.conflicts)
    remarkFact(work, rival, { conflictGroup: group, conflictStatus: "active" });
  journal(work, node, true);
  return {
    id: node.id,
    status: older ? "new_version" : "created",
    ended: isKept ? [] : ended,
    conflictsWith: isKept ? [] : place.conflicts,
    event: true,
  };
}

/** Of a fact that corrects a known one: as it says, but no later than somebody said before. */
function beginningOf(said: FactSaid, older: KnownFact): number | null {
  if (!said.isDated) return older.from;
  return older.isDated && (older.from ?? 0) < (said.from ?? 0) ? older.from : said.from;
}

/** Facts about a subject that the same audience reads, with the time that each held; what was decided against counts for nothing. */
function knownOf(work: Work, subject: string, { key }: Audience): KnownFact[] {
  const { draft, store, call } = work;
  const { graph } = draft;
  const fieldsOf = (id: string, node: NodeRecord) =>
    factFieldsOf(node, store.storedNode(id)?.createdAt ?? call.now);
  return factsAbout(graph, graph.positionOf(subject)).flatMap((position) => {
    const id = graph.idAt(position);
    const node = draft.node(id);
    const object = objectOf(graph, position);
    if (!node || object < 0 || isKeptBack(graph, id)) return [];
    const fields = fieldsOf(id, node);
    if (fields.audience !== key || fields.isOverruled) return [];
    const { relation, word, validFrom: from, isDated } = fields;
    const successors = successorsOf(graph, position).map((newer) => graph.idAt(newer));
    const isReplaced = successors.length > 0;
    const to = endOfFact(
      fields,
      successors.map((newer) => fieldsOf(newer, draft.node(newer) as NodeRecord)),
    );
    // Corrected it may hold at no time any more.
    if (isReplaced && to !== null && to <= (from ?? Number.NEGATIVE_INFINITY)) return [];
    const told = { id, relation, word, property: propertyOf(relation), object: graph.idAt(object) };
    const says = (other: number) => standsNow(work, graph.idAt(other));
    const stands = fields.isSaid || supportsOf(graph, position).some(says);
    const { authority } = node;
    const isAnchored = authority === "constitutional" || (authority === "canonical" && call.role !== "owner");
    if (isReplaced && !stands) return [];
    return [{ ...told, text: node.text, from, to, isDated, stands, isAnchored }];
  });
}

/** One more who says a fact that is known; where nobody said it any more, it is said again. */
function again(work: Work, id: string, said: FactSaid, { by }: FactOrigin): PlacedFact {
  const { draft, store } = work;
  const node = draft.node(id) as NodeRecord;
  const fields = factFieldsOf(node, store.storedNode(id)?.createdAt ?? 0);
  const isNewsToIt = by === null ? !fields.isSaid : draft.graph.edgeOf(id, by) < 0;
  if (isNewsToIt) {
    if (by !== null) fixed(work, id, by, DERIVED_FROM, 0);
    remarkFact(work, id, {
      confidence: Math.max(fields.confidence, said.confidence),
      isSaid: fields.isSaid || by === null,
    });
    journal(work, node, false);
  }
  return { id, status: "duplicate", ended: [], conflictsWith: [], event: isNewsToIt };
}

/** Ties a fact to what it is about, and to who says it. */
function join(work: Work, id: string, { subject, object, confidence }: FactSaid, by: string | null): void {
  const { draft } = work;
  fixed(work, subject, id, SUBJECT, WALKED);
  fixed(work, id, object, OBJECT, WALKED);
  if (by !== null) fixed(work, id, by, DERIVED_FROM, 0);
  const edge = draft.graph.edgeOf(subject, object);
  const relevance = edge < 0 ? Number.NaN : draft.graph.relevances[edge];
  const named = edge < 0 ? [] : ((draft.edgeMetadata(subject, object).facts ?? []) as readonly string[]);
  draft.putEdge({
    ...{ source: subject, target: object, kind: FACT },
    weight: edge < 0 ? WALKED * confidence : draft.graph.weights[edge],
    relevance: Number.isNaN(relevance) ? null : relevance,
    metadata: { facts: [...named, id].slice(-NAMED) },
  });
}

function fixed({ draft }: Work, source: string, target: string, kind: string, weight: number): void {
  draft.putEdge({ source, target, weight, kind, relevance: null, metadata: {} });
}

export function remarkFact({ draft, store }: Work, id: string, change: Partial<FactFields>): void {
  const node = draft.node(id) as NodeRecord;
  const fields = { ...factFieldsOf(node, store.storedNode(id)?.createdAt ?? 0), ...change };
  draft.putNode({ ...node, metadata: withFact(node.metadata, fields) });
}

function journal(work: Work, node: NodeRecord, injected: boolean): void {
  const entry = { nodeId: node.id, injected, neighbours: [], linked: [], edgesAdded: 0 };
  recordInjection(work, entry, node, { suppresses: [], earlier: null });
}

function freeId({ draft }: Work, { subject, relation, word, object }: FactSaid, { key }: Audience): string {
  const wanted = factIdOf(subject, word || relation, object, key);
  let id = wanted;
  for (let count = 1; draft.graph.has(id); count++) id = `${wanted}:${count}`;
  return id;
}

/** Made of the facts that began it. */
export function disputeId(facts: readonly string[]): string {
  return digestOf(JSON.stringify(facts)).slice(0, DISPUTE_DIGITS);
}

/** The dispute that facts are part of already, or a new one. */
function disputeOf({ draft }: Work, rivals: readonly string[], id: string): string {
  for (const rival of rivals) {
    const { conflictGroup, conflictStatus } = factFieldsOf(draft.node(rival) as NodeRecord, 0);
    if (conflictGroup !== null && conflictStatus === "active") return conflictGroup;
  }
  return disputeId([...rivals, id]);
}
