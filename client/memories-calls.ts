// The part of an agent's client that is about memories.

import type { ReplyOf, RequestOf } from "../wire/endpoints.ts";
import type { CallOptions } from "./connection.ts";
import { ReviewCalls } from "./review-calls.ts";

export class MemoriesCalls extends ReviewCalls {
  /** Stores a memory: a new one, a version of one, or one more time that it was heard. */
  storeMemory(request: RequestOf<"storeMemory">, options?: CallOptions): Promise<ReplyOf<"storeMemory">> {
    return this.call("storeMemory", request, options);
  }

  /** Lists memories, as they are or were. */
  memories(request: RequestOf<"memories"> = {}, options?: CallOptions): Promise<ReplyOf<"memories">> {
    return this.call("memories", request, options);
  }

  /** Memories for a question, ranked by weighted factors. */
  searchMemories(
    request: RequestOf<"searchMemories">,
    options?: CallOptions,
  ): Promise<ReplyOf<"searchMemories">> {
    return this.call("searchMemories", request, options);
  }

  /** One memory. */
  memory(id: string, options?: CallOptions): Promise<ReplyOf<"memory">> {
    return this.call("memory", { id }, options);
  }

  /** All versions of a memory, newest first. */
  memoryHistory(id: string, options?: CallOptions): Promise<ReplyOf<"memoryHistory">> {
    return this.call("memoryHistory", { id }, options);
  }

  /** Changes a memory; another content is a new version. */
  changeMemory(request: RequestOf<"changeMemory">, options?: CallOptions): Promise<ReplyOf<"changeMemory">> {
    return this.call("changeMemory", request, options);
  }

  /** Ends a memory. */
  endMemory(id: string, options?: CallOptions): Promise<ReplyOf<"endMemory">> {
    return this.call("endMemory", { id }, options);
  }

  /** Closes what has ended, what is told twice, and what lost a dispute. */
  runLifecycle(
    request: RequestOf<"runLifecycle"> = {},
    options?: CallOptions,
  ): Promise<ReplyOf<"runLifecycle">> {
    return this.call("runLifecycle", request, options);
  }
}
