// After a turn: what the user said that should last goes into the queue, as a proposal or as memory at once. It neither
// delays the turn nor fails it, and each sentence is captured once, however often the host repeats it.

import { firstBytes } from "../../../durable/text/bytes.ts";
import { LIMITS } from "../../../wire/limits.ts";
import type { AgentEndEvent, HostContext } from "../host.ts";
import type { Plugin, Turn } from "../plugin.ts";
import { outboxOf } from "../queue/opening.ts";
import type { Write } from "../queue/write.ts";
import { digestOfSentence } from "./captured-once.ts";
import { captured } from "./turn.ts";

const SOURCE = "agent_end";

export function registerCapture(plugin: Plugin): void {
  plugin.on("agent_end", (event, context) => capture(plugin, event, context));
  plugin.on("session_end", ({ sessionKey, sessionId }) => {
    const session = sessionKey ?? sessionId;
    if (session === undefined) return undefined;
    plugin.recalled.forget(session);
    // What is said in the next session is about no answer of this one.
    plugin.unjudged.delete(session);
    return undefined;
  });
}

async function capture(plugin: Plugin, event: AgentEndEvent, context?: HostContext): Promise<undefined> {
  if (event.success !== true) return undefined;
  const entry = plugin.enter(context);
  if (!entry.allowed) return undefined;
  const { config, conversation } = entry.turn;
  if (!config.autoCapture || !conversation.byPerson) return undefined;
  const { session, agentId } = conversation;
  const { sentences, around } = captured(event.messages ?? [], {
    recalled: plugin.recalled.in(session),
    triggers: config.captureTriggers,
  });
  let kept = 0;
  let lost = 0;
  for (const sentence of sentences) {
    const digest = digestOfSentence(agentId, session, sentence);
    if (!plugin.capturedOnce.note(session, digest)) continue;
    try {
      await outboxOf(plugin).post(writeOf(entry.turn, sentence, around, digest));
      kept++;
    } catch {
      plugin.capturedOnce.forget(session, digest);
      lost++;
    }
  }
  if (lost > 0) plugin.log.warn(`${lost} sentences could not be kept: the queue's folder can't be written`);
  if (kept > 0) plugin.log.debug(`${kept} sentences captured`);
  return undefined;
}

function writeOf({ config, conversation }: Turn, sentence: string, around: string, digest: string): Write {
  const { agentId, chat } = conversation;
  const shared = { agentId, key: `capture-${digest}` };
  if (config.captureMode === "direct") {
    return {
      ...shared,
      name: "inject",
      request: { content: sentence, metadata: { source: SOURCE, session: chat } },
    };
  }
  const prompt = firstBytes(around, LIMITS.sourcePromptBytes);
  return {
    ...shared,
    name: "propose",
    request: { content: sentence, kind: "fact", source: SOURCE, session: chat, source_prompt: prompt },
  };
}
