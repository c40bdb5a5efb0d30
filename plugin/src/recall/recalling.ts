// Recall before a turn: one question to the service, and what it is sure of above the user's message, within a token
// budget. Whatever goes wrong, the turn goes on without memory and one line in the log says why.

import { estimatedTokens } from "../../../durable/remote/tokens.ts";
import { blockOf } from "../fence.ts";
import type { HostContext, PromptEvent } from "../host.ts";
import type { Plugin, Turn } from "../plugin.ts";
import { failureLine } from "../service.ts";
import { ask, keepShown } from "./asking.ts";
import { lineOf } from "./hit.ts";
import { questionOf } from "./question.ts";

/** Estimated tokens of the block where the user sets none. */
export const TOKEN_BUDGET = 1_000;
/** How long the host waits at most: longer than the longest deadline, which may change while the host runs. */
const HOST_WAITS_MS = 30_500;

export function registerRecall(plugin: Plugin): void {
  plugin.on("before_prompt_build", (event, context) => recallFor(plugin, event, context), {
    timeoutMs: HOST_WAITS_MS,
  });
  plugin.on("session_end", ({ sessionKey, sessionId }) => {
    const session = sessionKey ?? sessionId;
    if (session !== undefined) plugin.sessions.forget(session);
    return undefined;
  });
}

async function recallFor(
  plugin: Plugin,
  event: PromptEvent,
  context: HostContext | undefined,
): Promise<{ prependContext: string } | undefined> {
  const started = performance.now();
  try {
    const entry = plugin.enter(context);
    if (!entry.allowed) {
      plugin.log.debug(`no recall: ${entry.reason}`);
      return undefined;
    }
    const question = wantedQuestion(plugin, event, entry.turn);
    if (question === null) return undefined;
    const block = await recall(plugin, entry.turn, question);
    plugin.pause.succeeded();
    return block === "" ? undefined : { prependContext: block };
  } catch (error) {
    const pause = plugin.pause.failed();
    const lasted = `${Math.round(performance.now() - started)} ms`;
    const then = pause === null ? "" : `; recall pauses for ${pause / 1000} s`;
    plugin.log.warn(`this turn goes on without memory after ${lasted}: ${failureLine(error)}${then}`);
    return undefined;
  }
}

/** The question, where this turn is to have a recall at all. */
function wantedQuestion(plugin: Plugin, event: PromptEvent, turn: Turn): string | null {
  const { config, conversation } = turn;
  const { autoRecall, autoRecallMaxContextTokens, minQueryLength, recallMaxChars } = config;
  if (!autoRecall || autoRecallMaxContextTokens === 0 || !conversation.byPerson) return null;
  const question = questionOf(event, { least: minQueryLength, most: recallMaxChars });
  plugin.pause.about(JSON.stringify([config.baseUrl, config.brain, config.token.value]));
  if (question === null || plugin.pause.isOn) return null;
  return plugin.sessions.mayRecall(conversation.session, conversation.turn) ? question : null;
}

/** The block, or nothing where the service is not sure of anything. */
async function recall(plugin: Plugin, turn: Turn, query: string): Promise<string> {
  const { config, conversation } = turn;
  const { autoRecallTopK: limit, autoRecallTimeoutMs: deadlineMs } = config;
  const key = JSON.stringify([
    config.baseUrl,
    config.brain,
    conversation.agentId,
    config.defaultDomain,
    limit,
    query,
  ]);
  const { queryId, hits, dropped } = await plugin.sessions.once(conversation.session, key, () =>
    ask(turn, { query, limit, deadlineMs }),
  );
  if (dropped > 0)
    plugin.log.warn(`${dropped} memories were left out: the service does not mark them as untrusted`);
  const { text, shown } = blockOf(
    hits.map((hit) => (number: number) => lineOf(hit, number)),
    { mostTokens: config.autoRecallMaxContextTokens ?? TOKEN_BUDGET },
  );
  keepShown(
    plugin,
    turn,
    queryId,
    shown.map((position) => hits[position]),
  );
  plugin.log.debug(
    `${shown.length} of ${hits.length} memories, ${estimatedTokens(text)} tokens, for a question of ${query.length} characters`,
  );
  return text;
}
