// How a caller sees facts and entities: a fact as long as it was said by itself or something that the caller sees says it, an entity as
// long as something does that names it. What is said of an entity comes from what the caller sees, and from nothing else.

import { factsAt, mentionersOf, objectOf, subjectOf, supportsOf } from "../graph/knowledge/edges.ts";
import { holdsAt } from "../graph/memories/holding.ts";
import { isKeptBack, predecessorOf, successorsOf } from "../graph/structure.ts";
import { DEFAULT_TYPE, type EntitySaid, endOfFact, type FactFields, nameKey } from "./knowledge-rows.ts";
import { shelvedEntities, shelvedFacts } from "./knowledge-shelf.ts";
import type { Memory } from "./memory.ts";

type Place = Pick<Memory, "graph" | "store">;

export interface SeenFact extends FactFields {
  readonly id: string;
  readonly author: string;
  /** Ids of entities. */
  readonly subject: string;
  readonly object: string;
  /** What says it, of what is seen. */
  readonly saidBy: readonly string[];
  readonly supersedesId: string | null;
  readonly supersededBy: string | null;
}

export interface SeenEntity extends EntitySaid {
  readonly id: string;
  readonly createdAt: number;
  /** What mentions it, of what is seen. */
  readonly mentionedBy: readonly string[];
}

export interface KnowledgeView {
  /** The fact with the end that it has, whether it holds or not; undefined where the caller may not see it. */
  readonly fact: (id: string) => SeenFact | undefined;
  readonly entity: (id: string) => SeenEntity | undefined;
  /** Whether an entity is seen at all: costs less than telling what is known of it. */
  readonly isSeen: (id: string) => boolean;
  /** Facts that are seen, about an entity or leading to it. */
  readonly factsAt: (entity: string) => SeenFact[];
  readonly factIds: () => Iterable<string>;
  readonly entityIds: () => Iterable<string>;
}

/** `says`: whether the caller sees a node that may say a fact or name an entity, and whether that still counts. */
export function knowledgeIn(place: Place, says: (id: string) => boolean, now: number): KnowledgeView {
  const { graph } = place;
  const facts = shelvedFacts(place);
  const entities = shelvedEntities(place);
  const known = new Map<string, SeenFact | undefined>();
  const seen = (positions: readonly number[]) => positions.map((one) => graph.idAt(one)).filter(says);

  const fieldsAt = (position: number) => facts.get(graph.idAt(position))?.fields;
  const begins = (position: number) => fieldsAt(position)?.validFrom ?? fieldsAt(position)?.createdAt ?? now;

  const told = (id: string): SeenFact | undefined => {
    const shelved = facts.get(id);
    if (!shelved || !graph.has(id) || isKeptBack(graph, id)) return undefined;
    const position = graph.positionOf(id);
    const saidBy = seen(supportsOf(graph, position));
    if (!shelved.fields.isSaid && saidBy.length === 0) return undefined;
    const [subject, object] = [subjectOf(graph, position), objectOf(graph, position)];
    if (subject < 0 || object < 0) return undefined;
    const older = predecessorOf(graph, position);
    const successors = successorsOf(graph, position);
    const [newer = -1] = successors.toSorted((a, b) => begins(a) - begins(b));
    const validTo = endOfFact(
      shelved.fields,
      successors.map((one) => ({ validFrom: begins(one), createdAt: now })),
    );
    return {
      ...shelved.fields,
      ...{ id, author: shelved.author, saidBy, validTo },
      ...{ subject: graph.idAt(subject), object: graph.idAt(object) },
      supersedesId: older < 0 ? null : graph.idAt(older),
      supersededBy: newer < 0 ? null : graph.idAt(newer),
    };
  };

  const fact = (id: string): SeenFact | undefined => {
    if (!known.has(id)) known.set(id, told(id));
    const one = known.get(id);
    if (one?.conflictStatus !== "active") return one;
    // Who is left alone in a dispute is not disputed any more.
    const rivals = rivalsOf(facts, one).some((rival) => holdsNow(told(rival), now));
    return rivals ? one : { ...one, conflictStatus: "resolved" };
  };

  const factsOf = (entity: string) =>
    factsAt(graph, graph.positionOf(entity)).flatMap((position) => fact(graph.idAt(position)) ?? []);

  const isSeen = (id: string): boolean => {
    if (!entities.has(id) || !graph.has(id) || isKeptBack(graph, id)) return false;
    const position = graph.positionOf(id);
    return (
      mentionersOf(graph, position).some((one) => says(graph.idAt(one))) ||
      factsAt(graph, position).some((one) => fact(graph.idAt(one)) !== undefined)
    );
  };

  return {
    fact,
    isSeen,
    factsAt: factsOf,
    factIds: () => facts.keys(),
    entityIds: () => entities.keys(),
    entity(id) {
      const shelved = entities.get(id);
      if (!shelved || !isSeen(id)) return undefined;
      const mentionedBy = seen(mentionersOf(graph, graph.positionOf(id)));
      const said = mentionedBy.flatMap((one) => shelved.said.get(one) ?? []);
      return { id, createdAt: shelved.createdAt, mentionedBy, ...summedUp(shelved, said) };
    },
  };
}

/** What several say of one entity: the type that is said most, all other names, the last description. */
function summedUp(
  { name, type: own }: { readonly name: string; readonly type: string },
  said: readonly EntitySaid[],
): EntitySaid {
  const types = [own, ...said.map(({ type }) => type)].filter((type) => type !== DEFAULT_TYPE);
  const times = (type: string) => types.filter((one) => one === type).length;
  const [type = DEFAULT_TYPE] = types.toSorted((a, b) => times(b) - times(a));
  const aliases = new Map<string, string>();
  for (const alias of said.flatMap((one) => [one.name, ...one.aliases]))
    if (nameKey(alias) !== nameKey(name) && !aliases.has(nameKey(alias))) aliases.set(nameKey(alias), alias);
  const summary = said.findLast((one) => one.summary !== "")?.summary ?? "";
  return { name, type, aliases: [...aliases.values()], summary };
}

/** Others of the dispute that a fact is part of. */
export function rivalsOf(
  facts: ReadonlyMap<string, { readonly fields: FactFields }>,
  { id, conflictGroup }: Pick<SeenFact, "id" | "conflictGroup">,
): string[] {
  if (conflictGroup === null) return [];
  return [...facts].flatMap(([other, { fields }]) => {
    const isRival = other !== id && fields.conflictGroup === conflictGroup;
    return isRival && fields.conflictStatus === "active" ? [other] : [];
  });
}

export function holdsNow(fact: Pick<SeenFact, "validFrom" | "validTo"> | undefined, now: number): boolean {
  return fact !== undefined && holdsAt(fact, now);
}
