// Facts and entities as nodes keep them: what is known of a fact beside its text is one field of its metadata, and an entity has its
// name alone. What a memory says of an entity stands at the edge between the two, and is gone with either.

import type { Json, Metadata, NodeRecord } from "../graph/records.ts";
import { digestOf } from "../text/digest.ts";
import { comparedName } from "../text/shown-names.ts";
import type { Memory } from "./memory.ts";

/** What a fact's metadata hold of it: all but what the graph knows. */
export interface FactFields {
  readonly relation: string;
  /** The relation as it was said, where it is none of those that are known; else empty. */
  readonly word: string;
  readonly confidence: number;
  /** True: somebody said it as a fact. False: it holds as long as a memory that says it. */
  readonly isSaid: boolean;
  /** Empty: of no project. */
  readonly project: string;
  /** Only facts of one audience are compared. */
  readonly audience: string;
  readonly createdAt: number;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  /** Whether somebody said since when it holds. */
  readonly isDated: boolean;
  readonly conflictGroup: string | null;
  readonly conflictStatus: "active" | "resolved" | null;
  /** Whether somebody decided against it: it held until then, since whenever what took its place holds. */
  readonly isOverruled: boolean;
}

/** What somebody said of an entity. */
export interface EntitySaid {
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  readonly summary: string;
}

export const ENTITY_TYPES = ["person", "project", "system", "decision", "concept"] as const;
export const DEFAULT_TYPE = "concept";

const ID_DIGITS = 12;
const FACT_PREFIX = "fact::";
const ENTITY_PREFIX = "entity::";

/** The same name is the same entity, whatever its case. */
export function nameKey(name: string): string {
  return comparedName(name);
}

export function entityIdOf(name: string): string {
  return ENTITY_PREFIX + digestOf(nameKey(name)).slice(0, ID_DIGITS);
}

/** Whether an id is one that only entities have. */
export function isEntityId(id: string): boolean {
  return id.startsWith(ENTITY_PREFIX);
}

export function factIdOf(subject: string, relation: string, object: string, audience: string): string {
  const of = JSON.stringify([subject, relation, object, audience]);
  return FACT_PREFIX + digestOf(of).slice(0, ID_DIGITS);
}

const PLACE = { origin: "injected", authority: "overlay", file: null, chunk: null } as const;

export function entityNode(id: string, name: string): NodeRecord {
  return { id, kind: "entity", text: name, summary: name, metadata: { title: name }, ...PLACE };
}

export function factNode(id: string, text: string, fields: FactFields): NodeRecord {
  return { id, kind: "fact", text, summary: text, metadata: withFact({}, fields), ...PLACE };
}

export function withFact(metadata: Metadata, fields: FactFields): Metadata {
  return { ...metadata, fact: { ...fields } };
}

/** The fields of a stored fact; what can't be read is seen by nobody but through a memory that says it. */
export function factFieldsOf({ metadata }: Pick<NodeRecord, "metadata">, createdAt: number): FactFields {
  const said = objectIn(metadata.fact);
  const time = (value: Json | undefined) =>
    typeof value === "number" && Number.isFinite(value) ? value : null;
  const { confidence, conflictStatus: status } = said;
  return {
    relation: stringIn(said.relation) || "RELATES_TO",
    word: stringIn(said.word),
    confidence: typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : 0.8,
    isSaid: said.isSaid === true,
    project: stringIn(said.project),
    audience: stringIn(said.audience),
    createdAt: time(said.createdAt) ?? createdAt,
    validFrom: time(said.validFrom),
    validTo: time(said.validTo),
    isDated: said.isDated === true,
    conflictGroup: stringIn(said.conflictGroup) || null,
    conflictStatus: status === "active" || status === "resolved" ? status : null,
    isOverruled: said.isOverruled === true,
  };
}

/** When a fact ends, beside those that took its place: none holds before what it replaced. What was decided ends when it was. */
export function endOfFact(
  { validFrom, validTo, isOverruled }: FactFields,
  successors: readonly Pick<FactFields, "validFrom" | "createdAt">[],
): number | null {
  if (isOverruled) return validTo;
  const replaced = successors.map((newer) => Math.max(newer.validFrom ?? newer.createdAt, validFrom ?? 0));
  const ends = validTo === null ? replaced : [validTo, ...replaced];
  return ends.length === 0 ? null : Math.min(...ends);
}

/** What an entity is by itself, where somebody said so. */
export function typeIn({ entity_type: type }: Metadata): string {
  return ENTITY_TYPES.find((known) => known === type) ?? DEFAULT_TYPE;
}

/** Whether a stored fact was said by itself, so that it needs nobody who says it. */
export function isSaidFact({ store }: Pick<Memory, "store">, id: string): boolean {
  const node = store.node(id);
  return node !== undefined && factFieldsOf(node, 0).isSaid;
}

/** What an edge between a memory and an entity holds. */
export function mentionMetadata({ name, type, aliases, summary }: EntitySaid): Metadata {
  return { name, type, aliases: [...aliases], summary };
}

export function saidIn(metadata: Metadata): EntitySaid {
  const { aliases } = metadata;
  return {
    name: stringIn(metadata.name),
    type: ENTITY_TYPES.find((type) => type === metadata.type) ?? DEFAULT_TYPE,
    aliases: Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === "string") : [],
    summary: stringIn(metadata.summary),
  };
}

function objectIn(value: Json | undefined): Readonly<Record<string, Json>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, Json>>) : {};
}

function stringIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
