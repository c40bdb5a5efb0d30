// What a memory says of entities, and of how they relate, put into the graph: entities that are known are found again, what is told
// twice is one fact with two who say it, and what is told otherwise ends the older fact or stands in conflict with it.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import { instantOf } from "../../wire/times.ts";
import { isKeptBack, MENTIONS } from "../graph/structure.ts";
import type { Vector } from "../graph/vectors.ts";
import { firstCharacters } from "../text/characters.ts";
import { strip } from "../text/lines.ts";
import { saysItIsNew } from "../text/news.ts";
import { type SaidRelation, saidRelation } from "../text/relations.ts";
import { screened } from "../text/screening/screen.ts";
import { shownName } from "../text/shown-names.ts";
import { type Audience, audienceOf, hearingOf } from "./audience.ts";
import { knownEntity, noteNames } from "./knowing-entities.ts";
import {
  DEFAULT_TYPE,
  ENTITY_TYPES,
  type EntitySaid,
  entityIdOf,
  entityNode,
  mentionMetadata,
  nameKey,
} from "./knowledge-rows.ts";
import type { Work } from "./memory.ts";
import { type PlacedFact, placedFact } from "./placing-facts.ts";

export interface KnowledgeSaid {
  readonly entities: readonly {
    readonly name: string;
    /** One of five; anything else is a concept. */
    readonly type?: string | undefined;
    readonly aliases?: readonly string[] | undefined;
    readonly description?: string | undefined;
  }[];
  /** Between two different ones of these entities, by name. */
  readonly facts: readonly {
    readonly source: string;
    readonly target: string;
    /** One of those that are known; anything else is RELATES_TO, with the word that was said. */
    readonly relation: string;
    readonly fact: string;
    /** A year, a month, a day or a time; null: not said. */
    readonly valid_at?: string | null | undefined;
    readonly invalid_at?: string | null | undefined;
    readonly confidence?: number | undefined;
  }[];
}

export interface KnowledgeKept {
  readonly entities: readonly { readonly id: string; readonly name: string; readonly isNew: boolean }[];
  readonly facts: readonly PlacedFact[];
  /** For undoing the facts; null where none was added. */
  readonly eventId: string | null;
}

/** Weight of an edge between a memory and an entity that it names. */
const MENTION_WEIGHT = 0.3;
const USUAL_CONFIDENCE = 0.8;

/** What it is of use to embed beforehand: names and texts of facts, as documents. Whatever has no vector gets it later. */
export function textsOfKnowledge({ entities, facts }: KnowledgeSaid): string[] {
  const texts = [...entities.map(({ name }) => shownName(name)), ...facts.map(({ fact }) => strip(fact))];
  return [...new Set(texts)].filter((text) => text !== "");
}

/**
 * Puts what a node says into the draft: entities with `mentions` edges to it and from it, facts with who says them.
 *   work      of an open breath; nothing is awaited
 *   said      entities and facts as a model or a rule found them in the text of the node
 *   from      id of the node (a memory, or any other) that says it; it may be new in this very draft
 *   vectors   by text, of `textsOfKnowledge`; may be empty or lack some
 * What is too long, empty, erased before, names no entity of the list or finds no room is left out, never refused; a memory that the screen keeps
 * back adds nothing. Facts are journaled under the id of the call, so that one undo takes them back; entities and facts that nothing
 * says any more go with the memory. To be called once for each memory, any number of times in one breath.
 */
