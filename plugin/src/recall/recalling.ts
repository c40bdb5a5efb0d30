// Recall before a turn: one question to the service, and what it is sure of above the user's message.

import type { Plugin } from "../plugin.ts";

export function registerRecall(plugin: Plugin): void {
  plugin.api.on?.("session_end", ({ sessionKey, sessionId }) => {
    const session = sessionKey ?? sessionId;
    if (session !== undefined) plugin.sessions.forget(session);
    return undefined;
  });
}
