// `/memory` in a chat: a person says how the last recall was, or asks how memory stands. What a person says is right
// is right at once: a reviewer would be asked the same.

import type { HostCommandContext } from "../host.ts";
import type { Plugin } from "../plugin.ts";
import { outboxOf } from "../queue/opening.ts";
import { failureLine, failureText } from "../service.ts";
import { judged, VERDICTS, type Verdict } from "./judging.ts";

export const COMMAND = "memory";
const USAGE =
  "/memory good: what was recalled helped. /memory bad: it did not fit. /memory wrong <what is right>: it was false. /memory status: how memory stands.";

export function registerCommand(plugin: Plugin): void {
  plugin.api.registerCommand?.({
    name: COMMAND,
    description:
      "Say how the last recall was, or how memory stands: good, bad, wrong <what is right>, status",
    acceptsArgs: true,
    handler: async (context) => ({ text: await answerTo(plugin, context) }),
  });
}

async function answerTo(plugin: Plugin, context: HostCommandContext): Promise<string> {
  try {
    const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(context.args ?? "") ?? [];
    if (context.isAuthorizedSender === false) return "Memory is not available to you here.";
    const entry = plugin.enter(located(context));
    if (!entry.allowed) return `Memory is not available here: ${entry.reason}.`;
    if (word === "status") return await status(plugin);
    const verdict = VERDICTS.find((one) => one === word.toLowerCase());
    if (verdict === undefined) return USAGE;
    if (rest !== "" && verdict !== "wrong") return `/memory ${verdict} takes no text. ${USAGE}`;
    const judgement = { verdict: verdict satisfies Verdict, ...(rest !== "" && { correction: rest }) };
    return (await judged(plugin, entry.turn, judgement, { isReviewed: false })).say;
  } catch (error) {
    plugin.log.warn(`/${COMMAND} failed: ${failureLine(error)}`);
    return `That failed: ${failureText(error)}`;
  }
}

/** A command's context may lack the agent, which its session names. */
function located(context: HostCommandContext): HostCommandContext {
  const agentId = context.agentId ?? /^agent:([^:]+):/.exec(context.sessionKey ?? "")?.[1];
  return agentId === undefined ? context : { ...context, agentId };
}

async function status(plugin: Plugin): Promise<string> {
  const { autoRecall, autoCapture, captureMode } = plugin.config();
  const { waiting, oldestAt, obstacle } = await outboxOf(plugin).status();
  const lines = [
    `Recall before each turn is ${autoRecall ? "on" : "off"}.`,
    `Capture after each turn is ${autoCapture ? `on (${captureMode})` : "off"}.`,
    waiting === 0
      ? "Nothing waits to be delivered."
      : `${waiting} writes wait to be delivered, the oldest since ${new Date(oldestAt ?? 0).toISOString()}.`,
    ...(obstacle === null ? [] : [`The last try: ${obstacle}.`]),
  ];
  return lines.join("\n");
}
