// A fact and an entity as they are shown, and those that a caller names. Who may not see one is told that there is none.

import { Refusal } from "../../wire/errors.ts";
import type { Entity, Fact } from "../../wire/knowledge.ts";
import type { SaidRelation } from "../text/relations.ts";
import { areSpelledAlike } from "../text/spelled-alike.ts";
import { entityIdOf, nameKey } from "./knowledge-rows.ts";
import { shelvedEntities } from "./knowledge-shelf.ts";
import { holdsNow, type KnowledgeView, type SeenEntity, type SeenFact } from "./knowledge-view.ts";
import type { Work } from "./memory.ts";

export function unknownFact(id: string): Refusal {
  return new Refusal("not_found", `there is no fact ${id}: GET /facts lists them`);
}

export function shownFact(work: Work, fact: SeenFact): Fact {
  const { store, call } = work;
  const node = store.storedNode(fact.id);
  const brief = (id: string) => ({ id, name: store.node(id)?.text ?? "" });
  return {
    id: fact.id,
    text: node?.text ?? "",
    subject: brief(fact.subject),
    ...relationShown(fact),
    object: brief(fact.object),
    confidence: fact.confidence,
    project: fact.project,
    valid_from: fact.validFrom,
    valid_to: fact.validTo,
    is_current: holdsNow(fact, call.now),
    said: fact.isSaid,
    memory_ids: [...fact.saidBy],
    supersedes_id: fact.supersedesId,
    superseded_by: fact.supersededBy,
    conflict_group_id: fact.conflictGroup,
    conflict_status: fact.conflictStatus,
    created_at: fact.createdAt,
    updated_at: node?.updatedAt ?? fact.createdAt,
    author: fact.author,
    untrusted: true,
  };
}

export function relationShown({ relation, word }: SaidRelation) {
  return { relation, relation_said: word || null };
}

export function shownEntity(knowledge: KnowledgeView, entity: SeenEntity): Entity {
  return {
    id: entity.id,
    name: entity.name,
    type: entity.type as Entity["type"],
    aliases: [...entity.aliases],
    summary: entity.summary,
    memories: entity.mentionedBy.length,
    facts: knowledge.factsAt(entity.id).length,
    created_at: entity.createdAt,
    untrusted: true,
  };
}

/** The entity of an id, of a name, of another name of it, or of the one name that is spelled otherwise. */
export function namedSeen(work: Work, knowledge: KnowledgeView, name: string): SeenEntity {
  const direct = knowledge.entity(name) ?? knowledge.entity(entityIdOf(name));
  if (direct) return direct;
  const key = nameKey(name);
  for (const [id, { name: called, said }] of shelvedEntities(work)) {
    const mayBe = nameKey(called) === key || [...said.values()].some((one) => isCalled(one, key));
    const entity = mayBe ? knowledge.entity(id) : undefined;
    if (entity && isCalled(entity, key)) return entity;
  }
  const alike = [...shelvedEntities(work)].flatMap(([id, { name: called }]) =>
    areSpelledAlike(called, name) ? (knowledge.entity(id) ?? []) : [],
  );
  if (alike.length === 1) return alike[0];
  throw new Refusal("not_found", `there is no entity ${name}: GET /entities lists them`);
}

function isCalled({ name, aliases }: Pick<SeenEntity, "name" | "aliases">, key: string): boolean {
  return [name, ...aliases].some((one) => nameKey(one) === key);
}
