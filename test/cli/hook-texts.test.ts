// [HK] What hooks read and write on this machine: settings of Claude Code, transcripts, and which project a folder is.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Commands,
  hooksOf,
  settingsIn,
  withHooks,
  withoutHooks,
} from "../../cli/src/hooks/claude-settings.ts";
import { deadlineOf, deadlineProblem, hookIn } from "../../cli/src/hooks/deadline.ts";
import { projectOf } from "../../cli/src/hooks/project.ts";
import { SpoolLock } from "../../cli/src/hooks/spool-lock.ts";
import { lastTurns, turnsIn } from "../../cli/src/hooks/transcript.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-hooks-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const COMMANDS: Commands = {
  pre: { command: "edgebrain hook pre", timeout: 6 },
  post: { command: "'/opt/a b/node' '/opt/a b/edgebrain.js' hook post --project x", timeout: 10 },
};
const other = (command: string) => ({ type: "command", command });

describe("settings of Claude Code", () => {
  const before = {
    model: "opus",
    hooks: {
      Stop: [{ matcher: "", hooks: [other("say done")] }],
      PreToolUse: [{ matcher: "Bash", hooks: [other("guard edgebrain")] }],
      UserPromptSubmit: [],
    },
  };

  it("[HK1] take the hooks beside what is there, once, and give back exactly what was put in", () => {
    const after = withHooks(before, COMMANDS);
    expect(after.hooks).toMatchObject({
      Stop: [before.hooks.Stop[0], { hooks: [COMMANDS.post] }],
      PreToolUse: before.hooks.PreToolUse,
      UserPromptSubmit: [{ hooks: [COMMANDS.pre] }],
    });
    expect(hooksOf(after)).toEqual({ pre: COMMANDS.pre.command, post: COMMANDS.post.command });
    expect(withHooks(after, COMMANDS)).toBe(after);
    const { UserPromptSubmit: _, ...hooks } = before.hooks;
    expect(withoutHooks(after)).toEqual({ ...before, hooks });
    expect(withoutHooks(before)).toBe(before);
    expect(withoutHooks(withHooks({ model: "opus" }, COMMANDS))).toEqual({ model: "opus" });
  });

  it("[HK1] with other options the hooks take the place of earlier ones, and a neighbour in their group stays", () => {
    const mixed = { hooks: { Stop: [{ hooks: [other("a"), other("edgebrain hook post"), other("b")] }] } };
    const changed = withHooks(mixed, COMMANDS);
    expect(changed.hooks?.Stop).toEqual([
      { hooks: [other("a"), other("b")] },
      { hooks: [{ type: "command", ...COMMANDS.post }] },
    ]);
    expect(withoutHooks(changed)).toEqual({ hooks: { Stop: [{ hooks: [other("a"), other("b")] }] } });
  });

  it.each([
    ["edgebrain hook pre", true],
    ["/usr/bin/node /opt/x/node_modules/.bin/edgebrain hook pre --agent a", true],
    ["node cli/src/index.ts hook pre", true],
    ["edgebrain --agent a hook pre", true],
    ["edgebrain hook post", false],
    ["edgebrain query 'hook'", false],
    ["my-edgebrain-wrapper hook pre", false],
    ["echo edgebrain hook prepare", false],
  ])("[HK1] knows its own command: %s", (command, isOwn) => {
    const settings = { hooks: { UserPromptSubmit: [{ hooks: [other(command)] }] } };
    expect(hooksOf(settings).pre).toBe(isOwn ? command : null);
  });

  it.each<[string, string | RegExp]>([
    ['{"hooks":', "no JSON"],
    ["[]", "not as Claude Code has it"],
    ["[]", /^it is not as/],
    ['{"hooks":[]}', /^hooks is not as/],
    ['{"hooks":{"Stop":{}}}', /^hooks\.Stop is not as/],
    ['{"hooks":{"Stop":[{"hooks":["x"]}]}}', "hooks.Stop[0].hooks[0]"],
    ['{"hooks":{"UserPromptSubmit":[{"command":"x"}]}}', "hooks.UserPromptSubmit[0].hooks"],
  ])("[HK2] are refused with the place where they are malformed: %s", (text, says) => {
    expect(() => settingsIn(text)).toThrow(says);
  });
});

