// Before a turn: one question to the service, and what it is sure of as context for the agent, in a fence that says that it
// is data. Messages that ask nothing are not asked about.

import { blockOf } from "../../../plugin/src/fence.ts";
import { lineOf, RecallReply, recalledIn } from "../../../plugin/src/recall/hit.ts";
import { questionOf } from "../../../plugin/src/recall/question.ts";
import { ENDPOINTS } from "../../../wire/endpoints.ts";
import { LIMITS } from "../../../wire/limits.ts";
import type { Session } from "../session.ts";
import type { HookInput } from "./hook-input.ts";
import { wordsOfUser } from "./transcript.ts";

/** What is read of the answer alone: a service may be newer. */
const QUERY = { ...ENDPOINTS.query, path: `/v1/agents/{agent}${ENDPOINTS.query.path}`, reply: RecallReply };
/** Characters below which a message is no question. */
const SHORTEST = 5;
const LONGEST = 1_000;
/** Memories and estimated tokens of a block where nothing else is said. */
const MEMORIES = 5;
const TOKENS = 1_000;
export const MOST_MEMORIES = 20;
/** Beyond it Claude Code shows the agent a beginning alone. */
export const MOST_TOKENS = 2_000;

export interface Recalling {
  readonly memories?: number | undefined;
  readonly tokens?: number | undefined;
}

/** The block; empty where the prompt asks nothing, or the service is not sure of anything. Throws `ClientError`. */
export async function recalled(
  session: Session,
  { chat, project, prompt }: HookInput,
  { memories = MEMORIES, tokens = TOKENS }: Recalling,
  signal: AbortSignal,
): Promise<string> {
  const said = wordsOfUser(prompt.slice(0, LIMITS.text));
  const query = questionOf({ prompt: said }, { least: SHORTEST, most: LONGEST });
  if (query === null) return "";
  const request = {
    query,
    chat_id: chat,
    max_fired_nodes: memories,
    ...(project !== undefined && { project }),
  };
  const { agent } = session;
  const { decision, fired } = await session.calls.call(QUERY, { agent }, request, {
    signal,
  });
  if (decision !== "answered") return "";
  const hits = fired.map(recalledIn).filter((hit) => hit !== null);
  const lines = hits.slice(0, memories).map((hit) => (number: number) => lineOf(hit, number));
  return blockOf(lines, { mostTokens: tokens }).text;
}
