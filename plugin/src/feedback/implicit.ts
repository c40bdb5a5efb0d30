// Learning from how turns go, where the user wants it: a next message that contradicts the answer counts against what
// was recalled for it, any other a little for it. Each question is judged once.

import { objects } from "../../../durable/text/objecting.ts";
import { saidIn } from "../capture/turn.ts";
import type { AgentEndEvent, HostContext } from "../host.ts";
import type { Plugin } from "../plugin.ts";
import { outboxOf } from "../queue/opening.ts";

const MOST_SESSIONS = 500;
/** Less than a word of the user weighs: nobody said so. */
const CONTRADICTED = -0.5;
const WENT_ON = 0.2;

export function registerImplicitFeedback(plugin: Plugin): void {
  plugin.on("agent_end", (event, context) => judge(plugin, event, context));
}

async function judge(plugin: Plugin, event: AgentEndEvent, context?: HostContext): Promise<undefined> {
  const entry = plugin.enter(context);
  if (!entry.allowed || !entry.turn.config.implicitFeedback) return undefined;
  const { agentId, session, turn, byPerson } = entry.turn.conversation;
  if (!byPerson || turn === null) return undefined;
  const asked = plugin.sessions.askedIn(session);
  const said = saidIn(event.messages ?? []);
  const before = plugin.unjudged.get(session);
  plugin.unjudged.delete(session);
  if (before !== undefined && said !== "") {
    const outcome = objects(said) ? CONTRADICTED : WENT_ON;
    const write = {
      agentId,
      name: "learn",
      request: { query_id: before, outcome },
      key: `implicit-${before}`,
    } as const;
    await outboxOf(plugin)
      .post(write)
      .catch(() => plugin.log.warn("how a turn went could not be kept: the queue's folder can't be written"));
  }
  // Of a turn that failed nothing is learned: it need not have been memory's fault.
  const last = asked.findLast((one) => one.turn === turn);
  if (event.success === true && last !== undefined) plugin.unjudged.set(session, last.queryId);
  const [oldest] = plugin.unjudged.keys();
  if (plugin.unjudged.size > MOST_SESSIONS) plugin.unjudged.delete(oldest);
  return undefined;
}
