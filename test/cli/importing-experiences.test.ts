// [CM] The installed command line and a database of openclaw-experience-replay, as that one leaves it behind.

import { execFile } from "node:child_process";
import fs from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, Installation } from "../support/command-line.ts";

const MINUTES = 5 * 60_000;
const step = (toolName: string, more: object = {}) => ({
  ...{
    toolName,
    params: { key: "billing" },
    resultSummary: "version 7",
    ok: true,
    error: "",
    durationMs: 12,
  },
  ...more,
});
/** Prompt and trajectory, in the order of the table. */
const ROWS: readonly (readonly [prompt: string, trajectory: unknown])[] = [
  [
    "Ship the release notes",
    { steps: [step("editor"), step("mail")], finalAnswer: "They are sent.", outcome: "success" },
  ],
  [
    "Rotate the  signing key\nof billing",
    {
      steps: [
        step("vault", { params: { token: "tok_live_ab12cd34ef56" } }),
        step("check", { ok: false, error: "late" }),
      ],
      finalAnswer: "The key is version 7 now.",
      outcome: "success",
    },
  ],
  ["Unlock the lighthouse", "no trajectory at all"],
  ["", { steps: [], finalAnswer: "Nothing was asked.", outcome: "success" }],
];

describe("edgebrain experience import", { timeout: MINUTES }, () => {
  const house = new Installation();
  let cli: CommandLine;
  const run = async (...args: string[]) => {
    // On the Node that the project brings, since that of the machine may have no SQLite.
    const { args: said, env, cwd } = cli.started("experience", "import", "--json", ...args);
    const ended = await promisify(execFile)(process.execPath, said, { env, cwd });
    return JSON.parse(ended.stdout) as Record<string, unknown>;
  };
  const listed = async () =>
    (await cli.run("experience", "list", "--json")).json<{ experiences: Record<string, unknown>[] }>()
      .experiences;

  beforeAll(async () => {
    ({ cli } = await house.begin());
    const database = new DatabaseSync(house.file("old.db"));
    database.exec(
      "create table experiences (id text primary key, task_summary text, prompt text, trajectory_json text, " +
        "embedding_vector text, success_score real, created_at text, fingerprint text unique)",
    );
    const put = database.prepare("insert into experiences values (?, ?, ?, ?, '[]', 0.9, ?, ?)");
    for (const [at, [prompt, trajectory]] of ROWS.entries()) {
      const json =
        typeof trajectory === "string" ? trajectory : JSON.stringify({ prompt, ...(trajectory as object) });
      // The second is older than the first.
      put.run(
        `id-${at}`,
        prompt,
        prompt,
        json,
        `2026-01-0${at === 1 ? 1 : at + 2}T00:00:00.000Z`,
        `print-${at}`,
      );
    }
    database.close();
  }, MINUTES);
  afterAll(() => house.end());

  it("[CM31] tells of its runs, oldest first, and of none twice however often it is run", async () => {
    const file = house.file("old.db");
    const before = fs.readFileSync(file);
    expect(await run("--db", file, "--dry-run")).toMatchObject({ runs: 3, unreadable: 1, stored: 0 });
    expect(await listed()).toEqual([]);
    // A row without an answer is no win.
    const first = await run("--db", file);
    expect(first).toMatchObject({ runs: 3, unreadable: 1, known: 0, stored: 2, skipped: 1, refused: [] });
    const experiences = await listed();
    expect(experiences).toMatchObject([
      { prompt: "Ship the release notes", wins: 1, steps: [{ tool: "editor" }, { tool: "mail" }] },
      {
        prompt: "Rotate the signing key of billing",
        answer: "The key is version 7 now.",
        steps: [
          { tool: "vault", ok: true },
          { tool: "check", ok: false },
        ],
      },
    ]);
    expect(JSON.stringify(experiences)).not.toContain("tok_live");
    expect(await run("--db", file)).toMatchObject({ known: 2, stored: 0, repeated: 0, skipped: 1 });
    expect((await listed()).map(({ wins }) => wins)).toEqual([1, 1]);
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

  it("[CM32] of what is no such database says what is wrong, also where Node reads none", async () => {
    fs.writeFileSync(house.file("text.db"), "this is no database, whatever it is called");
    new DatabaseSync(house.file("other.db")).exec("create table notes (text text)");
    for (const [file, says] of [
      ["missing.db", "there is no file"],
      ["text.db", "can't be read as a SQLite database"],
      ["other.db", "has no table of experiences"],
    ]) {
      const failed = run("--db", house.file(file));
      await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining(says) });
    }
    const { args, env, cwd } = cli.started("experience", "import", "--db", house.file("old.db"));
    const without = ["--no-experimental-sqlite", ...args];
    await expect(promisify(execFile)(process.execPath, without, { env, cwd })).rejects.toMatchObject({
      stderr: expect.stringContaining("can't read SQLite: run the command with Node 22.13 or later"),
    });
  });
});
