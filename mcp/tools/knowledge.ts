// Tools of entities and facts: who and what memory speaks of, and how these are related.

import type { Fact } from "../../wire/knowledge.ts";
import { entry } from "../fence.ts";
import { counted, tool } from "../tool.ts";

const more = (cursor: string | null) => (cursor === null ? "." : ", and more with next_cursor.");

const list = tool({
  name: "list_entities",
  title: "List entities",
  description:
    "List the people, projects, systems, decisions and concepts that memory speaks of; with query those whose names hold it.",
  endpoint: "entities",
  takes: ["query", "type", "project", "as_of", "limit", "cursor"],
  tells: [
    ...["id", "type", "memories", "facts", "created_at", "untrusted"].map((name) => `entities[].${name}`),
    "next_cursor",
  ],
  says: ({ entities, next_cursor }) => counted(entities.length, "entity", "entities") + more(next_cursor),
  shows: ({ entities }) =>
    entities.map(({ id, type, name, aliases, summary, memories, facts }) =>
      entry(id, type, [[name, ...aliases].join(", "), ...(summary === "" ? [] : [summary])].join("\n"), [
        counted(memories, "memory", "memories"),
        counted(facts, "fact", "facts"),
      ]),
    ),
});

const get = tool({
  name: "get_entity",
  title: "Read an entity",
  description:
    "One person, project, system, decision or concept by its name or id: the memories that mention it, and its facts.",
  endpoint: "knownEntity",
  takes: ["id", "as_of"],
  tells: [
    "id",
    "type",
    "memories",
    "facts",
    "created_at",
    "mentioned_by[].id",
    "mentioned_by[].valid_from",
    "mentioned_by[].valid_to",
    "known_facts[].id",
    "known_facts[].is_current",
    "untrusted",
  ],
  says: ({ mentioned_by: memories, known_facts: facts }) =>
    `${counted(memories.length, "memory", "memories")} and ${counted(facts.length, "fact", "facts")}.`,
  shows: ({ id, type, name, aliases, summary, mentioned_by: memories, known_facts: facts }) => [
    entry(id, type, [[name, ...aliases].join(", "), summary].join("\n")),
    ...facts.map(factEntry),
    ...memories.map((memory) => entry(memory.id, "memory", memory.content, span(memory))),
  ],
});

const facts = tool({
  name: "query_facts",
  title: "Query facts",
  description:
    "How the people, projects and things that memory speaks of are related: who works where, what runs on what, and since when. " +
    "Narrow it by entity, relation or time.",
  endpoint: "facts",
  takes: ["entity", "relation", "project", "as_of", "include_invalidated", "limit", "cursor"],
  tells: [
    ...[
      "id",
      "subject.id",
      "object.id",
      "confidence",
      "valid_from",
      "valid_to",
      "is_current",
      "said",
      "memory_ids",
      "conflict_status",
      "untrusted",
    ].map((name) => `facts[].${name}`),
    "next_cursor",
  ],
  says: ({ facts, next_cursor }) => counted(facts.length, "fact", "facts") + more(next_cursor),
  shows: ({ facts }) => facts.map(factEntry),
});

export const KNOWLEDGE_TOOLS = [list, get, facts];

function factEntry(fact: Fact) {
  const { id, text, subject, object, is_current: isCurrent, conflict_status: dispute } = fact;
  const relation = fact.relation_said ?? fact.relation;
  return entry(id, "fact", `${text}\n${subject.name} ${relation} ${object.name}`, [
    ...span(fact),
    ...(isCurrent ? [] : ["ended"]),
    ...(dispute === "active" ? ["disputed"] : []),
  ]);
}

/** Since when and until when, as far as that is known. */
function span(held: { readonly valid_from: number | null; readonly valid_to: number | null }): string[] {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return [
    ...(held.valid_from === null ? [] : [`since ${day(held.valid_from)}`]),
    ...(held.valid_to === null ? [] : [`until ${day(held.valid_to)}`]),
  ];
}
