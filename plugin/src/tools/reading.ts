// Tools that read memory.

import * as z from "zod";
import { LIMITS } from "../../../wire/limits.ts";
import { type Tool, tool } from "../tool.ts";

const recall = tool({
  name: "memory_recall",
  label: "Recall from memory",
  description:
    "Search long-term memory for facts, preferences, decisions and how-tos about the user and their work.",
  parameters: z.strictObject({
    query: z.string().min(1).max(LIMITS.query).describe("What to look for, in plain words."),
    limit: z.int().min(1).max(50).optional().describe("Most memories, default 5."),
  }),
  effect: "reads",
  async run({ query, limit = 5 }, { call, conversation }, plugin) {
    const reply = await call("query", { query, max_fired_nodes: limit, chat_id: conversation.chat });
    const hits = reply.fired.filter(({ untrusted }) => untrusted === true).slice(0, limit);
    plugin.sessions.keep(conversation.session, {
      queryId: reply.query_id,
      turn: conversation.turn,
      shown: hits.map(({ id }) => id),
    });
    return {
      say: hits.length === 0 ? "Memory has nothing it is sure of about this." : `${hits.length} memories.`,
      memory: hits.map(({ id, text }) => `${text} (id ${id})`),
      details: { count: hits.length, decision: reply.decision },
    };
  },
});

export const READING_TOOLS: readonly Tool[] = [recall];
