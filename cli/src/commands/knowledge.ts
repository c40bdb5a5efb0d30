// Commands about who and what memory speaks of: entities, facts, and what is in conflict.

import { ENDPOINTS, type ReplyOf } from "../../../wire/endpoints.ts";
import type { Command } from "../command.ts";
import { endpoint } from "../from-endpoint.ts";
import { brief, table, time } from "../readable.ts";
import { more } from "./asking.ts";

type Fact = ReplyOf<"facts">["facts"][number];

const entities = ({ entities, next_cursor }: ReplyOf<"entities">) =>
  [
    table(
      ["id", "type", "memories", "facts", "name"],
      entities.map(({ id, type, memories, facts, name }) => [
        id,
        type,
        String(memories),
        String(facts),
        name,
      ]),
    ),
    ...more(next_cursor),
  ].join("\n");

export const KNOWLEDGE: readonly Command[] = [
  endpoint(ENDPOINTS.entities, {
    name: "entity list",
    group: "knowledge",
    without: ["query"],
    call: ({ memory }, request) => memory.entities(request),
    text: entities,
  }),
  endpoint(ENDPOINTS.entities, {
    name: "entity search",
    group: "knowledge",
    summary: "Find who and what memory speaks of by a part of a name",
    arguments: ["query"],
    call: ({ memory }, request) => memory.entities(request),
    text: entities,
  }),
  endpoint(ENDPOINTS.knownEntity, {
    name: "entity get",
    group: "knowledge",
    arguments: ["id"],
    call: ({ memory }, request) => memory.knownEntity(request),
  }),
  endpoint(ENDPOINTS.rebuildEntities, {
    name: "entity rebuild",
    group: "knowledge",
    call: ({ memory }, request) => memory.rebuildEntities(request),
  }),
  endpoint(ENDPOINTS.entityGraph, {
    name: "entity graph",
    group: "knowledge",
    arguments: ["id"],
    call: ({ memory }, request) => memory.entityGraph(request),
    text: ({ nodes, edges }) => {
      const names = new Map(nodes.map(({ entity_id, entity_name }) => [entity_id, entity_name]));
      return table(
        ["subject", "relation", "object", "text"],
        edges.map(({ source_entity_id: source, target_entity_id: target, relation_type, fact }) => [
          names.get(source) ?? source,
          relation_type,
          names.get(target) ?? target,
          brief(fact),
        ]),
      );
    },
  }),
  endpoint(ENDPOINTS.storeFact, {
    name: "fact add",
    group: "knowledge",
    arguments: ["subject", "relation", "object"],
    call: ({ memory }, request) => memory.storeFact(request),
  }),
  endpoint(ENDPOINTS.facts, {
    name: "fact list",
    group: "knowledge",
    call: ({ memory }, request) => memory.facts(request),
    text: ({ facts, next_cursor }) => [factTable(facts), ...more(next_cursor)].join("\n"),
  }),
  endpoint(ENDPOINTS.fact, {
    name: "fact show",
    group: "knowledge",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.fact(id),
  }),
  endpoint(ENDPOINTS.endFact, {
    name: "fact end",
    group: "knowledge",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.endFact(id),
  }),
  endpoint(ENDPOINTS.conflicts, {
    name: "conflict list",
    group: "knowledge",
    call: ({ memory }, request) => memory.conflicts(request),
    text: ({ conflicts, next_cursor }) =>
      [
        table(
          ["group", "id", "since", "text"],
          conflicts.flatMap(({ group, members }) =>
            members.map(({ id, valid_from, created_at, text }) => [
              group,
              id,
              time(valid_from ?? created_at),
              brief(text),
            ]),
          ),
        ),
        ...more(next_cursor),
      ].join("\n"),
  }),
  endpoint(ENDPOINTS.resolveConflict, {
    name: "conflict resolve",
    group: "knowledge",
    arguments: ["group", "winner"],
    call: ({ memory }, request) => memory.resolveConflict(request),
  }),
];

function factTable(facts: readonly Fact[]): string {
  return table(
    ["id", "relation", "since", "until", "text"],
    facts.map(({ id, relation, relation_said: word, valid_from, created_at, valid_to, text }) => [
      id,
      word ?? relation,
      time(valid_from ?? created_at),
      valid_to === null ? "holds" : time(valid_to),
      brief(text),
    ]),
  );
}
