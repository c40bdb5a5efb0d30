// Every option of the plugin, once: the host's manifest, the settings page, the table in the README and the
// configuration that the plugin works with are all made from this table.

import { choice, flag, integer, list, type Option, secret, words } from "./option.ts";

export const CHAT_TYPES = ["direct", "group", "channel", "explicit"] as const;
export type ChatType = (typeof CHAT_TYPES)[number];

export const OPTIONS = {
  enabled: flag(true, {
    label: "Enabled",
    help: "Off: no call is made and no tool works.",
    restricts: true,
  }),
  baseUrl: words(2_000, null, {
    label: "Service address",
    help: "Where the EdgeBrain service answers. HTTPS; plain HTTP on this machine only.",
    placeholder: "https://edgebrain.example",
    basic: true,
  }),
  token: secret({
    label: "Service token",
    help: "Token of the service. EDGEBRAIN_TOKEN_FILE and EDGEBRAIN_TOKEN in the environment go before it.",
    basic: true,
  }),
  tokenFile: words(2_000, null, {
    label: "Token file",
    help: "File that holds the token, readable by its owner only. Set-up makes one. Used where token is not set.",
  }),
  brain: words(64, null, {
    label: "Agent at the service",
    help: "Name of the agent at the service whose memory is used. Not set: the one that the token is for, or the one that is named as the host's agent.",
  }),
  agents: list(
    [],
    {
      label: "Agents",
      help: 'Agents of the host that may use memory, by their exact ids. Empty: none. "*": all.',
      basic: true,
    },
    { initial: ["main"] },
  ),
  allowedChatTypes: list(
    ["direct", "explicit"],
    { label: "Chat types", help: "Kinds of chats in which memory is used. Empty: none." },
    { choices: CHAT_TYPES },
  ),
  allowedChatIds: list([], {
    label: "Allowed chats",
    help: "When not empty, only these chats use memory.",
    restricts: true,
  }),
  deniedChatIds: list([], {
    label: "Denied chats",
    help: "These chats never use memory, allowed or not.",
    restricts: true,
  }),
  autoRecall: flag(true, {
    label: "Recall before each turn",
    help: "Puts what matters for the user's message above it.",
    basic: true,
  }),
  autoCapture: flag(false, {
    label: "Capture after each turn",
    help: "Keeps lasting statements of the user.",
    basic: true,
  }),
  captureMode: choice(["proposal", "direct"], "proposal", {
    label: "Capture mode",
    help: '"proposal": what is captured waits for a reviewer. "direct": it is memory at once.',
  }),
  captureTriggers: list([], {
    label: "Capture phrases",
    help: "Phrases of your own by which you say that something should last; whole words, upper or lower case.",
  }),
  implicitFeedback: flag(false, {
    label: "Learn from how turns go",
    help: "A next message that contradicts the answer counts against what was recalled for it, any other a little for it.",
  }),
  experiences: choice(["off", "record", "recall"], "off", {
    label: "Past wins",
    help: '"record": runs that end well are told to the service, with their steps. "recall": and runs like the user\'s message are shown above it.',
  }),
  strictDomain: flag(false, {
    label: "Only the domain",
    help: "Recalls from defaultDomain alone.",
    inert: "an agent of the service has one memory and no domains",
  }),
  defaultDomain: words(64, "global", {
    label: "Domain",
    help: "Domain that recall prefers.",
    inert: "an agent of the service has one memory and no domains; set brain to use another one",
  }),
  autoRecallTopK: integer([1, 20], 3, {
    label: "Memories a turn",
    help: "Most memories that a turn gets.",
  }),
  autoRecallTimeoutMs: integer([250, 30_000], 5_000, {
    label: "Recall deadline",
    help: "Milliseconds after which a turn goes on without memory.",
  }),
  requestTimeoutMs: integer([250, 30_000], 8_000, {
    label: "Request deadline",
    help: "Milliseconds for every other call, from its start to the last byte of the answer.",
  }),
  minQueryLength: integer([1, 200], 5, {
    label: "Shortest question",
    help: "Messages with fewer characters recall nothing.",
  }),
  recallMaxChars: integer([40, 10_000], 1_000, {
    label: "Longest question",
    help: "Characters of a message that are sent as the question.",
  }),
  autoRecallGraph: flag(false, {
    label: "Walk the graph",
    help: "Recalls along the graph too.",
    inert: "the service always walks its graph",
  }),
  autoRecallMaxContextTokens: integer([0, 8_000], null, {
    label: "Token budget of a turn",
    help: "Most estimated tokens of the block above the message; 0 recalls nothing. Not set: 1000.",
  }),
  proposalTools: flag(false, {
    label: "Review tools",
    help: "Lets agents list and decide proposals; the service asks for a reviewer's token too.",
  }),
};

export type OptionName = keyof typeof OPTIONS;
export type Options = {
  readonly [Name in OptionName]: (typeof OPTIONS)[Name] extends Option<infer Value> ? Value : never;
};

/** Other names under which an option is found: that of the reference plugin, so that its settings can be kept. */
export const ALIASES: Readonly<Record<string, OptionName>> = { authToken: "token" };

/** What an installation starts from where the host has not filled in the manifest's defaults. */
export const INITIAL: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(OPTIONS as Record<string, Option<unknown>>)
    .filter(([, { initial }]) => initial !== undefined)
    .map(([name, { initial }]) => [name, initial]),
);
