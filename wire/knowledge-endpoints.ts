// The endpoints of an agent that are about entities, facts and conflicts.

import type { Endpoint } from "./endpoint.ts";
import * as knowledge from "./knowledge.ts";

export const KNOWLEDGE_ENDPOINTS = {
  entities: {
    method: "get",
    path: "/entities",
    role: "reader",
    writes: false,
    summary: "List who and what memory speaks of",
    request: knowledge.EntitiesRequest,
    reply: knowledge.EntitiesReply,
  },
  entityGraph: {
    method: "get",
    path: "/entities/{id}/graph",
    role: "reader",
    writes: false,
    summary: "What an entity is related to by facts, hop by hop",
    request: knowledge.EntityGraphRequest,
    reply: knowledge.EntityGraphReply,
  },
  // After what is below it: an id may hold a slash.
  knownEntity: {
    method: "get",
    path: "/entities/{id}",
    role: "reader",
    writes: false,
    summary: "One entity with the memories that mention it, and its facts",
    request: knowledge.KnownEntityRequest,
    reply: knowledge.KnownEntityReply,
  },
  storeFact: {
    method: "post",
    path: "/facts",
    role: "agent",
    writes: true,
    summary: "Say how two entities are related, and since when",
    request: knowledge.StoreFactRequest,
    reply: knowledge.StoreFactReply,
  },
  facts: {
    method: "get",
    path: "/facts",
    role: "reader",
    writes: false,
    summary: "List facts, as they are or were",
    request: knowledge.FactsRequest,
    reply: knowledge.FactsReply,
  },
  endFact: {
    method: "delete",
    path: "/facts/{id}",
    role: "agent",
    writes: true,
    summary: "End a fact: it is kept, and shown for the time in which it held",
    request: knowledge.FactId,
    reply: knowledge.EndFactReply,
  },
  fact: {
    method: "get",
    path: "/facts/{id}",
    role: "reader",
    writes: false,
    summary: "One fact, and all that took one another's place",
    request: knowledge.FactId,
    reply: knowledge.FactReply,
  },
  conflicts: {
    method: "get",
    path: "/conflicts",
    role: "reader",
    writes: false,
    summary: "Memories and facts that contradict each other, until somebody decides",
    request: knowledge.ConflictsRequest,
    reply: knowledge.ConflictsReply,
  },
  resolveConflict: {
    method: "post",
    path: "/conflicts/{group}/resolve",
    role: "reviewer",
    writes: true,
    summary: "Say who is right: the others end, superseded",
    request: knowledge.ResolveConflictRequest,
    reply: knowledge.ResolveConflictReply,
  },
} as const satisfies Record<string, Endpoint>;
