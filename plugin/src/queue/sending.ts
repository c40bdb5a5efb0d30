// A write of a tool or a command: through the queue like any other, so that it is kept whatever happens, and answered
// with what came of it as far as that is known in time.

import { randomUUID } from "node:crypto";
import type { EndpointName, ReplyOf, RequestOf } from "../../../wire/endpoints.ts";
import type { Plugin, Turn } from "../plugin.ts";
import { failureText } from "../service.ts";
import type { ToolAnswer } from "../tool.ts";
import { outboxOf } from "./opening.ts";

/** What to say of a write. `said` makes the answer from the service's reply. */
export async function sent<Name extends EndpointName>(
  plugin: Plugin,
  { config, conversation }: Turn,
  name: Name,
  request: RequestOf<Name>,
  said: (reply: ReplyOf<Name>) => ToolAnswer,
): Promise<ToolAnswer> {
  const write = { agentId: conversation.agentId, name, request, key: `${name}-${randomUUID()}` };
  const result = await outboxOf(plugin).send(write, config.requestTimeoutMs);
  if (result.kind === "delivered") return said(result.reply as ReplyOf<Name>);
  if (result.kind === "refused") {
    const line = failureText(result.error);
    return {
      say: `The service refused it, and nothing was kept: ${line}`,
      details: { stored: false, error: line },
    };
  }
  return {
    say: `It is kept on this machine and will be delivered by itself (${result.because}). Do not send it again.`,
    details: { stored: false, queued: true, because: result.because },
  };
}
