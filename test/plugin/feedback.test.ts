// Feedback through the plugin: by the agent, by a person in a chat, and by how turns go.

import { describe, expect, it } from "vitest";
import { CONTEXT, type PluginHost } from "../support/plugin-host.ts";
import { user, writingTrials } from "../support/plugin-writing.ts";
import { answered, fired } from "../support/scripted-service.ts";

const trial = writingTrials();

describe("feedback", () => {
  it.each<[string, number]>([
    ["good", 1],
    ["bad", -1],
    ["wrong", -1],
  ])("[PF3] %s teaches about the question that was asked last", async (verdict, outcome) => {
    const plugin = trial.host();
    await plugin.turn("Where does staging run?");
    trial.service.query = answered([fired("x")], { query_id: "q-8" });
    await plugin.turn("And where does it run now?");
    const { text, details } = await plugin.tool("memory_feedback", { verdict, wanted_ids: ["bergen"] });
    expect(trial.writes()).toEqual([{ to: "learn", query_id: "q-8", outcome, wanted_ids: ["bergen"] }]);
    expect(text).toContain("2 routes");
    expect(details).toMatchObject({ learned: true, event: "e-1" });
  });

  it("[PF3] of another session is about another question", async () => {
    const plugin = trial.host();
    await plugin.turn("Where does staging run?");
    const other = { ...CONTEXT, sessionKey: "agent:main:other" };
    expect((await plugin.tool("memory_feedback", { verdict: "good" }, other)).text).toContain(
      "nothing was recalled",
    );
    expect(trial.writes()).toEqual([]);
  });

  it("[PF4] wrong with what is right is a correction, which an agent's waits for a reviewer", async () => {
    const plugin = trial.host();
    await plugin.turn("Where does staging run?");
    await plugin.tool("memory_feedback", { verdict: "wrong", correction: "Staging runs in Bergen." });
    await plugin.tool("memory_correct", { content: "Staging runs in Bergen now.", corrects: ["oslo"] });
    expect(trial.writes()).toEqual([
      expect.objectContaining({
        to: "proposals",
        kind: "correction",
        content: "Staging runs in Bergen.",
        query_id: "q-7",
      }),
      expect.objectContaining({ to: "proposals", kind: "correction", query_id: "q-7", corrects: ["oslo"] }),
    ]);
  });

  it("[PF4] or holds at once, where the user wants it so", async () => {
    const plugin = trial.host({ captureMode: "direct" });
    await plugin.turn("Where does staging run?");
    const { details } = await plugin.tool("memory_correct", { content: "Staging runs in Bergen." });
    expect(trial.writes()).toEqual([
      { to: "correction", content: "Staging runs in Bergen.", query_id: "q-7" },
    ]);
    expect(details).toMatchObject({ corrected: ["n-9"] });
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ verdict: "good", correction: "x" }, /verdict wrong/],
    [{ verdict: "wrong", correction: "x", wanted_ids: ["a"] }, /either/],
  ])("[PF5] that contradicts itself is not sent: %o", async (params, reason) => {
    const plugin = trial.host();
    await plugin.turn("Where does staging run?");
    expect((await plugin.tool("memory_feedback", params)).text).toMatch(reason);
    expect(trial.writes()).toEqual([]);
  });
});

describe("/memory", () => {
  it("[PF6] judges the last recall, and what a person says is right holds at once", async () => {
    const plugin = trial.host();
    await plugin.turn("Where does staging run?");
    expect(await plugin.command("good")).toContain("Learned");
    expect(await plugin.command("  WRONG Staging runs in Bergen. ")).toContain("Corrected");
    expect(trial.writes()).toEqual([
      { to: "learn", query_id: "q-7", outcome: 1 },
      { to: "correction", content: "Staging runs in Bergen.", query_id: "q-7" },
    ]);
  });

  it("[PF6] tells how memory stands, also while the service is away", async () => {
    const plugin = trial.host();
    expect(await plugin.command("status")).toMatch(/Nothing waits/);
    trial.service.write = (request) => request.socket.destroy();
    await plugin.tool("memory_store", { text: "We ship on Mondays." });
    expect(await plugin.command("status")).toMatch(/1 writes wait.*\n.*network/s);
  });

  it("[PF6] explains itself for anything else", async () => {
    const plugin = trial.host();
    for (const args of ["", "help", "delete all", "good but"])
      expect(await plugin.command(args)).toContain("/memory bad");
    expect(trial.writes()).toEqual([]);
  });

  it("[PF6] is for those who may use memory here, and for nobody else", async () => {
    const plugin = trial.host();
    await plugin.turn("Where does staging run?");
    for (const context of [
      { isAuthorizedSender: false },
      { agentId: "other" },
      { sessionKey: "agent:main:discord:group:1" },
    ]) {
      expect(await plugin.command("good", context)).toMatch(/not available/);
    }
    expect(await plugin.command("good", { agentId: undefined, isAuthorizedSender: true })).toContain(
      "Learned",
    );
    expect(trial.writes()).toHaveLength(1);
  });
});

describe("learning from how turns go", () => {
  const turns = async (plugin: PluginHost, ...said: string[]) => {
    for (const [number, text] of said.entries()) {
      const context = { ...CONTEXT, runId: `r-${number}` };
      trial.service.query = answered([fired("x")], { query_id: `q-${number}` });
      await plugin.turn(text, context);
      await plugin.endOfTurn([user(text)], context);
    }
    await trial.delivered(plugin);
  };

  it("[PF7] is off where nobody asked for it", async () => {
    await turns(trial.host(), "Where does staging run?", "No, that is wrong.", "And production?");
    expect(trial.writes()).toEqual([]);
  });

  it("[PF7] counts a contradiction against the recall before it, and any other next message a little for it, once", async () => {
    const plugin = trial.host({ implicitFeedback: true });
    await turns(
      plugin,
      "Where does staging run?",
      "Das stimmt nicht, es ist Bergen.",
      "And where is production?",
    );
    expect(trial.writes()).toEqual([
      { to: "learn", query_id: "q-0", outcome: -0.5 },
      { to: "learn", query_id: "q-1", outcome: 0.2 },
    ]);
    expect(new Set(trial.service.writes.map(({ key }) => key)).size).toBe(2);
  });

  it("[PF7] learns nothing of a session from the next one", async () => {
    const plugin = trial.host({ implicitFeedback: true });
    await turns(plugin, "Where does staging run?");
    await plugin.hooks.get("session_end")?.({ sessionKey: CONTEXT.sessionKey, reason: "new" });
    await turns(plugin, "No, that is wrong.");
    expect(trial.writes()).toEqual([]);
  });

  it("[PF7] learns nothing from a turn that failed", async () => {
    const plugin = trial.host({ implicitFeedback: true });
    await plugin.turn("Where does staging run?");
    await plugin.endOfTurn([user("Where does staging run?")], CONTEXT, { success: false });
    await plugin.endOfTurn([user("And now?")], { ...CONTEXT, runId: "r-9" });
    await trial.delivered(plugin);
    expect(trial.writes()).toEqual([]);
  });
});
