// Capture and feedback against the real service: turns as the host delivers them, a service that dies in between, and
// what memory holds in the end.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DirectoryClient } from "../../client/directory-client.ts";
import { MemoryClient } from "../../client/memory-client.ts";
import { Plugin } from "../../plugin/src/plugin.ts";
import { outboxOf } from "../../plugin/src/queue/opening.ts";
import { freePort, type Run, start } from "../start/support.ts";
import { CONTEXT, PluginHost } from "../support/plugin-host.ts";

const MINUTES = 4 * 60_000;
const OSLO = "The staging cluster runs in Oslo.";
const QUESTIONS = [
  "where is staging?",
  "In which city does the staging cluster run?",
  "Remember: the staging cluster runs in Oslo.",
  'You said "The staging cluster runs in Oslo." and I always forget it.',
  "It is important that the staging cluster runs in Oslo.",
  "the staging cluster runs in oslo, never mind",
];

describe("the plugin writes to the service", { timeout: MINUTES }, () => {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-loop-"));
  const port = freePort();
  let run: Run;
  let url = "";
  let owner = "";
  let token = "";

  beforeAll(async () => {
    url = `http://127.0.0.1:${await port}`;
    run = await started();
    owner = JSON.parse(fs.readFileSync(path.join(data, "local.json"), "utf8")).owner_token;
    const directory = new DirectoryClient({ baseUrl: url, token: owner });
    for (const name of ["loop", "review", "away", "feedback"]) await directory.createAgent({ name });
    ({ token } = await directory.createToken({ name: "plugin", role: "agent" }));
  }, MINUTES);
  afterAll(async () => {
    await run.kill();
    fs.rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  async function started(): Promise<Run> {
    const begun = start(data, "--no-story", "--port", String(await port));
    await begun.until(/End with Ctrl-C/);
    return begun;
  }
  const memory = (agent: string) => new MemoryClient({ baseUrl: url, token: owner, agent });
  function host(brain: string, changed: Record<string, unknown> = {}): PluginHost {
    const config = { baseUrl: url, token, brain, autoCapture: true, captureMode: "direct", ...changed };
    return new PluginHost(config, { stateDir: path.join(data, `host-${brain}`) });
  }
  const delivered = (plugin: PluginHost) => outboxOf(new Plugin(plugin.api, plugin.shared)).kick();
  const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });

  it("[CP21] thirty turns that recall a memory, block and all, leave that memory and nothing else", async () => {
    const { node_id } = await memory("loop").inject({ content: OSLO });
    const before = await memory("loop").health();
    const plugin = host("loop");
    const history: unknown[] = [];
    let recalled = 0;
    for (let turn = 0; turn < 30; turn++) {
      const context = { ...CONTEXT, runId: `r-${turn}` };
      const said = QUESTIONS[turn % QUESTIONS.length];
      const block = await plugin.turn(said, context);
      if (block?.includes("Oslo")) recalled++;
      // As a host that keeps the whole prompt would deliver it, history and time stamps included.
      history.push(user(`[Mon 2026-11-30 09:${10 + turn} UTC] ${block ?? ""}\n\n${said}`));
      history.push({ role: "assistant", content: [{ type: "text", text: `It is always in Oslo: ${OSLO}` }] });
      await plugin.endOfTurn(history, context);
      await delivered(plugin);
    }
    expect(recalled).toBeGreaterThan(10);
    expect(plugin.heard()).toEqual([]);
    const { fired } = await memory("loop").query({ query: "Where does the staging cluster run?" });
    expect(fired.map(({ id }) => id)).toEqual([node_id]);
    const after = await memory("loop").health();
    expect([after.nodes, after.edges]).toEqual([before.nodes, before.edges]);
  });

  it("[CP11] a proposal is no memory until a reviewer approves it, and is found from then on", async () => {
    const plugin = host("review", { captureMode: "proposal" });
    await plugin.endOfTurn([
      user("Please remember this: my favourite colour is heliotrope, since childhood."),
    ]);
    await delivered(plugin);
    expect(await plugin.turn("Which colour do I like best?")).toBeUndefined();
    const { proposals } = await memory("review").proposals();
    expect(proposals.map(({ content }) => content)).toEqual([
      "Please remember this: my favourite colour is heliotrope, since childhood.",
    ]);
    await memory("review").approve({ id: proposals[0].id, digest: proposals[0].digest });
    expect(await plugin.turn("What is my favourite colour?")).toContain("heliotrope");
  });

  it("[CP19] what was captured while the service was dead is there once when it lives again", async () => {
    const plugin = host("away", { requestTimeoutMs: 1_000 });
    await run.kill();
    const towns = ["Oslo", "Bergen", "Turku", "Malmo", "Tartu"];
    for (const [turn, town] of towns.entries()) {
      const context = { ...CONTEXT, runId: `r-${turn}` };
      await plugin.endOfTurn([user(`We decided that cluster ${turn} always runs in ${town}.`)], context);
    }
    const { text } = await plugin.tool("memory_store", { text: "The relay of the mail stands in Vienna." });
    expect(text).toContain("kept on this machine");
    expect(plugin.heard()).toHaveLength(1);
    run = await started();
    const next = host("away");
    await delivered(next);
    await delivered(next);
    expect(next.heard()).toEqual([]);
    expect((await memory("away").health()).nodes).toBe(towns.length + 1);
    for (const [turn, town] of towns.entries()) {
      expect(
        await next.turn(`Where does cluster ${turn} run?`, { ...CONTEXT, runId: `q-${turn}` }),
      ).toContain(town);
    }
  });

  it("[PF6] what a person says is right is recalled with the next question, and good feedback is learned", async () => {
    await memory("feedback").injectBatch({
      nodes: [
        { id: "port", content: "The broker of the billing team listens on port 5001." },
        { id: "owner", content: "The billing team is led by Kim." },
      ],
    });
    const plugin = host("feedback");
    expect(await plugin.turn("On which port does the broker of the billing team listen?")).toContain("5001");
    expect(await plugin.command("good")).toMatch(/^Learned/);
    expect(await plugin.command("wrong The broker of the billing team listens on port 6001.")).toMatch(
      /^Corrected; suppressed from now on: 1/,
    );
    const block = await plugin.turn("Which port does the billing team's broker use?", {
      ...CONTEXT,
      runId: "r-2",
    });
    expect(block).toContain("6001");
    expect(block).not.toContain("5001");
    expect(plugin.heard()).toEqual([]);
  });

  it("[PF2] procedures are stored, read and decided with the tools", async () => {
    const plugin = host("feedback");
    const rule = {
      description: "size",
      branches: [{ condition: "amount > 100", result: "ask" }],
      default_branch: "pay",
    };
    const stored = await plugin.tool("memory_procedure_store", {
      title: "Pay an invoice",
      content: "How invoices are paid.",
      steps: [
        { title: "Check", content: "Compare it with the order." },
        { title: "Decide", content: JSON.stringify(rule), isDecision: true },
      ],
    });
    const { id, stepIds } = stored.details as { id: string; stepIds: string[] };
    expect((await plugin.tool("memory_procedure_get", { id })).text).toContain("Compare it with the order.");
    const decided = await plugin.tool("memory_decision_evaluate", {
      id: stepIds[1],
      variables: { amount: 200 },
    });
    expect(decided.text).toContain("Result: ask");
    expect(decided.details).toMatchObject({ usedDefault: false });
    expect((await plugin.tool("memory_procedure_get", { id: "none" })).details).toMatchObject({
      found: false,
    });
  });
});
