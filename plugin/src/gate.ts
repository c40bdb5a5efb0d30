// Whether memory may be used for an agent in a chat. Pure; the first rule that fails decides, unknown is refused.
// Every hook and every tool passes here before anything else.

import type { Options } from "./options.ts";
import { CHAT_TYPES, type ChatType } from "./options.ts";

export type GateRules = Pick<
  Options,
  "enabled" | "agents" | "allowedChatTypes" | "allowedChatIds" | "deniedChatIds"
>;

export interface Place {
  readonly agentId?: string;
  readonly chatType?: string;
  readonly chatId?: string;
}

export type GateReason =
  | "disabled"
  | "no_agents"
  | "no_agent_id"
  | "agent_not_listed"
  | "chat_type_not_allowed"
  | "chat_denied"
  | "chat_not_listed";

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: GateReason };

export function isAllowed(rules: GateRules, { agentId, chatType, chatId }: Place): Verdict {
  const reason = (): GateReason | null => {
    if (!rules.enabled) return "disabled";
    if (rules.agents.length === 0) return "no_agents";
    if (!agentId) return "no_agent_id";
    if (!rules.agents.includes("*") && !rules.agents.includes(agentId)) return "agent_not_listed";
    if (chatType && !rules.allowedChatTypes.includes(chatType as ChatType)) return "chat_type_not_allowed";
    if (!chatId) return null;
    if (rules.deniedChatIds.includes(chatId)) return "chat_denied";
    if (rules.allowedChatIds.length > 0 && !rules.allowedChatIds.includes(chatId)) return "chat_not_listed";
    return null;
  };
  const found = reason();
  return found === null ? { allowed: true } : { allowed: false, reason: found };
}

/** What stands for the conversation with oneself on the machine itself, and not for a shared place. */
const LOCAL = new Set(["", "local", "cli", "console", "tui"]);
const EXPLICIT = ["explicit", "portal", "webchat"];

/**
 * The type of a chat of which the host says only where it came from. The channel goes before the trigger, so that
 * no trigger opens a shared channel. A channel that is not known to be one person's counts as a group.
 */
export function deriveChatType(about: { readonly channel?: string; readonly trigger?: string }): ChatType {
  const channel = (about.channel ?? "").toLowerCase();
  const trigger = (about.trigger ?? "").toLowerCase();
  // The host's own surface for whoever runs it; it asks for a sign-in.
  if (channel === "webchat") return "explicit";
  if (!LOCAL.has(channel)) return "group";
  if (EXPLICIT.some((word) => trigger.includes(word))) return "explicit";
  if (trigger.includes("channel")) return "channel";
  if (trigger.includes("group")) return "group";
  return "direct";
}

/** As the host says it, or null when it is none of ours. */
export function chatTypeNamed(text: string | undefined): ChatType | null {
  const lower = text?.toLowerCase();
  return CHAT_TYPES.find((one) => one === lower) ?? null;
}
