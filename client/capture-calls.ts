// The part of an agent's client that is about capturing turns.

import type { ReplyOf, RequestOf } from "../wire/endpoints.ts";
import type { CallOptions } from "./connection.ts";
import { MemoriesCalls } from "./memories-calls.ts";

export class CaptureCalls extends MemoriesCalls {
  /** Takes from a turn what should last, at once or by a language model. */
  capture(request: RequestOf<"capture">, options?: CallOptions): Promise<ReplyOf<"capture">> {
    return this.call("capture", request, options);
  }

  /** Captured turns, newest first. */
  captureJobs(
    request: RequestOf<"captureJobs"> = {},
    options?: CallOptions,
  ): Promise<ReplyOf<"captureJobs">> {
    return this.call("captureJobs", request, options);
  }

  /** One captured turn. */
  captureJob(id: string, options?: CallOptions): Promise<ReplyOf<"captureJob">> {
    return this.call("captureJob", { id }, options);
  }

  /** Lets one that failed be read again. */
  retryCapture(id: string, options?: CallOptions): Promise<ReplyOf<"retryCapture">> {
    return this.call("retryCapture", { id }, options);
  }

  /** Lets all that failed be read again. */
  retryCaptures(options?: CallOptions): Promise<ReplyOf<"retryCaptures">> {
    return this.call("retryCaptures", {}, options);
  }

  /** Lets go of one; what was stored of it stays. */
  dropCapture(id: string, options?: CallOptions): Promise<ReplyOf<"dropCapture">> {
    return this.call("dropCapture", { id }, options);
  }
}
