// The endpoints of an agent that are about learning from session logs.

import type { Endpoint } from "./endpoint.ts";
import * as replaying from "./replaying.ts";

export const REPLAY_ENDPOINTS = {
  replay: {
    method: "post",
    path: "/replay",
    role: "agent",
    writes: false,
    countsAs: "writes",
    summary: "Begin to learn from a session log, go on with it, or say where it ends",
    request: replaying.ReplayRequest,
    reply: replaying.ReplayReply,
  },
  replayPart: {
    method: "post",
    path: "/replays/{log}/parts/{range}",
    role: "agent",
    writes: false,
    countsAs: "writes",
    ndjson: "request",
    summary: "Send lines of a session log; the same part again is nothing new",
    request: replaying.ReplayPart,
    reply: replaying.ReplayReply,
  },
  replays: {
    method: "get",
    path: "/replays",
    role: "agent",
    writes: false,
    summary: "The session logs that are or were learned from, the last used first",
    request: replaying.ReplaysRequest,
    reply: replaying.ReplayList,
  },
  replayStatus: {
    method: "get",
    path: "/replays/{log}",
    role: "agent",
    writes: false,
    summary: "How far a session log is, and what was learned",
    request: replaying.ReplayName,
    reply: replaying.ReplayReply,
  },
  replayCancel: {
    method: "delete",
    path: "/replays/{log}",
    role: "agent",
    writes: false,
    summary: "Call a replay off; what was learned stays",
    request: replaying.ReplayName,
    reply: replaying.ReplayReply,
  },
  harvest: {
    method: "post",
    path: "/harvest",
    role: "owner",
    writes: true,
    summary: "Find what a session log teaches, and run maintenance; a dry run by default",
    request: replaying.HarvestRequest,
    reply: replaying.HarvestReply,
  },
} as const satisfies Record<string, Endpoint>;
