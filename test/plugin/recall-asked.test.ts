// What the recall hook asks a service that answers well: which question, where, how often, and for whom.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HostContext } from "../../plugin/src/host.ts";
import { MOST_RECALLS } from "../../plugin/src/sessions.ts";
import { CONTEXT, PluginHost } from "../support/plugin-host.ts";
import { answered, fired, ScriptedService } from "../support/scripted-service.ts";

const TOKEN = "secret-token-0123456789";
const QUESTION = "Which port does the broker use?";
const FACT = "The broker uses port 5672.";

let service: ScriptedService;
beforeEach(async () => {
  service = await ScriptedService.start();
  service.query = answered([fired(FACT)]);
});
afterEach(() => service.stop());

function host(changed: Record<string, unknown> = {}, options = {}): PluginHost {
  return new PluginHost({ baseUrl: service.url, token: TOKEN, brain: "ada", ...changed }, options);
}

describe("what is asked", () => {
  it("[PL7] the user's words on one line, once a turn, for the agent's own conversation", async () => {
    const plugin = host({ autoRecallTopK: 4 });
    await plugin.turn(`[Sun 2026-11-29 17:59 UTC]   Which\n\nport\u200b does  the broker use?`);
    expect(service.questions).toEqual([
      { query: QUESTION, max_fired_nodes: 4, chat_id: expect.stringMatching(/^openclaw-[0-9a-f]{32}$/) },
    ]);
    expect(service.seen[0].url).toBe("/v1/agents/ada/query");
    expect(service.seen[0].headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it("[PL7] without blocks of memory that stand in the message", async () => {
    const plugin = host();
    const block = (await plugin.turn(QUESTION)) ?? "";
    await plugin.turn(`${block}\n\nAnd the console?`);
    expect(service.questions[1].query).toBe("And the console?");
  });

  it.each<[string, string]>([
    ["a message that is too short", "ok"],
    ["blanks", " \n\t \u200b "],
    ["a command of the chat", "/status please"],
    ["thanks", "Thanks a lot!"],
    ["going on", "ok, go on please"],
    ["thanks in German", "Vielen Dank, sehr gut"],
    ["thanks in Japanese", "ありがとうございます。"],
    ["a sum", "what's 3 times 7?"],
    ["signs alone", "???!!! 👍👍👍"],
    [
      "a block alone",
      "<<<EDGEBRAIN MEMORY 0f1e2d3c4b5a69788796a5b4>>>\nx\n<<<END OF EDGEBRAIN MEMORY 0f1e2d3c4b5a69788796a5b4>>>",
    ],
  ])("[PL7] nothing for %s", async (_, prompt) => {
    expect(await host().turn(prompt)).toBeUndefined();
    expect(service.seen).toEqual([]);
  });

  it.each(["Thanks, and which port is it?", "go deploy", "What is the plan?", "Are you done with Berlin?"])(
    "[PL7] a question, though most of its words ask nothing: %s",
    async (prompt) => {
      await host().turn(prompt);
      expect(service.questions).toHaveLength(1);
    },
  );

  it.each(["heartbeat", "cron", "memory", "overflow"])(
    "[PL7] nothing in a run of the host's own: %s",
    async (trigger) => {
      expect(await host().turn(QUESTION, { ...CONTEXT, trigger })).toBeUndefined();
      expect(
        await host().turn(QUESTION, { ...CONTEXT, inputProvenance: { kind: "inter_session" } }),
      ).toBeUndefined();
      expect(service.seen).toEqual([]);
    },
  );

  it("[PL7] a long message is cut on a whole character", async () => {
    await host({ recallMaxChars: 40 }).turn("鍵🚀".repeat(200));
    expect(service.questions[0].query).toBe("鍵🚀".repeat(20));
  });

  it("[PL7] the message itself, or the newest of the history where the host gives none", async () => {
    const plugin = host();
    const messages = [
      { role: "user", content: "an older question" },
      { role: "assistant", content: "an answer" },
    ];
    await plugin.turn(QUESTION, CONTEXT, { messages });
    await plugin.turn("", CONTEXT, { prompt: undefined, messages });
    await plugin.turn("ignored", CONTEXT, {
      currentUserMessage: { role: "user", content: [{ type: "text", text: "the newest question" }] },
    });
    expect(service.questions.map(({ query }) => query)).toEqual([
      QUESTION,
      "an older question",
      "the newest question",
    ]);
  });

  it("[PL4] a token for one agent says which is meant, asked once; another one names it as the host does", async () => {
    service.agents = ["shared"];
    const plugin = host({ brain: undefined });
    await plugin.turn(QUESTION);
    await plugin.turn(QUESTION, { ...CONTEXT, runId: "r-2" });
    expect(service.seen.map(({ url }) => url)).toEqual([
      "/v1/tokens/me",
      "/v1/agents/shared/query",
      "/v1/agents/shared/query",
    ]);
    service.agents = null;
    plugin.config = { baseUrl: service.url, token: "another-token" };
    await plugin.turn(QUESTION, { ...CONTEXT, runId: "r-3" });
    expect(service.seen.at(-1)?.url).toBe("/v1/agents/main/query");
  });

  it("[PL4] changed options, address and token hold from the next call", async () => {
    const other = await ScriptedService.start();
    other.query = answered([fired("from the other one")]);
    const plugin = host();
    expect(await plugin.turn(QUESTION)).toContain("5672");
    plugin.config = { baseUrl: other.url, token: "other-token", brain: "bob", autoRecallTopK: 9 };
    expect(await plugin.turn(QUESTION, { ...CONTEXT, runId: "r-2" })).toContain("from the other one");
    expect(other.seen[0]).toMatchObject({
      url: "/v1/agents/bob/query",
      headers: { authorization: "Bearer other-token" },
    });
    expect(other.questions[0]).toMatchObject({ max_fired_nodes: 9 });
    plugin.config = { baseUrl: other.url, token: "other-token", enabled: false };
    expect(await plugin.turn(QUESTION, { ...CONTEXT, runId: "r-3" })).toBeUndefined();
    expect(other.seen).toHaveLength(1);
    await other.stop();
  });
});

describe("for whom", () => {
  it.each<[string, HostContext | undefined]>([
    ["no context", undefined],
    ["no agent", { sessionKey: "agent:main:main" }],
    ["another agent", { ...CONTEXT, agentId: "guest" }],
    ["part of a name", { ...CONTEXT, agentId: "mai" }],
    ["a group by its session", { ...CONTEXT, sessionKey: "agent:main:telegram:group:-100" }],
    ["a channel by its session", { ...CONTEXT, sessionKey: "agent:main:slack:channel:c1" }],
    ["a channel that is not known", { agentId: "main", channel: "carrier-pigeon", trigger: "user" }],
    ["a shared channel with an explicit trigger", { agentId: "main", channel: "slack", trigger: "explicit" }],
  ])("[PL5] nothing is asked with %s", async (_, context) => {
    const plugin = host();
    for (let turn = 0; turn < 3; turn++) {
      expect(await plugin.turn(QUESTION, context ?? ({} as HostContext))).toBeUndefined();
    }
    expect(service.seen).toEqual([]);
    expect(plugin.heard().length).toBeLessThanOrEqual(1);
  });

  it.each<[string, HostContext]>([
    ["one person's chats, gathered by the host", { ...CONTEXT, channel: "telegram" }],
    [
      "a direct chat by its session",
      { ...CONTEXT, sessionKey: "agent:main:telegram:direct:42", channel: "telegram" },
    ],
    ["the host's own web chat", { agentId: "main", sessionKey: "agent:main:x", channel: "webchat" }],
    ["the console", { agentId: "main", sessionKey: "agent:main:x", channel: "local" }],
    [
      "what the host says itself",
      { agentId: "main", sessionKey: "agent:main:x", channel: "telegram", chatType: "direct" },
    ],
  ])("[PL6] memory is used in %s", async (_, context) => {
    expect(await host().turn(QUESTION, context)).toContain("5672");
  });
});

describe("how often", () => {
  it(`[PL15] at most ${MOST_RECALLS} recalls a turn, and the next turn begins anew, in one session and not over all`, async () => {
    const plugin = host();
    const questions = (run: string, session = "agent:main:main") =>
      Array.from({ length: MOST_RECALLS + 3 }, (_, index) => `${QUESTION} ${run} ${session} ${index}`);
    for (const run of ["r-1", "r-2"]) {
      for (const question of questions(run)) await plugin.turn(question, { ...CONTEXT, runId: run });
    }
    expect(service.questions).toHaveLength(2 * MOST_RECALLS);
    await plugin.turn(QUESTION, { ...CONTEXT, runId: "r-2", sessionKey: "agent:main:telegram:direct:1" });
    expect(service.questions).toHaveLength(2 * MOST_RECALLS + 1);
    expect(plugin.heard()).toEqual([]);
  });

  it("[PL15] the same question on its way is asked once a session, and never shared with another", async () => {
    const waiting: (() => void)[] = [];
    service.query = (request, response, body) => {
      waiting.push(() => answered([fired(FACT)])(request, response, body));
      if (waiting.length === 2) for (const answer of waiting.splice(0)) answer();
    };
    const plugin = host({ agents: ["*"] });
    const other = { ...CONTEXT, agentId: "ops", sessionKey: "agent:ops:main" };
    const blocks = await Promise.all([
      plugin.turn(QUESTION),
      plugin.turn(QUESTION),
      plugin.turn(QUESTION, other),
    ]);
    expect(blocks.every((block) => block?.includes("5672"))).toBe(true);
    expect(service.questions).toHaveLength(2);
    expect(new Set(service.questions.map((question) => question.chat_id)).size).toBe(2);
  });

  it("[PL16] the state of a session goes with its end", async () => {
    const plugin = host();
    await plugin.turn(QUESTION);
    plugin.hooks.get("session_end")?.({ sessionKey: "agent:main:main" });
    expect(plugin.shared.sessions.size).toBe(0);
  });
});
