// Commands about memories: facts with a type, a scope and a time in which they hold.

import { ENDPOINTS, type ReplyOf } from "../../../wire/endpoints.ts";
import type { Command } from "../command.ts";
import { endpoint } from "../from-endpoint.ts";
import { brief, table, time } from "../readable.ts";
import { more } from "./asking.ts";

type Memory = ReplyOf<"memories">["memories"][number];

export const MEMORIES: readonly Command[] = [
  endpoint(ENDPOINTS.storeMemory, {
    name: "memory add",
    group: "memory",
    arguments: ["content"],
    call: ({ memory }, request) => memory.storeMemory(request),
  }),
  endpoint(ENDPOINTS.memories, {
    name: "memory list",
    group: "memory",
    call: ({ memory }, request) => memory.memories(request),
    text: ({ memories, next_cursor }) => [memoryTable(memories), ...more(next_cursor)].join("\n"),
  }),
  endpoint(ENDPOINTS.searchMemories, {
    name: "memory search",
    group: "memory",
    arguments: ["query"],
    call: ({ memory }, request) => memory.searchMemories(request),
  }),
  endpoint(ENDPOINTS.memory, {
    name: "memory show",
    group: "memory",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.memory(id),
  }),
  endpoint(ENDPOINTS.memoryHistory, {
    name: "memory history",
    group: "memory",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.memoryHistory(id),
    text: ({ versions }) => memoryTable(versions),
  }),
  endpoint(ENDPOINTS.changeMemory, {
    name: "memory change",
    group: "memory",
    arguments: ["id"],
    call: ({ memory }, request) => memory.changeMemory(request),
  }),
  endpoint(ENDPOINTS.endMemory, {
    name: "memory end",
    group: "memory",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.endMemory(id),
  }),
  endpoint(ENDPOINTS.runLifecycle, {
    name: "memory lifecycle",
    group: "memory",
    call: ({ memory }, request) => memory.runLifecycle(request),
  }),
];

function memoryTable(memories: readonly Memory[]): string {
  return table(
    ["id", "type", "scope", "since", "until", "text"],
    memories.map(({ id, type, scope, valid_from, created_at, valid_to, content }) => [
      id,
      type,
      scope,
      time(valid_from ?? created_at),
      valid_to === null ? "holds" : time(valid_to),
      brief(content),
    ]),
  );
}
