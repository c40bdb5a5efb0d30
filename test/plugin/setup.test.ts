// [PS] Set-up from the host's command line, against a real service: what it asks for, tries, writes and says.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DirectoryClient } from "../../client/directory-client.ts";
import { settle, standingIn } from "../../plugin/src/setup/host-entries.ts";
import { freePort, type Run, start } from "../start/support.ts";
import { PluginCli } from "../support/plugin-cli.ts";

const MINUTES = 4 * 60_000;

interface Report {
  readonly brain: string;
  readonly role: string;
  readonly changes: string[];
  readonly notes: string[];
  readonly written: boolean;
}

interface Findings {
  readonly ok: boolean;
  readonly findings: { name: string; level: string; says: string; cure?: string }[];
}

describe("what set-up writes into the host's configuration", () => {
  const wanted = { options: { baseUrl: "https://a.example", token: null, tokenFile: "/t" } };

  it("[PS1] is all that a host needs, told line by line, and nothing the second time", () => {
    const draft = {
      gateway: { port: 1 },
      plugins: { allow: ["other"], entries: { other: { enabled: true } } },
    };
    const changes = settle(draft, wanted);
    expect(standingIn(draft)).toEqual({
      enabled: true,
      hasSlot: true,
      allowsConversations: true,
      allowsInjection: true,
      bundledIsOn: false,
      isLeftOut: false,
    });
    expect(draft.gateway).toEqual({ port: 1 });
    expect(draft.plugins.entries.other).toEqual({ enabled: true });
    expect(changes).toContain('plugins.slots.memory: "edgebrain"');
    expect(changes).toContain('plugins.allow: ["other","edgebrain"]');
    expect(settle(draft, wanted)).toEqual([]);
  });

  it("[PS1] replaces a token under its older name, and tells no secret", () => {
    const config = { authToken: "eb_secret_before", token: "eb_secret_too" };
    const draft = { plugins: { entries: { edgebrain: { config, hooks: { allowPromptInjection: false } } } } };
    const changes = settle(draft, wanted);
    expect(config).toEqual({ baseUrl: "https://a.example", tokenFile: "/t" });
    expect(standingIn(draft).allowsInjection).toBe(true);
    expect(changes.join()).not.toContain("secret");
    expect(changes).toContain("plugins.entries.edgebrain.config.authToken: taken out");
  });
});

