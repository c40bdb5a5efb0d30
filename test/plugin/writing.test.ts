// The tools that write: through the gate, checked, kept when the service is away.

import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { TOOLS } from "../../plugin/src/tools/index.ts";
import { CONTEXT, type PluginHost } from "../support/plugin-host.ts";
import { WRITING_TOOLS, writingTrials } from "../support/plugin-writing.ts";
import { json, refused } from "../support/scripted-service.ts";

const trial = writingTrials();
const ALL = [...WRITING_TOOLS, ["memory_proposal_decide", { id: "p-1", decision: "reject" }] as const];

describe("memory_store", () => {
  const about = {
    title: "Shipping",
    tags: ["release"],
    entities: [{ name: "staging", type: "host" }],
    relations: [{ from: "staging", to: "Oslo", type: "runs_in" }],
  };

  it("[PF2] proposes with title, tags, entities and relations, and says that it waits for a reviewer", async () => {
    const { text, details } = await trial
      .host()
      .tool("memory_store", { text: "We ship on Mondays.", ...about });
    expect(trial.writes()).toEqual([
      expect.objectContaining({
        to: "proposals",
        content: "We ship on Mondays.",
        kind: "fact",
        source: "memory_store",
        ...about,
      }),
    ]);
    expect(text).toMatch(/p-1.*reviewer/);
    expect(details).toEqual({ stored: true, pending: true, id: "p-1", status: "pending" });
  });

  it("[PF2] stores at once where the user wants it so, and keeps as much", async () => {
    const { text, details } = await trial.host({ captureMode: "direct" }).tool("memory_store", {
      text: "We ship on Mondays.",
      ...about,
    });
    expect(trial.writes()).toEqual([
      {
        to: "inject",
        content: "We ship on Mondays.",
        metadata: expect.objectContaining({ ...about, source: "memory_store" }),
      },
    ]);
    expect(text).toContain("n-1");
    expect(details).toMatchObject({ stored: true, pending: false, id: "n-1", status: "created" });
  });

  it.each(WRITING_TOOLS)(
    "[PF2] says that it waits, where the service wants everything reviewed: %s",
    async (name, params) => {
      const { created, digest, novelty, salience, conflicts, expires_at } = trial.service.written;
      const proposal = {
        id: "p-2",
        status: "pending",
        created,
        digest,
        node_id: null,
        novelty,
        salience,
        conflicts,
        expires_at,
      };
      trial.service.write = json(200, {
        ...trial.service.written,
        id: "p-2",
        status: "proposed",
        version: 1,
        step_ids: [],
        supersedes: null,
        proposal,
      });
      const { text } = await trial.host({ captureMode: "direct" }).tool(name, params);
      expect(text).toMatch(/Proposed as p-2.*reviewer/);
    },
  );

  it("[PF2] says what is memory already", async () => {
    trial.service.write = json(200, {
      ...trial.service.written,
      id: null,
      status: "duplicate",
      created: false,
    });
    expect((await trial.host().tool("memory_store", { text: "We ship on Mondays." })).details).toMatchObject({
      pending: false,
      id: "n-1",
      status: "duplicate",
    });
  });
});

describe("every tool that writes", () => {
  it.each(ALL)("[PF8] passes the gate: %s", async (name, params) => {
    const all = { agents: ["*"], proposalTools: true };
    const refusals: [Record<string, unknown>, object][] = [
      [{ ...all, agents: [] }, {}],
      [{ ...all, agents: ["other"] }, {}],
      [{ ...all, enabled: false }, {}],
      [all, { agentId: undefined }],
      [all, { sessionKey: "agent:main:telegram:group:7" }],
      [{ ...all, deniedChatIds: ["c-1"] }, { chatId: "c-1" }],
    ];
    for (const [config, context] of refusals) {
      const { text } = await trial.host(config).tool(name, params, { ...CONTEXT, ...context });
      expect(text).toContain("not available here");
    }
    expect(trial.service.seen).toEqual([]);
    expect(fs.readdirSync(trial.stateDir)).toEqual([]);
  });

  it.each(ALL)("[PF9] says which argument is wrong, and why: %s", async (name, params) => {
    const plugin = trial.host({ proposalTools: true });
    for (const argument of Object.keys(params)) {
      const { text } = await plugin.tool(name, { ...params, [argument]: 7 });
      expect(text).toContain(`argument ${argument}`);
    }
    expect((await plugin.tool(name, { ...params, surprise: 1 })).text).toContain("surprise");
    for (const nothing of [undefined, null, 7, "x", []]) {
      expect((await plugin.tool(name, nothing)).text).toContain("was not run");
    }
    expect(trial.service.writes).toEqual([]);
  });

  it.each(WRITING_TOOLS)(
    "[PF10] keeps what the service can't take now, and delivers it later, once: %s",
    async (name, params) => {
      const plugin = trial.host({ requestTimeoutMs: 250 });
      trial.service.write = (request) => request.socket.destroy();
      const { text, details } = await plugin.tool(name, params);
      expect(text).toMatch(/kept on this machine/);
      expect(details).toMatchObject({ queued: true });
      await trial.delivered(plugin);
      trial.service.write = json(200, {
        ...trial.service.written,
        status: "created",
        version: 1,
        step_ids: [],
        supersedes: null,
      });
      const before = trial.service.writes.length;
      await trial.delivered(trial.host());
      expect(trial.service.writes.slice(before)).toHaveLength(1);
      expect(new Set(trial.service.writes.map(({ key }) => key)).size).toBe(1);
    },
  );

  it.each(WRITING_TOOLS)("[PF10] says what the service refuses: %s", async (name, params) => {
    trial.service.write = refused(409, "rejected_before");
    const { text, details } = await trial.host().tool(name, params);
    expect(text).toMatch(/refused.*rejected_before/);
    expect(details).toMatchObject({ stored: false });
  });

  it("[PF11] none of them erases, and those of review are there only where the user switches them on", async () => {
    expect(
      TOOLS.map(({ name }) => name).filter((name) => /erase|delete|forget|remove|purge/.test(name)),
    ).toEqual([]);
    const offered = (plugin: PluginHost) =>
      [...plugin.tools].filter(([, factory]) => factory(CONTEXT) !== null).map(([name]) => name);
    const review = ["memory_proposal_list", "memory_proposal_decide"];
    const plugin = trial.host();
    expect(offered(plugin)).not.toEqual(expect.arrayContaining([review[0]]));
    plugin.config = { ...(plugin.config as object), proposalTools: true };
    expect(offered(plugin)).toEqual(expect.arrayContaining(review));
  });
});
