// Reading facts: the list through a filter, and one with all that took one another's place; and ending one.

import { Refusal } from "../../wire/errors.ts";
import type { EndFactReply, FactId, FactReply, FactsReply, FactsRequest } from "../../wire/knowledge.ts";
import { momentOf } from "../../wire/times.ts";
import { holdsAt } from "../graph/memories/holding.ts";
import { versionsOf } from "../graph/structure.ts";
import { RELATIONS, saidRelation } from "../text/relations.ts";
import { asEvent } from "./as-event.ts";
import { namedSeen, shownFact, unknownFact } from "./fact-view.ts";
import { knowledgeFor } from "./knowledge-sight.ts";
import type { KnowledgeView, SeenFact } from "./knowledge-view.ts";
import type { Operation } from "./memory.ts";
import { requireReplaceable } from "./memory-storing.ts";
import { ordinalIn } from "./ordinal-cursor.ts";
import { remarkFact } from "./placing-facts.ts";

const PAGE = 50;

export const facts: Operation<FactsRequest, FactsReply> = {
  act(work, { entity, relation, project, as_of, include_invalidated, limit = PAGE, cursor }) {
    const { graph, call } = work;
    const asOf = as_of === undefined ? undefined : (momentOf(as_of, call.now, true) ?? undefined);
    const isAll = include_invalidated === "true" && asOf === undefined;
    const knowledge = knowledgeFor(work, { asOf, about: project, ever: isAll });
    const before = cursor === undefined ? Number.POSITIVE_INFINITY : ordinalIn(cursor, "facts");
    const ordinal = ({ id }: SeenFact) => graph.ordinals[graph.positionOf(id)];
    const isRelation = relation === undefined ? null : relationAsked(knowledge, relation);
    const of = entity === undefined ? null : namedSeen(work, knowledge, entity).id;
    const seen = of
      ? knowledge.factsAt(of)
      : [...knowledge.factIds()].flatMap((id) => knowledge.fact(id) ?? []);
    const found = seen
      .filter((fact) => isAll || holdsAt(fact, asOf ?? call.now))
      .filter((fact) => isRelation === null || isRelation(fact))
      .filter((fact) => ordinal(fact) < before)
      .sort((a, b) => ordinal(b) - ordinal(a));
    const page = found.slice(0, limit);
    return {
      facts: page.map((fact) => shownFact(work, fact)),
      next_cursor: found.length > limit ? String(ordinal(page[limit - 1])) : null,
      total_ms: call.elapsed(),
    };
  },
};

export const fact: Operation<FactId, FactReply> = {
  act(work, { id }) {
    const { fact: seen } = knowledgeFor(work, { ever: true });
    const named = seen(id);
    if (!named) throw unknownFact(id);
    const history = versionsOf(work.graph, id).flatMap((version) => seen(version) ?? []);
    const newest = history.sort((a, b) => started(b) - started(a) || b.createdAt - a.createdAt);
    return {
      ...shownFact(work, named),
      history: newest.map((version) => shownFact(work, version)),
      total_ms: work.call.elapsed(),
    };
  },
};

export const endFact: Operation<FactId, EndFactReply> = {
  about: ({ id }) => id,

  act(work, { id }) {
    const { call } = work;
    const named = knowledgeFor(work, { ever: true }).fact(id);
    if (!named) throw unknownFact(id);
    requireReplaceable(work, id);
    if (named.validTo !== null && named.validTo <= call.now)
      return { id, valid_to: named.validTo, event_id: null, total_ms: call.elapsed() };
    asEvent(work, { task: "end_fact", nodes: [id] }, () => remarkFact(work, id, { validTo: call.now }));
    return { id, valid_to: call.now, event_id: call.id, total_ms: call.elapsed() };
  },
};

/** Whether a fact is of a relation that is known, or of a word that facts were said with. */
function relationAsked(knowledge: KnowledgeView, raw: string): (fact: SeenFact) => boolean {
  const { relation, word } = saidRelation(raw);
  if (word === "") return (fact) => fact.relation === relation;
  const isSaid = [...knowledge.factIds()].some((id) => knowledge.fact(id)?.word === word);
  if (isSaid) return (fact) => fact.word === word;
  const known = RELATIONS.join(", ");
  throw new Refusal("invalid_request", `no fact was said with the relation ${word}: known are ${known}`);
}

function started({ validFrom, createdAt }: SeenFact): number {
  return validFrom ?? createdAt;
}
