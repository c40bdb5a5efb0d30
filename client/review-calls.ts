// The part of an agent's client that is about reviewed memory.

import type { ReplyOf, RequestOf } from "../wire/endpoints.ts";
import type { CallOptions } from "./connection.ts";
import { ReplayCalls } from "./replay-calls.ts";

export class ReviewCalls extends ReplayCalls {
  /** Asks for something to be remembered. */
  propose(request: RequestOf<"propose">, options?: CallOptions): Promise<ReplyOf<"propose">> {
    return this.call("propose", request, options);
  }

  /** A page of what waits for a reviewer, or was decided; an agent sees its own. */
  proposals(request: RequestOf<"proposals"> = {}, options?: CallOptions): Promise<ReplyOf<"proposals">> {
    return this.call("proposals", request, options);
  }

  /** One proposal. */
  proposal(id: string, options?: CallOptions): Promise<ReplyOf<"proposal">> {
    return this.call("proposal", { id }, options);
  }

  /** Changes text or title of a proposal that waits. */
  revise(request: RequestOf<"revise">, options?: CallOptions): Promise<ReplyOf<"revise">> {
    return this.call("revise", request, options);
  }

  /** Makes a proposal memory. */
  approve(request: RequestOf<"approve">, options?: CallOptions): Promise<ReplyOf<"approve">> {
    return this.call("approve", request, options);
  }

  /** Rejects a proposal. */
  reject(request: RequestOf<"reject">, options?: CallOptions): Promise<ReplyOf<"reject">> {
    return this.call("reject", request, options);
  }

  /** Approves many proposals, each with a result of its own. */
  approveBatch(request: RequestOf<"approveBatch">, options?: CallOptions): Promise<ReplyOf<"approveBatch">> {
    return this.call("approveBatch", request, options);
  }

  /** Rejects many proposals, each with a result of its own. */
  rejectBatch(request: RequestOf<"rejectBatch">, options?: CallOptions): Promise<ReplyOf<"rejectBatch">> {
    return this.call("rejectBatch", request, options);
  }

  /** What the screen keeps back, with its reasons. */
  quarantine(request: RequestOf<"quarantine"> = {}, options?: CallOptions): Promise<ReplyOf<"quarantine">> {
    return this.call("quarantine", request, options);
  }

  /** Lets go what is kept back. */
  release(id: string, options?: CallOptions): Promise<ReplyOf<"release">> {
    return this.call("release", { id }, options);
  }

  /** Erases what is kept back. */
  discard(id: string, options?: CallOptions): Promise<ReplyOf<"discard">> {
    return this.call("discard", { id }, options);
  }

  /** How long memory lasts, and what is over soon. */
  retention(options?: CallOptions): Promise<ReplyOf<"retention">> {
    return this.call("retention", {}, options);
  }

  /** Says how long memory of a kind lasts, or what would be over then. */
  setRetention(request: RequestOf<"setRetention">, options?: CallOptions): Promise<ReplyOf<"setRetention">> {
    return this.call("setRetention", request, options);
  }

  /** Whether what agents add waits for a reviewer. */
  policy(options?: CallOptions): Promise<ReplyOf<"policy">> {
    return this.call("policy", {}, options);
  }

  /** Says whether what agents add waits for a reviewer. */
  setPolicy(request: RequestOf<"setPolicy">, options?: CallOptions): Promise<ReplyOf<"setPolicy">> {
    return this.call("setPolicy", request, options);
  }
}