describe("openclaw edgebrain", { timeout: MINUTES }, () => {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-setup-"));
  let run: Run;
  let url = "";
  let owner = "";
  let directory: DirectoryClient;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    run = start(data, "--no-story", "--port", String(port));
    await run.until(/End with Ctrl-C/);
    owner = JSON.parse(fs.readFileSync(path.join(data, "local.json"), "utf8")).owner_token;
    directory = new DirectoryClient({ baseUrl: url, token: owner });
  }, MINUTES);
  afterAll(async () => {
    await run.kill();
    fs.rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  const device = (name: string, configuration = {}, canWrite = true) =>
    new PluginCli(configuration, path.join(data, name), canWrite);
  const tokenOf = (name: string) =>
    fs.readFileSync(path.join(data, name, "edgebrain", "token"), "utf8").trim();

  it("[PS2] setup keeps an agent's token in a file of its owner, though an owner's was given", async () => {
    const one = device("one");
    const ended = await one.run("setup", { url, token: owner, capture: "proposal", json: true });
    expect([ended.exitCode, ended.error]).toEqual([0, ""]);
    const report = ended.json<Report>();
    expect(report).toMatchObject({ brain: "sample", role: "agent", written: true });
    expect(report.changes.length).toBeGreaterThan(5);
    const file = path.join(data, "one", "edgebrain", "token");
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const me = await new DirectoryClient({ baseUrl: url, token: tokenOf("one") }).me();
    expect(me).toMatchObject({ role: "agent", agents: ["sample"] });
    expect(JSON.stringify(one.configuration)).not.toContain("eb_");
    expect(ended.out).not.toContain("eb_");
  });

  it("[PS3] doctor is content afterwards, and names each fault with its cure before", async () => {
    const two = device("two");
    const before = await two.run("doctor", { json: true });
    expect(before.exitCode).toBe(1);
    const faults = before.json<Findings>().findings.filter(({ level }) => level === "fault");
    expect(faults.map(({ name }) => name)).toEqual(["configured", "conversations"]);
    expect(faults.every(({ cure }) => cure?.includes("openclaw edgebrain setup"))).toBe(true);
    await two.run("setup", { url, token: owner });
    const after = await two.run("doctor", { json: true });
    expect([after.exitCode, after.json<Findings>().findings.filter(({ level }) => level !== "ok")]).toEqual([
      0,
      [],
    ]);
  });

  it("[PS4] pair shows a code, with which a second device gets a token of its own for the same memory", async () => {
    const first = device("first");
    await first.run("setup", { url, token: owner });
    const { code, command } = (await first.run("pair", { json: true })).json<{
      code: string;
      command: string;
    }>();
    expect(command).toBe(`openclaw edgebrain setup --url ${url} --code ${code}`);
    const second = device("second");
    const ended = await second.run("setup", { url, code, json: true });
    expect(ended.json<Report>()).toMatchObject({ brain: "sample", role: "agent" });
    expect(tokenOf("second")).not.toBe(tokenOf("first"));
    expect((await second.run("search", "when may we ship", { limit: "2", json: true })).out).toContain(
      '"untrusted": true',
    );
    expect((await second.run("search", "What is the capital of Mongolia?", {})).out).toMatch(
      /not sure of anything/,
    );
    const again = await device("third").run("setup", { url, code });
    expect([again.exitCode, again.out]).toEqual([1, ""]);
    expect(again.error).toContain("openclaw edgebrain pair");
  });

  it("[PS5] setup writes nothing when anything is wrong, and says what", async () => {
    const reader = (await directory.createToken({ name: "r", role: "reader", agents: ["nowhere"] })).token;
    const wrong: [string, Record<string, unknown>, number, RegExp][] = [
      ["no address", { token: owner }, 2, /--url/],
      ["plain HTTP elsewhere", { url: "http://example.com", token: owner }, 2, /https/],
      ["no token", { url }, 2, /--code/],
      ["two tokens", { url, token: owner, code: "00000-00000" }, 2, /one of/],
      ["a variable that is not set", { url, tokenEnv: "EDGEBRAIN_NOT_SET_HERE" }, 2, /not set/],
      ["a file that is not there", { url, tokenFile: path.join(data, "none") }, 2, /can't be used/],
      ["a token that nobody knows", { url, token: "eb_unknown" }, 1, /does not take the token/],
      ["an agent that is not there", { url, token: owner, brain: "elsewhere" }, 1, /--create/],
      ["a token for no agent that is there", { url, token: reader }, 1, /no agent/],
      ["nobody answers", { url: "http://127.0.0.1:9", token: owner }, 1, /reached/],
      ["an unknown way to capture", { url, token: owner, capture: "all" }, 2, /--capture/],
    ];
    for (const [what, options, exitCode, says] of wrong) {
      const one = device("wrong");
      const ended = await one.run("setup", options);
      expect([what, ended.exitCode, ended.out, one.writes]).toEqual([what, exitCode, "", 0]);
      expect(ended.error).toMatch(says);
      expect(ended.error).not.toContain(owner);
    }
    const locked = await device("locked", {}, false).run("setup", { url, token: owner });
    expect([locked.exitCode, locked.out]).toEqual([1, ""]);
  });

  it("[PS5] a dry run says what would change, and changes nothing", async () => {
    const one = device("dry");
    const before = (await directory.listTokens({ limit: 200 })).tokens.length;
    const ended = await one.run("setup", { url, token: owner, dryRun: true, json: true });
    expect(ended.json<Report>()).toMatchObject({ written: false, brain: "sample" });
    expect([one.writes, one.configuration, fs.existsSync(path.join(data, "dry"))]).toEqual([0, {}, false]);
    expect((await directory.listTokens({ limit: 200 })).tokens).toHaveLength(before);
  });

  it("[PS5] a dry run uses no pairing code up and makes no agent", async () => {
    const { code } = await directory.createPairing({ role: "agent", agents: ["sample"] });
    const refused = await device("dry").run("setup", { url, code, dryRun: true });
    expect([refused.exitCode, refused.error]).toEqual([2, expect.stringContaining("dry run")]);
    expect((await device("not-dry").run("setup", { url, code })).exitCode).toBe(0);
    const options = { url, token: owner, brain: "planned", create: true, dryRun: true, json: true };
    const ended = await device("dry").run("setup", options);
    expect(ended.json<Report>().notes.join()).toContain("planned would be made");
    expect((await directory.listAgents({ limit: 100 })).agents.map(({ name }) => name)).not.toContain(
      "planned",
    );
  });

  it("[PS5] when the host does not take the change, the token of before is still the one that is kept", async () => {
    const one = device("refusing");
    await one.run("setup", { url, token: owner });
    const before = tokenOf("refusing");
    one.refuses = true;
    expect((await one.run("setup", { url, token: owner })).exitCode).toBe(1);
    expect(tokenOf("refusing")).toBe(before);
    const fresh = device("refusing-first");
    fresh.refuses = true;
    await fresh.run("setup", { url, token: owner });
    expect(fs.readdirSync(path.join(data, "refusing-first", "edgebrain"))).toEqual([]);
  });

  it("[PS8] setup again needs no token: the one that is kept stays", async () => {
    const one = device("again");
    await one.run("setup", { url, token: owner });
    const [before, tokens] = [tokenOf("again"), (await directory.listTokens({ limit: 200 })).tokens.length];
    const ended = await one.run("setup", { capture: "direct", json: true });
    expect(ended.json<Report>().changes).toEqual([
      "plugins.entries.edgebrain.config.autoCapture: true",
      'plugins.entries.edgebrain.config.captureMode: "direct"',
    ]);
    expect(tokenOf("again")).toBe(before);
    expect((await directory.listTokens({ limit: 200 })).tokens).toHaveLength(tokens);
    expect((await one.run("setup", { url: "http://127.0.0.1:9" })).error).toContain("--token");
  });

  it("[PS6] setup makes the agent that is named, where it may and is told to", async () => {
    const ended = await device("new").run("setup", {
      url,
      token: owner,
      brain: "fresh",
      create: true,
      json: true,
    });
    expect(ended.json<Report>()).toMatchObject({ brain: "fresh", role: "agent" });
    const me = await new DirectoryClient({ baseUrl: url, token: tokenOf("new") }).me();
    expect(me.agents).toEqual(["fresh"]);
  });

  it("[PS7] a token in a variable or a file stays where it is, and a strong one is advised against", async () => {
    const file = path.join(data, "mine");
    fs.writeFileSync(file, `${owner}\n`, { mode: 0o600 });
    const one = device("kept");
    const ended = await one.run("setup", { url, tokenFile: file, brain: "sample", json: true });
    expect(ended.json<Report>().notes.join()).toContain("safer");
    expect(JSON.stringify(one.configuration)).toContain(JSON.stringify(file));
    const near = device("near");
    await near.run("setup", { url, tokenFile: path.relative(process.cwd(), file), brain: "sample" });
    expect(JSON.stringify(near.configuration)).toContain(JSON.stringify(file));
    fs.chmodSync(file, 0o644);
    expect((await device("kept").run("setup", { url, tokenFile: file, brain: "sample" })).error).toContain(
      "chmod 600",
    );
  });
});
