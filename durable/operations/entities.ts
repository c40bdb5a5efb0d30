// Reading entities: the list through a filter, one with what mentions it and its facts, and what it is related to hop by hop.

import type {
  EntitiesReply,
  EntitiesRequest,
  EntityGraphReply,
  EntityGraphRequest,
  KnownEntityReply,
  KnownEntityRequest,
} from "../../wire/knowledge.ts";
import { LIMITS } from "../../wire/limits.ts";
import { momentOf } from "../../wire/times.ts";
import { holdsAt } from "../graph/memories/holding.ts";
import { namedSeen, shownEntity, shownFact } from "./fact-view.ts";
import { nameKey } from "./knowledge-rows.ts";
import { knowledgeFor } from "./knowledge-sight.ts";
import type { KnowledgeView, SeenEntity, SeenFact } from "./knowledge-view.ts";
import type { Call, Operation } from "./memory.ts";
import { viewOf } from "./memory-shelf.ts";
import { ordinalIn } from "./ordinal-cursor.ts";

const PAGE = 50;
const HOPS = 2;
const ALWAYS = { validFrom: null, validTo: null };

export const entities: Operation<EntitiesRequest, EntitiesReply> = {
  act(work, { query, type, project, as_of, limit = PAGE, cursor }) {
    const { graph, call } = work;
    const knowledge = knowledgeFor(work, { asOf: instantIn(as_of, call), about: project });
    const place = cursor === undefined ? 0 : ordinalIn(cursor, "entities");
    const ordinal = ({ id }: SeenEntity) => graph.ordinals[graph.positionOf(id)];
    const wanted = query === undefined ? "" : nameKey(query);
    const found = [...knowledge.entityIds()]
      .flatMap((id) => knowledge.entity(id) ?? [])
      .filter((one) => closeness(one, wanted) > 0 && (type === undefined || one.type === type))
      .sort((a, b) => closeness(b, wanted) - closeness(a, wanted) || ordinal(b) - ordinal(a));
    const page = found.slice(place, place + limit);
    return {
      entities: page.map((one) => shownEntity(knowledge, one)),
      next_cursor: found.length > place + limit ? String(place + limit) : null,
      total_ms: call.elapsed(),
    };
  },
};

export const knownEntity: Operation<KnownEntityRequest, KnownEntityReply> = {
  act(work, { id, as_of }) {
    const { graph, call, store } = work;
    const asOf = instantIn(as_of, call);
    const knowledge = knowledgeFor(work, { asOf });
    const entity = namedSeen(work, knowledge, id);
    const view = viewOf(work, undefined, asOf);
    const weight = (memory: string) => graph.weights[graph.edgeOf(entity.id, memory)] ?? 0;
    const mentions = entity.mentionedBy
      .filter((memory) => asOf === undefined || holdsAt(view.seen(memory) ?? ALWAYS, asOf))
      .sort((a, b) => weight(b) - weight(a));
    const facts = factsOf(knowledge, entity.id, asOf ?? call.now);
    return {
      ...shownEntity(knowledge, entity),
      mentioned_by: mentions.slice(0, LIMITS.pageSize).map((memory) => {
        const { validFrom = null, validTo = null } = view.seen(memory) ?? {};
        return {
          id: memory,
          content: store.node(memory)?.text ?? "",
          valid_from: validFrom,
          valid_to: validTo,
        };
      }),
      known_facts: facts.slice(0, LIMITS.pageSize).map((fact) => shownFact(work, fact)),
      total_ms: call.elapsed(),
    };
  },
};

export const entityGraph: Operation<EntityGraphRequest, EntityGraphReply> = {
  act(work, { id, max_depth: depth = HOPS, as_of }) {
    const { call, store } = work;
    const asOf = instantIn(as_of, call);
    const knowledge = knowledgeFor(work, { asOf });
    const seed = namedSeen(work, knowledge, id).id;
    const distances = new Map([[seed, 0]]);
    const edges = new Map<string, SeenFact>();
    let complete = true;
    // Entities that are found come to the end of what is gone through.
    for (const [entity, distance] of distances) {
      if (distance >= depth) break;
      for (const fact of factsOf(knowledge, entity, asOf ?? call.now)) {
        if (edges.has(fact.id)) continue;
        if (edges.size >= LIMITS.pageSize) complete = false;
        else edges.set(fact.id, fact);
        const other = fact.subject === entity ? fact.object : fact.subject;
        if (complete && !distances.has(other)) distances.set(other, distance + 1);
      }
    }
    return {
      seed_entity_id: seed,
      nodes: [...distances].flatMap(([one, distance]) => {
        const entity = knowledge.entity(one);
        if (!entity) return [];
        const { name, type } = shownEntity(knowledge, entity);
        return [{ entity_id: one, entity_name: name, entity_type: type, distance }];
      }),
      edges: [...edges.values()].map((fact) => ({
        fact_id: fact.id,
        source_entity_id: fact.subject,
        target_entity_id: fact.object,
        relation_type: fact.relation,
        fact: store.node(fact.id)?.text ?? "",
      })),
      complete,
      untrusted: true,
      total_ms: call.elapsed(),
    };
  },
};

/** Facts at an entity that held at a moment, newest first. */
function factsOf(knowledge: KnowledgeView, entity: string, at: number): SeenFact[] {
  return knowledge
    .factsAt(entity)
    .filter((fact) => holdsAt(fact, at))
    .sort((a, b) => b.createdAt - a.createdAt);
}

function instantIn(as_of: string | number | undefined, { now }: Pick<Call, "now">): number | undefined {
  return as_of === undefined ? undefined : (momentOf(as_of, now, true) ?? undefined);
}

/** 3: its name; 2: another name of it; 1: part of one; 0: neither. */
function closeness({ name, aliases }: SeenEntity, wanted: string): number {
  if (wanted === "" || nameKey(name) === wanted) return 3;
  if (aliases.some((alias) => nameKey(alias) === wanted)) return 2;
  return [name, ...aliases].some((one) => nameKey(one).includes(wanted)) ? 1 : 0;
}
