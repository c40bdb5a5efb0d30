// The part of an agent's client that is about entities, facts and conflicts.

import type { ReplyOf, RequestOf } from "../wire/endpoints.ts";
import type { CallOptions } from "./connection.ts";
import { ProcedureCalls } from "./procedure-calls.ts";

export class KnowledgeCalls extends ProcedureCalls {
  /** Lists who and what memory speaks of. */
  entities(request: RequestOf<"entities"> = {}, options?: CallOptions): Promise<ReplyOf<"entities">> {
    return this.call("entities", request, options);
  }

  /** One entity, by name or id, with the memories that mention it, and its facts. */
  knownEntity(request: RequestOf<"knownEntity">, options?: CallOptions): Promise<ReplyOf<"knownEntity">> {
    return this.call("knownEntity", request, options);
  }

  /** What an entity is related to by facts, hop by hop. */
  entityGraph(request: RequestOf<"entityGraph">, options?: CallOptions): Promise<ReplyOf<"entityGraph">> {
    return this.call("entityGraph", request, options);
  }

  /** Says how two entities are related, and since when. */
  storeFact(request: RequestOf<"storeFact">, options?: CallOptions): Promise<ReplyOf<"storeFact">> {
    return this.call("storeFact", request, options);
  }

  /** Lists facts, as they are or were. */
  facts(request: RequestOf<"facts"> = {}, options?: CallOptions): Promise<ReplyOf<"facts">> {
    return this.call("facts", request, options);
  }

  /** One fact, and all that took one another's place. */
  fact(id: string, options?: CallOptions): Promise<ReplyOf<"fact">> {
    return this.call("fact", { id }, options);
  }

  /** Ends a fact. */
  endFact(id: string, options?: CallOptions): Promise<ReplyOf<"endFact">> {
    return this.call("endFact", { id }, options);
  }

  /** What contradicts each other, until somebody decides. */
  conflicts(request: RequestOf<"conflicts"> = {}, options?: CallOptions): Promise<ReplyOf<"conflicts">> {
    return this.call("conflicts", request, options);
  }

  /** Says who is right: the others end, superseded. */
  resolveConflict(
    request: RequestOf<"resolveConflict">,
    options?: CallOptions,
  ): Promise<ReplyOf<"resolveConflict">> {
    return this.call("resolveConflict", request, options);
  }

  /** Has memories asked about that name nobody yet. */
  rebuildEntities(
    request: RequestOf<"rebuildEntities"> = {},
    options?: CallOptions,
  ): Promise<ReplyOf<"rebuildEntities">> {
    return this.call("rebuildEntities", request, options);
  }
}
