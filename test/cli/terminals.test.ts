// [CM] The installed command line at a terminal and in shells: what it asks, completion by the shells themselves, colours, pipes.

import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../start/support.ts";
import { type CommandLine, collected, Installation, until } from "../support/command-line.ts";
import { HAS_TERMINALS, says, TerminalOf } from "../support/terminal.ts";

const MINUTES = 5 * 60_000;

interface Reply {
  readonly [name: string]: unknown;
}

describe("edgebrain at a terminal", { timeout: MINUTES }, () => {
  const house = new Installation();
  let cli: CommandLine;
  let stranger: CommandLine;
  const opened: TerminalOf[] = [];
  beforeAll(async () => {
    ({ cli, stranger } = await house.begin());
    const program = cli.shellCommand;
    fs.mkdirSync(house.file("bin"));
    fs.writeFileSync(house.file("bin", "edgebrain"), `#!/bin/sh\nexec ${program} "$@"\n`, { mode: 0o755 });
  }, MINUTES);
  afterEach(() => {
    for (const terminal of opened.splice(0)) terminal.kill();
  });
  afterAll(() => house.end());

  const environment = (settings: string) => ({
    PATH: `${house.file("bin")}:${process.env.PATH}`,
    HOME: house.folder,
    EDGEBRAIN_CONFIG: house.file(settings),
  });
  const terminal = (command: string, env: NodeJS.ProcessEnv = environment("settings")) => {
    const made = new TerminalOf(command, { cwd: house.folder, env });
    opened.push(made);
    return made;
  };

  it.skipIf(!HAS_TERMINALS)(
    "[CM23] login asks for what is missing, and does not show what is secret",
    async () => {
      const login = terminal("edgebrain login", environment("typed"));
      await login.until(/Address of the service: /);
      login.type(`${house.url}\n`);
      await login.until(/Token: /);
      login.type(`${house.owner}\n`);
      await login.until(/Logged in to/);
      expect(await login.ended()).toBe(0);
      expect(login.text).not.toContain(house.owner);
      expect(JSON.parse(fs.readFileSync(house.file("typed", "login.json"), "utf8"))).toMatchObject({
        token: house.owner,
      });
      expect((await stranger.run("login")).error).toContain("Give --url");
    },
  );

  it.skipIf(!HAS_TERMINALS)(
    "[CM7] a person is asked what destroys, and no is the answer that costs nothing",
    async () => {
      await cli.run("inject", "A raft to be forgotten", "--id", "raft");
      for (const [answer, code] of [
        ["", 1],
        ["no", 1],
        ["perhaps", 1],
        ["yes", 0],
      ] as const) {
        const erase = terminal("edgebrain erase --node-ids raft");
        await erase.until(/Go on\? \[no\]: /);
        erase.type(`${answer}\n`);
        expect([answer, await erase.ended()]).toEqual([answer, code]);
        expect([answer, (await cli.run("node", "show", "raft")).code]).toEqual([answer, code === 0 ? 1 : 0]);
      }
      // What can't be sent is said before anybody is asked.
      const undo = terminal("edgebrain undo");
      await undo.until(/event_id or since/);
      expect(await undo.ended()).toBe(2);
      expect(undo.text).not.toContain("Go on?");
      const all = terminal("edgebrain undo --since 0");
      await all.until(/everything that this token taught at any time.*Go on\?/);
      all.type("no\n");
      expect(await all.ended()).toBe(1);
      expect((await cli.run("undo", "--since", "0", "--dry-run", "--json")).json<Reply>()).toMatchObject({
        dry_run: true,
      });
    },
  );

  it("[CM26] serve starts the local worker of a checkout, and ends with it", async () => {
    const [port, data] = [await freePort(), house.file("served")];
    fs.mkdirSync(data);
    const serving = cli.begin(
      ...["serve", "--project", path.join(import.meta.dirname, "../.."), "--no-story"],
      ...["--port", String(port), "--data", data],
    );
    const said = collected(serving.stdout);
    await until(serving, () => said().includes("End with Ctrl-C"), said);
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => null,
      );
    expect(await answers()).toBe(200);
    serving.kill("SIGTERM");
    expect(await once(serving, "close")).toEqual([0, null]);
    expect(await answers()).toBeNull();
    const nowhere = await cli.run("serve", "--project", house.folder);
    expect([nowhere.code, nowhere.error]).toEqual([2, expect.stringContaining("--project DIR")]);
  });

  it.skipIf(!HAS_TERMINALS)(
    "[CM24] colours are for terminals, unless NO_COLOR or --no-color says otherwise",
    async () => {
      const shown = async (command: string, env: NodeJS.ProcessEnv = {}) => {
        const made = terminal(command, { ...environment("settings"), ...env });
        await made.ended();
        return made.raw.includes("\u001b[3");
      };
      expect(await shown("edgebrain doctor")).toBe(true);
      expect(await shown("edgebrain doctor", { NO_COLOR: "1" })).toBe(false);
      expect(await shown("edgebrain doctor --no-color")).toBe(false);
      expect(await shown("edgebrain doctor | cat")).toBe(false);
    },
  );

  it("[CM24] a reader that has enough ends it quietly", () => {
    const commands = ["journal --limit 50", "query ship --json", "--help", "nothing 2>&1"];
    const script = `for command in ${commands.map((one) => `"${one}"`).join(" ")}; do eval "edgebrain $command" | true; printf '%s ' "\${PIPESTATUS[0]}"; done`;
    const ended = spawnSync("bash", ["-c", script], { env: environment("settings"), encoding: "utf8" });
    expect([ended.stdout, ended.stderr]).toEqual(["0 0 0 0 ", ""]);
  });

  const typing: [string, string, string, RegExp][] = [
    ["bash", "bash --norc -i", "source ./completion.bash", /[$#] $/],
    ["zsh", "zsh -f -i", "PS1='zsh# '; source ./completion.zsh", /zsh# $/],
  ];
  for (const [shell, start, load, prompt] of typing)
    it.skipIf(!HAS_TERMINALS || says(shell, "--version") === "")(
      `[CM17] ${shell} completes commands, options and files by itself`,
      async () => {
        fs.writeFileSync(house.file(`completion.${shell}`), (await cli.run("completion", shell)).out);
        fs.writeFileSync(house.file("only-this-file.ndjson"), "");
        const made = terminal(start);
        await made.until(/[$#%] *$/);
        made.type(`${load}\n`);
        await made.until(prompt);
        for (const [typed, completed] of [
          ["edgebrain propos", /edgebrain proposal/],
          ["edgebrain proposal appr", /edgebrain proposal approve/],
          ["edgebrain query x --route-m", /edgebrain query x --route-mode/],
          ["edgebrain query x --route-mode lea", /--route-mode learned/],
          ["edgebrain import only-th", /edgebrain import only-this-file.ndjson/],
        ] as const) {
          made.type(`${typed}\t`);
          await made.until(completed);
          made.type("\u0015");
        }
        made.type("exit\n");
        await made.ended();
      },
    );

  it.skipIf(says("fish", "--version") === "")(
    "[CM17] fish completes commands, options and files by itself",
    async () => {
      fs.writeFileSync(house.file("completion.fish"), (await cli.run("completion", "fish")).out);
      fs.writeFileSync(house.file("only-this-file.ndjson"), "");
      const completed = (line: string) =>
        execFileSync(
          "fish",
          ["--no-config", "-c", `source completion.fish; complete -C ${JSON.stringify(line)}`],
          {
            cwd: house.folder,
            env: environment("settings"),
            encoding: "utf8",
          },
        )
          .trim()
          .split("\n");
      expect(completed("edgebrain proposal appr")).toEqual(["approve"]);
      expect(completed("edgebrain query x --route-m")).toEqual(["--route-mode"]);
      expect(completed("edgebrain query x --route-mode ")).toContain("learned");
      expect(completed("edgebrain import only-th")).toEqual(["only-this-file.ndjson"]);
    },
  );
});
