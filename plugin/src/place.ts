// Where a hook or a tool runs, from what the host says of it: which agent, what kind of chat, which conversation.

import { createHash } from "node:crypto";
import { chatTypeNamed, deriveChatType, type Place } from "./gate.ts";
import type { HostContext } from "./host.ts";
import type { ChatType } from "./options.ts";

export interface Conversation extends Place {
  readonly chatType: ChatType;
  /** The session as the plugin keeps it; the same for every turn of one conversation. */
  readonly session: string;
  /** The session as the service knows it: says nothing of who talks to whom. */
  readonly chat: string;
  /** One turn of the session, where the host says which. */
  readonly turn: string | null;
  /** Whether a person may have written the message; a heartbeat or another agent surely did not. */
  readonly byPerson: boolean;
}

/** Null where the host gives no context at all. */
export function conversationOf(context: HostContext | undefined): Conversation | null {
  if (!context) return null;
  const session = context.sessionKey ?? context.sessionId ?? `agent:${context.agentId ?? ""}`;
  return {
    ...(context.agentId && { agentId: context.agentId }),
    ...chatIdOf(context),
    chatType: chatTypeOf(context),
    session,
    chat: `openclaw-${createHash("sha256").update(session).digest("hex").slice(0, 32)}`,
    turn: context.runId ?? null,
    byPerson: isByPerson(context),
  };
}

function chatIdOf({ chatId, channelId, deliveryContext }: HostContext): { chatId?: string } {
  const id = chatId ?? channelId ?? deliveryContext?.to;
  return id ? { chatId: id } : {};
}

/** As the host says it, else as its session key is built, else derived. */
function chatTypeOf(context: HostContext): ChatType {
  const said = chatTypeNamed(context.chatType ?? context.deliveryContext?.chatType);
  return (
    said ?? chatTypeInKey(context.sessionKey) ?? deriveChatType({ ...context, channel: channelOf(context) })
  );
}

function channelOf(context: HostContext): string | undefined {
  return (
    context.channel ?? context.messageProvider ?? context.messageChannel ?? context.deliveryContext?.channel
  );
}

/** `agent:<id>:<channel>:<kind>:…`; the key that ends with `main` is where the host gathers one person's direct chats. */
function chatTypeInKey(key: string | undefined): ChatType | null {
  const [scheme, , ...rest] = (key ?? "").toLowerCase().split(":");
  if (scheme !== "agent") return null;
  if (rest.length === 1 && rest[0] === "main") return "direct";
  const kinds = rest.slice(0, -1);
  if (kinds.includes("group")) return "group";
  if (kinds.includes("channel")) return "channel";
  return kinds.includes("direct") || kinds.includes("dm") ? "direct" : null;
}

function isByPerson({ trigger, inputProvenance }: HostContext): boolean {
  if (inputProvenance?.kind !== undefined) return inputProvenance.kind === "external_user";
  return !["heartbeat", "cron", "memory", "overflow"].includes((trigger ?? "").toLowerCase());
}
