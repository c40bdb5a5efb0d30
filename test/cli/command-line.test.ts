// [CM] The installed command line against a real service: logging in, asking, teaching, moving, and what goes wrong.

import fs from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, Installation } from "../support/command-line.ts";

const MINUTES = 5 * 60_000;

interface Reply {
  readonly [name: string]: unknown;
}

describe("edgebrain", { timeout: MINUTES }, () => {
  const house = new Installation();
  const inFolder = (...names: string[]) => house.file(...names);
  let cli: CommandLine;
  /** Not logged in. */
  let stranger: CommandLine;
  let url = "";
  let owner = "";
  beforeAll(async () => {
    ({ cli, stranger } = await house.begin());
    ({ url, owner } = house);
  }, MINUTES);
  afterAll(() => house.end());

  it("[CM18] installed from its package it is one file, alone in its folder, on the machine's own Node", async () => {
    const modules = inFolder("empty", "node_modules");
    expect(fs.readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["edgebrain-cli"]);
    const installed = inFolder("empty", "node_modules", "edgebrain-cli");
    expect(fs.readdirSync(installed).sort()).toEqual(["LICENSE", "NOTICE", "dist", "package.json"]);
    const { version } = JSON.parse(fs.readFileSync(`${installed}/package.json`, "utf8"));
    expect((await stranger.run("--version")).out).toBe(`${version}\n`);
  });

  it("[CM1] login keeps the token in a file that only its owner reads, and shows it nowhere", async () => {
    const file = inFolder("settings", "login.json");
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(fs.readFileSync(file, "utf8"))).toMatchObject({ url, token: owner, agent: "sample" });
    const status = await cli.run("status", "--json");
    expect(status.json<Reply>()).toMatchObject({ url, role: "owner", agent: "sample", token_from: file });
    expect((await cli.run("doctor")).out + status.out).not.toContain(owner);
    fs.chmodSync(file, 0o644);
    expect(await cli.run("info")).toMatchObject({ code: 1, error: expect.stringContaining("chmod 600") });
    fs.chmodSync(file, 0o600);
  });

  it("[CM1] an option goes before the environment, and that before the file", async () => {
    const other = cli.with({ EDGEBRAIN_TOKEN: "eb_nobody" });
    expect(await other.run("info")).toMatchObject({
      code: 1,
      error: expect.stringContaining("edgebrain login"),
    });
    fs.writeFileSync(inFolder("token"), `${owner}\n`, { mode: 0o600 });
    expect((await other.run("info", "--token-file", inFolder("token"))).code).toBe(0);
    expect((await cli.with({ EDGEBRAIN_AGENT: "nowhere" }).run("info", "--agent", "sample")).code).toBe(0);
    expect((await cli.with({ EDGEBRAIN_AGENT: "nowhere" }).run("info", "--json")).error).toContain(
      '"not_found"',
    );
  });

  it("[CM2] the token of a login goes to no other address", async () => {
    const ended = await cli.run("info", "--url", "http://127.0.0.1:9");
    expect(ended).toMatchObject({ code: 2, error: expect.stringContaining("there is no token for") });
  });

  it("[CM3] asks, teaches, corrects and takes back, each as text and as the reply", async () => {
    const asked = (
      await cli.run("query", "When may we ship to production?", "--chat-id", "c", "--json")
    ).json<Reply>();
    expect(asked).toMatchObject({ decision: "answered", fired: expect.any(Array) });
    const shown = await cli.run("query", "When may we ship to production?");
    expect(shown.out).toMatch(/^answered, confidence [\d.]+ %/);
    expect(shown.out).not.toContain("\u001b");
    const [{ id }] = asked.fired as { id: string }[];
    expect((await cli.run("explain", asked.query_id as string)).out).toContain(id);
    expect((await cli.run("why-not", id, "--json")).json<Reply>()).toMatchObject({ code: "answered" });
    const learned = await cli.run("learn", "--chat-id", "c", "--outcome", "1", "--json");
    const event = learned.json<Reply>().event_id as string;
    const corrected = await cli.fed("Ship on Tuesdays only.", "correct", "-", "--chat-id", "c", "--json");
    expect(corrected.json<Reply>()).toMatchObject({ node_injected: true });
    const injected = await cli.run(
      "inject",
      "The canary runs in zone 3.",
      "--metadata",
      '{"source":"cli"}',
      "--json",
    );
    expect(injected.json<Reply>()).toMatchObject({ injected: true });
    expect((await cli.run("journal", "--limit", "3")).out.trim().split("\n")).toHaveLength(5);
    expect((await cli.run("undo", event, "--json")).json<Reply>()).toMatchObject({ events: 1 });
    expect((await cli.run("health")).out).toMatch(/^nodes +\d+\nedges +\d+/);
  });

  it("[CM4] a wrong command line is refused before anything is sent, and names what is wrong", async () => {
    const wrong: [string[], RegExp][] = [
      [["query"], /missing required argument 'query'/],
      [["query", "x", "--top-k", "none"], /must be a number/],
      [["query", "x", "--top-k", "0"], /--top-k: /],
      [["query", "x", "--route-mode", "best"], /Allowed choices are/],
      [["learn", "--query-id", "x"], /--outcome/],
      [["learn", "--outcome", "1"], /exactly one of query_id/],
      [["inject", "x", "--metadata", "{"], /no JSON/],
      [["nothing"], /unknown command/],
      [["token"], /which command/],
      [["proposal", "list", "--what"], /unknown option/],
    ];
    const nowhere = cli.with({
      EDGEBRAIN_URL: "http://127.0.0.1:9",
      EDGEBRAIN_TOKEN: "eb_x",
      EDGEBRAIN_AGENT: "a",
    });
    for (const [args, says] of wrong) {
      const ended = await nowhere.run(...args);
      expect([args, ended.code, ended.out]).toEqual([args, 2, ""]);
      expect(ended.error).toMatch(says);
    }
    expect((await stranger.run("info")).error).toContain("edgebrain login");
  });

  it("[CM5] exit codes tell refused from unreachable, and errors are JSON where that is asked for", async () => {
    const refused = await cli.run("node", "show", "nothing", "--json");
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(JSON.parse(refused.error)).toMatchObject({
      error: { code: "not_found", request_id: expect.any(String) },
    });
    const nobody = cli.with({ EDGEBRAIN_URL: "http://127.0.0.1:9", EDGEBRAIN_TOKEN: "eb_x" });
    const unreached = await nobody.run("--agent", "a", "info");
    expect([unreached.code, unreached.out]).toEqual([3, ""]);
    expect(unreached.error).toContain("edgebrain doctor");
    const mistyped = await cli.run("query", "--json");
    expect(JSON.parse(mistyped.error)).toMatchObject({ error: { code: "usage" } });
  });

  it("[CM6] no text of memory steers a terminal", async () => {
    const text = "Beware \u001b[2J\u001b]0;title\u0007 of \u009b31m the \u202e reef";
    await cli.run("inject", text, "--id", "reef");
    for (const args of [
      ["node", "show", "reef"],
      ["node", "show", "reef", "--json"],
    ]) {
      const { out } = await cli.run(...args);
      expect(out).toContain("reef");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    expect((await cli.run("node", "show", "reef", "--json")).json<Reply>()).toMatchObject({ text });
  });

  it("[CM7] what destroys needs a person or --yes, and a dry run neither", async () => {
    await cli.run("inject", "A buoy to be forgotten", "--id", "buoy");
    const asked = await cli.run("erase", "--node-ids", "buoy");
    expect([asked.code, asked.out]).toEqual([2, ""]);
    expect(asked.error).toContain("--yes");
    expect((await cli.run("erase", "--node-ids", "buoy", "--dry-run")).code).toBe(0);
    expect((await cli.run("node", "show", "buoy")).code).toBe(0);
    expect((await cli.run("erase", "--node-ids", "buoy", "--yes")).code).toBe(0);
    expect((await cli.run("node", "show", "buoy")).code).toBe(1);
    expect((await cli.run("erasure", "show", "--json")).json<Reply>()).toMatchObject({
      receipt: expect.any(Object),
    });
  });

  it("[CM22] memories are stored, listed, found, changed, ended, and shown with their versions", async () => {
    const stored = await cli.run(
      "memory",
      "add",
      "The tide clock of the harbour runs nine minutes late.",
      "--json",
    );
    expect(stored.code, stored.error).toBe(0);
    const { id } = stored.json<{ id: string }>();
    expect((await cli.run("memory", "list")).out).toContain("tide clock");
    expect((await cli.run("memory", "search", "How late is the tide clock?", "--json")).out).toContain(id);
    const content = "The tide clock of the harbour runs four minutes late since its repair.";
    const changed = (await cli.run("memory", "change", id, "--content", content, "--json")).json<{
      id: string;
    }>();
    expect((await cli.run("memory", "show", changed.id, "--json")).json<Reply>()).toMatchObject({ content });
    expect((await cli.run("memory", "history", changed.id)).out.trim().split("\n")).toHaveLength(3);
    expect((await cli.run("memory", "end", changed.id)).code).toBe(0);
    expect((await cli.run("memory", "list")).out).not.toContain("tide clock");
  });

  it("[CM30] facts are said, listed and ended, entities listed, found and told, and a conflict is resolved", async () => {
    const add = async (where: string) =>
      (await cli.run("fact", "add", "Orla Byrne", "LIVES_IN", where, "--json")).json<{ id: string }>().id;
    const [cork, galway] = [await add("Cork"), await add("Galway")];
    expect((await cli.run("fact", "list")).out).toContain("Orla Byrne lives in Cork");
    expect((await cli.run("entity", "list")).out).toContain("Galway");
    expect((await cli.run("entity", "search", "byrne")).out).toContain("Orla Byrne");
    expect((await cli.run("entity", "get", "Orla Byrne")).out).toContain(cork);
    expect((await cli.run("entity", "graph", "Orla Byrne")).out).toMatch(/Orla Byrne +LIVES_IN +Galway/);
    const { conflicts } = (await cli.run("conflict", "list", "--json")).json<{
      conflicts: { group: string }[];
    }>();
    expect((await cli.run("conflict", "resolve", conflicts[0].group, galway)).code).toBe(0);
    expect((await cli.run("conflict", "list")).out).not.toContain(cork);
    expect((await cli.run("fact", "show", cork, "--json")).json<Reply>()).toMatchObject({
      superseded_by: galway,
    });
    expect((await cli.run("fact", "end", galway)).code).toBe(0);
    expect((await cli.run("fact", "list")).out).toContain("(none)");
  });

  it("[CM27] turns are captured, and listed with what came of them", async () => {
    const said = ["--user", "We decided that the buoys are painted every April.", "--project", "buoys"];
    const captured = await cli.run("capture", "add", ...said);
    expect(captured.out).toMatch(/^Read by words, job [\w-]+\.\nstatus +because +memory +says\ncreated/);
    expect((await cli.run("memory", "list", "--project", "buoys")).out).toContain("every April");
    await cli.run("capture", "add", "--user", "Ok, good. The tide is quite high just now, is it not?");
    const listed = (await cli.run("capture", "list")).out.split("\n").map((row) => row.split(/ {2,}/));
    expect(listed[0]).toEqual(["job", "state", "sent", "due", "memories", "skipped", "error"]);
    expect(listed.slice(1, 3).map((row) => row.slice(4, 6).join())).toEqual(["0,2", "1,0"]);
    const [{ id }] = (await cli.run("capture", "list", "--json")).json<{ jobs: { id: string }[] }>().jobs;
    expect((await cli.run("capture", "show", id, "--json")).json<Reply>()).toMatchObject({
      job: { state: "done" },
    });
    expect((await cli.run("capture", "retry-all", "--json")).json<Reply>()).toMatchObject({ retried: 0 });
    expect((await cli.run("capture", "drop", id, "--yes")).code).toBe(0);
  });

  it("[CM21] experiences are told, listed, found, deleted by the beginning of an id, and reset", async () => {
    for (const key of ["billing", "shipping"])
      await cli.run(
        ...["experience", "tell", key, "--prompt", `Rotate the signing key of ${key}`],
        ...["--answer", `It is rotated: ${key}`],
        ...[
          "--steps",
          `[{"tool":"vault","params":{"key":"${key}"},"result":{"version":7}}]`,
          "--end",
          '{"success":true}',
        ],
      );
    const listed = (await cli.run("experience", "list", "--json")).json<{ experiences: { id: string }[] }>();
    expect(listed.experiences).toHaveLength(2);
    expect((await cli.run("experience", "search", "Rotate the signing key of billing")).out).toContain(
      "- vault",
    );
    expect((await cli.run("experience", "delete", "no", "--yes")).error).toContain("there is no experience");
    const [{ id }] = listed.experiences;
    expect(
      (await cli.run("experience", "delete", id.slice(0, -2), "--yes", "--json")).json<Reply>().erased,
    ).toBe(1);
    expect((await cli.run("experience", "reset")).code).toBe(2);
    expect((await cli.run("experience", "reset", "--yes", "--json")).json<Reply>().erased).toBe(1);
    expect((await cli.run("experience", "stats", "--json")).json<Reply>()).toMatchObject({ experiences: 0 });
  });

  it("[CM12] doctor stops at what must be mended first, and says how", async () => {
    const healthy = await cli.run("doctor", "--json");
    expect([healthy.code, healthy.json<Reply>().ok]).toEqual([0, true]);
    const faults: [CommandLine, string][] = [
      [stranger, "address"],
      [stranger.with({ EDGEBRAIN_URL: url }), "token"],
      [stranger.with({ EDGEBRAIN_URL: "http://127.0.0.1:9", EDGEBRAIN_TOKEN: "eb_x" }), "service"],
      [stranger.with({ EDGEBRAIN_URL: url, EDGEBRAIN_TOKEN: "eb_x" }), "entry"],
      [stranger.with({ EDGEBRAIN_URL: url, EDGEBRAIN_TOKEN: owner }), "agent"],
      [stranger.with({ EDGEBRAIN_URL: url, EDGEBRAIN_TOKEN: owner, EDGEBRAIN_AGENT: "none" }), "memory"],
    ];
    for (const [one, name] of faults) {
      const ended = await one.run("doctor", "--json");
      const { checks } = ended.json<{ checks: { name: string; ok: boolean; cure?: string }[] }>();
      expect([name, ended.code, checks.at(-1)]).toEqual([
        name,
        1,
        expect.objectContaining({ name, ok: false }),
      ]);
      expect(checks.at(-1)?.cure).toBeTruthy();
      expect(ended.out).not.toContain(owner);
    }
  });

  it("[CM13] a pairing code logs another device in, with a token of its own", async () => {
    const { code } = (await cli.run("pair", "--agents", "sample", "--json")).json<{ code: string }>();
    const ended = await stranger.run("login", "--url", url, "--code", code, "--device", "second", "--json");
    expect(ended.json<Reply>()).toMatchObject({ role: "agent", agent: "sample" });
    expect((await stranger.run("query", "Who ships?", "--json")).code).toBe(0);
    expect((await stranger.run("sync", house.notes("foreign", 1))).code).toBe(1);
    expect((await stranger.run("logout", "--json")).json<Reply>()).toMatchObject({ forgotten: true });
    expect((await stranger.run("status")).code).toBe(2);
  });

  it("[CM14] a memory goes out to a file and comes back whole", async () => {
    await cli.run("agent", "create", "copy");
    const file = inFolder("sample.ndjson");
    expect((await cli.run("export", file, "--json")).json<Reply>()).toMatchObject({
      bytes: fs.statSync(file).size,
    });
    const taken = await cli.run("import", file, "--agent", "copy", "--another", "--json");
    const nodes = async (agent: string) =>
      (await cli.run("info", "--agent", agent, "--json")).json<Reply>().nodes;
    expect(taken.json<Reply>()).toMatchObject({ taken: { nodes: await nodes("sample") } });
    expect(await nodes("copy")).toBe(await nodes("sample"));
    expect((await cli.run("import", file, "--agent", "copy", "--another", "--replace")).code).toBe(2);
  });
});
