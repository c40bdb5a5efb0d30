// One question to the service, as the hook, the tools and the corpus ask it. What was shown is kept for feedback.

import { ClientError } from "../../../client/client-error.ts";
import { ENDPOINTS } from "../../../wire/endpoints.ts";
import type { Plugin, Turn } from "../plugin.ts";
import { MemoryReply, type Recalled, RecallReply, recalledIn } from "./hit.ts";

const QUERY = { ...ENDPOINTS.query, reply: RecallReply };
const NODE = { ...ENDPOINTS.node, reply: MemoryReply };

export interface Question {
  readonly query: string;
  readonly limit: number;
  readonly deadlineMs?: number;
}

export interface Answer {
  readonly queryId: string;
  /** Empty where the service is not sure of anything. */
  readonly hits: readonly Recalled[];
  /** Hits that were not marked as untrusted, or were none; they are not shown. */
  readonly dropped: number;
}

/** Throws as a call does. */
export async function ask(turn: Turn, { query, limit, deadlineMs }: Question): Promise<Answer> {
  const { query_id, decision, fired } = await turn.callEndpoint(
    QUERY,
    { query, max_fired_nodes: limit, chat_id: turn.conversation.chat },
    { ...(deadlineMs !== undefined && { deadlineMs }) },
  );
  const read = decision === "answered" ? fired.map(recalledIn) : [];
  const hits = read.filter((hit) => hit !== null);
  return { queryId: query_id, hits: hits.slice(0, limit), dropped: read.length - hits.length };
}

/** One memory whole; null where the service has none of this id. Throws as a call does. */
export async function memoryOf(turn: Turn, id: string): Promise<MemoryReply | null> {
  try {
    return await turn.callEndpoint(NODE, { id });
  } catch (error) {
    if (error instanceof ClientError && error.code === "not_found") return null;
    throw error;
  }
}

/** Keeps which memories were shown of an answer, in the order of their numbers. */
export function keepShown(
  plugin: Plugin,
  { conversation }: Turn,
  queryId: string,
  shown: readonly Recalled[],
): void {
  if (shown.length === 0) return;
  plugin.recalled.keep(
    conversation.session,
    shown.map(({ content }) => content),
  );
  plugin.sessions.keep(conversation.session, {
    queryId,
    turn: conversation.turn,
    shown: shown.map(({ id }) => id),
  });
}