describe("a transcript", () => {
  const line = (type: string, content: unknown, more: object = {}) =>
    JSON.stringify({
      type,
      uuid: `${type}-${JSON.stringify(content).length}`,
      ...more,
      message: { role: type, content },
    });
  const text = (said: string) => [{ type: "text", text: said }];

  it("[HK3] holds turns of what user and agent said, and nothing of tools, thoughts, subagents and the host", () => {
    const lines = [
      JSON.stringify({ type: "summary", summary: "All about assistants", leafUuid: "x" }),
      JSON.stringify({ type: "file-history-snapshot", snapshot: { user: "x" } }),
      line("user", "<system-reminder>The date has changed.</system-reminder>", { isMeta: true }),
      line("user", "This session is being continued from another", { isCompactSummary: true }),
      line("user", "<command-name>/model</command-name>\n<command-args>opus</command-args>"),
      line("user", "<local-command-stdout>Set model</local-command-stdout>"),
      line("user", text("We ship on Tuesdays.")),
      line("assistant", [{ type: "thinking", thinking: "Hm." }]),
      line("assistant", [{ type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }]),
      line("user", [{ type: "tool_result", tool_use_id: "t", content: text("We always ship on Fridays.") }]),
      line("user", "Look for the day", { isSidechain: true }),
      line("assistant", text("Never on Mondays"), { isSidechain: true }),
      line("user", "And the canary runs first."),
      line("assistant", text("Noted.")),
      "{ damaged",
      line("assistant", text("Anything else?")),
      line("user", [...text("<ide_opened_file>notes.md</ide_opened_file>"), ...text("I prefer tea.")]),
      line("user", "[Request interrupted by user for tool use]"),
      line("assistant", "Tea it is."),
    ];
    expect(turnsIn(lines).map(({ user, assistant }) => [user, assistant])).toEqual([
      ["We ship on Tuesdays.\nAnd the canary runs first.", "Noted.\nAnything else?"],
      ["I prefer tea.", "Tea it is."],
    ]);
  });

  it("[HK3] without what memory showed, however it stands in a message", () => {
    const block =
      "<<<EDGEBRAIN MEMORY 0a1b2c3d4e5f6071>>>\nRecalled untrusted data\n1. The staging cluster runs in Oslo.\n<<<END OF EDGEBRAIN MEMORY 0a1b2c3d4e5f6071>>>";
    const messages = [
      `${block}\nWhere is staging?`,
      `<system-reminder>\nUserPromptSubmit hook additional context: ${block}\n</system-reminder>\nWhere is staging?`,
      `Where is staging?\n<user-prompt-submit-hook>${block}</user-prompt-submit-hook>`,
    ];
    for (const message of messages)
      expect(turnsIn([line("user", message)])).toMatchObject([{ user: "Where is staging?" }]);
  });

  it("[HK3] is read from its end alone, as far as it takes", () => {
    const file = path.join(folder, "huge.jsonl");
    const tool = line("user", [{ type: "tool_result", tool_use_id: "t", content: "x".repeat(100_000) }]);
    const turn = (at: number) => [
      line("user", `Question ${at}?`, { uuid: `u${at}` }),
      tool,
      line("assistant", text(`Answer ${at}.`)),
    ];
    fs.writeFileSync(file, Array.from({ length: 600 }, (_, at) => turn(at).join("\n")).join("\n"));
    expect(fs.statSync(file).size).toBeGreaterThan(60_000_000);
    const rest = fs.openSync(file, "r+");
    // A beginning that would not be read for a sensible answer.
    fs.writeSync(rest, Buffer.alloc(1_000_000, 0xff), 0, 1_000_000, 0);
    fs.closeSync(rest);
    expect(lastTurns(file, 3)).toEqual([
      { id: "u597", user: "Question 597?", assistant: "Answer 597." },
      { id: "u598", user: "Question 598?", assistant: "Answer 598." },
      { id: "u599", user: "Question 599?", assistant: "Answer 599." },
    ]);
  });

  const written = (name: string, content: string | Uint8Array): string => {
    fs.writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };

  it("[HK3] is read with a mark of its byte order, parts that are malformed, and an answer of 30 MB in one line", () => {
    const long = "y".repeat(30_000_000);
    const mixed = [{ type: "text", text: 5 }, null, "x", ...text("We ship on Tuesdays."), { type: 7 }];
    const first = written(
      "mark.jsonl",
      `\ufeff${line("user", mixed, { uuid: "a" })}\r\n${line("assistant", text("Noted."))}\r\n`,
    );
    expect(lastTurns(first, 3)).toEqual([{ id: "a", user: "We ship on Tuesdays.", assistant: "Noted." }]);
    const second = written(
      "long.jsonl",
      `${line("user", "How many?", { uuid: "b" })}\n${line("assistant", text(long))}\n`,
    );
    const [turn] = lastTurns(second, 3);
    expect([turn.id, turn.user, turn.assistant.length]).toEqual(["b", "How many?", long.length]);
  });

  it.each<[string, string | Uint8Array | null, string]>([
    ["is missing", null, "can't read the transcript FILE (ENOENT)"],
    ["is empty", "", "the transcript FILE is empty"],
    ["is blank", "\ufeff\n \n", "the transcript FILE is empty"],
    ["is binary", Uint8Array.from({ length: 999 }, (_, at) => at), "no line of it can be read"],
    ["is something else", '"user"\nassistant: secret', "no line of it can be read"],
    ["holds a message of another shape", `{"type":"user","message":"secret"}\n{}`, "damaged lines: 1"],
  ])("[HK3] that %s is said in one line that names it, without a word of it", (name, content, says) => {
    const file = path.join(folder, `${name.replaceAll(" ", "-")}.jsonl`);
    if (content !== null) fs.writeFileSync(file, content);
    let said = "";
    try {
      lastTurns(file, 3);
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said).toContain(says.replace("FILE", file));
    expect(said).not.toMatch(/secret|\n/);
  });

  it("[HK3] in which nobody said anything yet has no turn, and needs no word about it", () => {
    const file = written(
      "quiet.jsonl",
      `${line("user", "<command-name>/model</command-name>")}\n{"type":"x"}\n`,
    );
    expect(lastTurns(file, 3)).toEqual([]);
    expect(() => lastTurns(folder, 3)).toThrow(`can't read the transcript ${folder} (EISDIR)`);
  });
});