export function keepKnowledge(
  work: Work,
  said: KnowledgeSaid,
  from: string,
  vectors: ReadonlyMap<string, Vector> = new Map(),
): KnowledgeKept {
  const { draft, call } = work;
  if (!draft.graph.has(from) || isKeptBack(draft.graph, from))
    return { entities: [], facts: [], eventId: null };
  const audience = audienceOf(work, from);
  const ids = new Map<string, string>();
  const entities: { id: string; name: string; isNew: boolean }[] = [];
  for (const one of said.entities.slice(0, LIMITS.entitiesPerMemory)) {
    const entity = readEntity(one);
    if (entity === null || !hasRoom(work)) continue;
    const { id, isNew } = namedEntity(work, entity, vectors.get(entity.name) ?? null, audience);
    mention(work, from, id, entity);
    for (const name of [entity.name, ...entity.aliases])
      if (!ids.has(nameKey(name))) ids.set(nameKey(name), id);
    entities.push({ id, name: entity.name, isNew });
  }
  const facts: PlacedFact[] = [];
  for (const fact of said.facts.slice(0, LIMITS.factsPerMemory)) {
    const [subject, object] = [ids.get(nameKey(fact.source)), ids.get(nameKey(fact.target))];
    const text = strip(fact.fact);
    if (subject === undefined || object === undefined || subject === object || text === "" || !hasRoom(work))
      continue;
    const [begins, ends] = [fact.valid_at, fact.invalid_at].map((time) => (time ? instantOf(time) : null));
    if (begins !== null && ends !== null && ends <= begins) continue;
    const placed = placedFact(
      work,
      {
        ...{ subject, object, ...readRelation(fact.relation) },
        text: firstCharacters(text, LIMITS.factText),
        confidence: clamped(fact.confidence ?? USUAL_CONFIDENCE),
        from: begins ?? audience.since,
        to: ends,
        isDated: begins !== null,
        isNews: begins !== null || saysItIsNew(text),
      },
      { audience, by: from, vector: vectors.get(text) ?? null },
    );
    if (placed) facts.push(placed);
  }
  const isAdded = facts.some(({ event }) => event);
  return { entities, facts, eventId: isAdded ? call.id : null };
}

/** The entity that a name means, made where there is none. */
export function namedEntity(
  work: Work,
  said: EntitySaid,
  vector: Vector | null,
  audience: Audience,
): { readonly id: string; readonly isNew: boolean } {
  const { draft } = work;
  const known = knownEntity(work, said, vector, hearingOf(work, audience));
  noteNames(work, known ?? entityIdOf(said.name), said);
  if (known !== null) return { id: known, isNew: false };
  const wanted = entityIdOf(said.name);
  let id = wanted;
  for (let count = 1; draft.graph.has(id); count++) id = `${wanted}:${count}`;
  draft.putNode(entityNode(id, said.name));
  if (vector) draft.putVector(id, vector);
  return { id, isNew: true };
}

function hasRoom({ draft }: Work): boolean {
  return draft.graph.nodeCount < LIMITS.nodesPerAgent;
}

export function requireRoom(work: Work): void {
  if (hasRoom(work)) return;
  throw new Refusal(
    "agent_full",
    `this agent holds ${LIMITS.nodesPerAgent} nodes, which is the most: remove some, or use another agent`,
  );
}

/** An entity as it was said; null where it has no name. What gives orders is no alias and no description. */
export function readEntity({
  name,
  type,
  aliases = [],
  description = "",
}: KnowledgeSaid["entities"][number]): EntitySaid | null {
  const called = shownName(name);
  if (called === "" || [...called].length > LIMITS.entityName) return null;
  const others = [...new Set(aliases.map(shownName))]
    .filter((alias) => alias !== "" && nameKey(alias) !== nameKey(called))
    .filter((alias) => [...alias].length <= LIMITS.entityName)
    .slice(0, LIMITS.aliasesPerEntity);
  const summary = firstCharacters(strip(description), LIMITS.entitySummary);
  const isClean = screened([...others, summary].join("\n\n")).verdict === "clean";
  const known = ENTITY_TYPES.find((one) => one === type) ?? DEFAULT_TYPE;
  return { name: called, type: known, aliases: isClean ? others : [], summary: isClean ? summary : "" };
}

/** A relation as it was said. What gives orders is no word for one. */
export function readRelation(raw: string): SaidRelation {
  const { relation, word } = saidRelation(firstCharacters(strip(raw), LIMITS.name));
  const isClean = word === "" || screened(word.replaceAll("_", " ")).verdict === "clean";
  return { relation, word: isClean ? word : "" };
}

/** Both ways, once. A known entity is put again, so that whoever keeps it in mind reads its edges anew. */
function mention({ draft }: Work, from: string, entity: string, said: EntitySaid): void {
  const { graph } = draft;
  for (const [source, target] of [
    [from, entity],
    [entity, from],
  ]) {
    const edge = graph.edgeOf(source, target);
    const weight = edge < 0 ? MENTION_WEIGHT : graph.weights[edge];
    const relevance = edge < 0 || Number.isNaN(graph.relevances[edge]) ? null : graph.relevances[edge];
    const metadata = target === entity ? mentionMetadata(said) : {};
    draft.putEdge({ source, target, weight, kind: MENTIONS, relevance, metadata });
  }
  const node = draft.node(entity);
  if (node) draft.putNode(node);
}

function clamped(confidence: number): number {
  return Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : USUAL_CONFIDENCE;
}
