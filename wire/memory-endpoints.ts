// The endpoints of an agent that are about memories.

import type { Endpoint } from "./endpoint.ts";
import * as memories from "./memories.ts";
import * as search from "./memory-search.ts";

export const MEMORY_ENDPOINTS = {
  storeMemory: {
    method: "post",
    path: "/memories",
    role: "agent",
    writes: true,
    summary: "Store a memory: a new one, a version of one, or one more time that it was heard",
    request: memories.MemoryRequest,
    reply: memories.StoreMemoryReply,
  },
  memories: {
    method: "get",
    path: "/memories",
    role: "reader",
    writes: false,
    summary: "List memories, as they are or were",
    request: memories.MemoriesRequest,
    reply: memories.MemoriesReply,
  },
  searchMemories: {
    method: "post",
    path: "/memories/search",
    role: "reader",
    writes: false,
    countsAs: "queries",
    summary: "Memories for a question, ranked by weighted factors",
    request: search.SearchMemoriesRequest,
    reply: search.SearchMemoriesReply,
  },
  runLifecycle: {
    method: "post",
    path: "/memories/lifecycle",
    role: "owner",
    writes: true,
    summary: "Close what has ended, what is told twice, and what lost a dispute",
    request: memories.LifecycleRequest,
    reply: memories.LifecycleReply,
  },
  changeMemory: {
    method: "patch",
    path: "/memories/{id}",
    role: "agent",
    writes: true,
    summary: "Change a memory; another content is a new version",
    request: memories.ChangeMemoryRequest,
    reply: memories.ChangeMemoryReply,
  },
  endMemory: {
    method: "delete",
    path: "/memories/{id}",
    role: "agent",
    writes: true,
    summary: "End a memory: it is kept, and shown for the time in which it held",
    request: memories.MemoryId,
    reply: memories.EndMemoryReply,
  },
  memoryHistory: {
    method: "get",
    path: "/memories/{id}/history",
    role: "reader",
    writes: false,
    summary: "All versions of a memory",
    request: memories.MemoryId,
    reply: memories.MemoryHistoryReply,
  },
  // After what is below it: an id may hold a slash.
  memory: {
    method: "get",
    path: "/memories/{id}",
    role: "reader",
    writes: false,
    summary: "One memory",
    request: memories.MemoryId,
    reply: memories.MemoryReply,
  },
} as const satisfies Record<string, Endpoint>;