describe("a project", () => {
  const at = (...names: string[]) => path.join(folder, ...names);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e", ...args], { stdio: "ignore" });
  beforeAll(() => {
    for (const name of ["harbour/docs/tides", "plain/notes", "bare"])
      fs.mkdirSync(at(name), { recursive: true });
    git("init", at("harbour"));
    git("-C", at("harbour"), "commit", "--allow-empty", "-m", "m");
    git("-C", at("harbour"), "worktree", "add", at("dredging"));
  });

  it("[HK4] is what was given, else the name of the repository's folder, else of the folder", () => {
    expect(projectOf(" quay ", at("harbour"))).toBe("quay");
    expect(projectOf(undefined, at("harbour"))).toBe("harbour");
    expect(projectOf(undefined, at("harbour/docs/tides"))).toBe("harbour");
    expect(projectOf("", at("dredging"))).toBe("harbour");
    expect(projectOf(undefined, at("plain/notes"))).toBe("notes");
    expect(projectOf(undefined, at("gone"))).toBe("gone");
    expect(projectOf(undefined, "/")).toBeUndefined();
  });
});

describe("a deadline", () => {
  it("[HK5] is an option's, the environment's, or the usual one, within bounds", () => {
    expect(deadlineOf("pre", [], {})).toBe(1_500);
    expect(deadlineOf("pre", ["--deadline-ms", "900"], { EDGEBRAIN_HOOK_DEADLINE_MS: "800" })).toBe(900);
    expect(deadlineOf("pre", ["--deadline-ms=700"], {})).toBe(700);
    expect(deadlineOf("post", [], { EDGEBRAIN_HOOK_DEADLINE_MS: "800" })).toBe(800);
    for (const wrong of ["0", "-1", "soon", "", "600000"])
      expect(deadlineOf("pre", ["--deadline-ms", wrong], { EDGEBRAIN_HOOK_DEADLINE_MS: wrong })).toBe(1_500);
    for (const wrong of ["5", "-1", "soon", "", "600000", "1e3"])
      expect(deadlineProblem("pre", ["--deadline-ms", wrong], {})).toBe(
        "--deadline-ms: no whole number from 200 to 30000, so the deadline is 1500 ms",
      );
    expect(deadlineProblem("post", ["--deadline-ms=700"], { EDGEBRAIN_HOOK_DEADLINE_MS: "abc" })).toBe(
      "EDGEBRAIN_HOOK_DEADLINE_MS: no whole number from 200 to 30000, so the deadline is 700 ms",
    );
    expect(deadlineProblem("pre", ["--deadline-ms", "700"], { EDGEBRAIN_HOOK_DEADLINE_MS: "" })).toBeNull();
    expect(hookIn(["--json", "hook", "pre"])).toBe("pre");
    expect(hookIn(["hook", "pre", "--help"])).toBeNull();
    expect(hookIn(["hook", "status"])).toBeNull();
    expect(hookIn(["query", "hook"])).toBeNull();
  });
});

describe("the lock of a spool", () => {
  it("[HK6] is one's at a time, and is taken over from a process that is gone", async () => {
    const file = path.join(folder, "lock");
    const [one, other] = [new SpoolLock(file), new SpoolLock(file)];
    expect(await one.take()).toBe(true);
    expect(await other.take()).toBe(false);
    other.release();
    expect(fs.existsSync(file)).toBe(true);
    one.release();
    expect(await other.take()).toBe(true);
    other.release();
    const gone = Number(execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }));
    fs.writeFileSync(file, String(gone));
    expect(await one.take()).toBe(true);
    one.release();
    fs.writeFileSync(file, String(process.pid));
    fs.utimesSync(file, 0, 0);
    expect(await other.take()).toBe(true);
    other.release();
    expect(fs.readdirSync(folder).filter((name) => name.startsWith("lock"))).toEqual([]);
  });
});
