// The part of an agent's client that is about session logs.

import type { ReplyOf, RequestOf } from "../wire/endpoints.ts";
import { AgentCalls } from "./agent-calls.ts";
import type { CallOptions } from "./connection.ts";
import { type OpenLog, type ReplayOptions, replayLog } from "./replaying.ts";

export class ReplayCalls extends AgentCalls {
  /** Learns from a whole session log, of any size; goes on where an earlier attempt ended. */
  replayLog(open: OpenLog, options?: ReplayOptions): Promise<ReplyOf<"replay">> {
    return replayLog(this, open, options);
  }

  /** Begins a replay, goes on with one, or says where its log ends. */
  replay(request: RequestOf<"replay">, options?: CallOptions): Promise<ReplyOf<"replay">> {
    return this.call("replay", request, options);
  }

  /** Sends lines of a log. */
  replayPart(request: RequestOf<"replayPart">, options?: CallOptions): Promise<ReplyOf<"replayPart">> {
    return this.call("replayPart", request, options);
  }

  /** The logs that are or were replayed. */
  replays(options?: CallOptions): Promise<ReplyOf<"replays">> {
    return this.call("replays", {}, options);
  }

  /** How far a replay is. */
  replayStatus(log: string, options?: CallOptions): Promise<ReplyOf<"replayStatus">> {
    return this.call("replayStatus", { log }, options);
  }

  /** Calls a replay off. */
  replayCancel(log: string, options?: CallOptions): Promise<ReplyOf<"replayCancel">> {
    return this.call("replayCancel", { log }, options);
  }

  /** Says what a piece of a session log teaches; with `dry_run: false` it is learned. */
  harvest(request: RequestOf<"harvest"> = {}, options?: CallOptions): Promise<ReplyOf<"harvest">> {
    return this.call("harvest", request, options);
  }
}
