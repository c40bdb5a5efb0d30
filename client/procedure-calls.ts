// The part of an agent's client that is about procedures, claims, and reading the graph.

import type { ReplyOf, RequestOf } from "../wire/endpoints.ts";
import { CaptureCalls } from "./capture-calls.ts";
import type { CallOptions } from "./connection.ts";

export class ProcedureCalls extends CaptureCalls {
  /** Whether a claim stands word by word in a node's text. */
  verify(request: RequestOf<"verify">, options?: CallOptions): Promise<ReplyOf<"verify">> {
    return this.call("verify", request, options);
  }

  /** Stores a procedure with its steps, or a new version of one. */
  storeProcedure(
    request: RequestOf<"storeProcedure">,
    options?: CallOptions,
  ): Promise<ReplyOf<"storeProcedure">> {
    return this.call("storeProcedure", request, options);
  }

  /** Lists procedures. */
  procedures(request: RequestOf<"procedures"> = {}, options?: CallOptions): Promise<ReplyOf<"procedures">> {
    return this.call("procedures", request, options);
  }

  /** A procedure with its steps in order, and its versions. */
  procedureSteps(id: string, options?: CallOptions): Promise<ReplyOf<"procedureSteps">> {
    return this.call("procedureSteps", { id }, options);
  }

  /** What a decision says for given numbers. */
  evaluate(request: RequestOf<"evaluate">, options?: CallOptions): Promise<ReplyOf<"evaluate">> {
    return this.call("evaluate", request, options);
  }

  /** What stands at a name, with what it is related to. */
  entity(request: RequestOf<"entity">, options?: CallOptions): Promise<ReplyOf<"entity">> {
    return this.call("entity", request, options);
  }

  /** A page of the whole graph: ids, kinds and weights, without texts. */
  graph(request: RequestOf<"graph"> = {}, options?: CallOptions): Promise<ReplyOf<"graph">> {
    return this.call("graph", request, options);
  }

  /** What can be reached from a name or node. */
  traverse(request: RequestOf<"traverse">, options?: CallOptions): Promise<ReplyOf<"traverse">> {
    return this.call("traverse", request, options);
  }
}
