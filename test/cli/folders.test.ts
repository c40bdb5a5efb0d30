// [CM] The installed command line against a real service: folders, and openclawbrain's worker.

import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstDifference } from "../../golden/compare.ts";
import { type CommandLine, collected, Installation, until } from "../support/command-line.ts";

const MINUTES = 5 * 60_000;
const CASES = path.join(import.meta.dirname, "../../golden/cases/route-graph");

interface Reply {
  readonly [name: string]: unknown;
}

describe("edgebrain", { timeout: MINUTES }, () => {
  const house = new Installation();
  const inFolder = (...names: string[]) => house.file(...names);
  let cli: CommandLine;
  beforeAll(async () => {
    ({ cli } = await house.begin());
  }, MINUTES);
  afterAll(() => house.end());

  it("[CM8] init goes on where it was killed, and sends nothing twice", async () => {
    const harbour = house.notes("harbour", 2_000);
    const first = cli.begin("init", harbour, "--agent", "harbour");
    const said = collected(first.stderr);
    await until(first, () => /\] [1-9]\d* of 2000 files/.test(said()), said);
    first.kill("SIGKILL");
    await once(first, "close");
    const second = (await cli.run("init", harbour, "--agent", "harbour", "--json")).json<Reply>();
    expect(second).toMatchObject({ files: 2_000, agent_made: false });
    expect(second.files_known).toBeGreaterThan(0);
    expect(second.files_sent).toBe(2_000 - (second.files_known as number));
    const third = await cli.run("sync", "--agent", "harbour", "--json");
    expect(third.json<Reply>()).toMatchObject({
      folder: fs.realpathSync(harbour),
      files_sent: 0,
      files_known: 2_000,
    });
    const info = await cli.run("info", "--agent", "harbour", "--json");
    expect(info.json<Reply>()).toMatchObject({ nodes: 2_000 });
  });

  it("[CM9] a memory that was emptied since is told everything again", async () => {
    const island = house.notes("island", 3);
    await cli.run("init", island, "--agent", "island");
    await cli.run("erase", "--everything", "--agent", "island", "--yes");
    const again = await cli.run("sync", island, "--agent", "island", "--override-erased", "--json");
    expect(again.json<Reply>()).toMatchObject({ files_sent: 3, nodes_added: 3 });
  });

  it("[CM9] a memory that was set back by a restore or an import is told everything again, by itself", async () => {
    const shoal = house.notes("shoal", 3);
    const synced = async () => (await cli.run("sync", shoal, "--agent", "shoal", "--json")).json<Reply>();
    await cli.run("init", shoal, "--agent", "shoal");
    const file = house.file("shoal.ndjson");
    await cli.run("export", file, "--agent", "shoal");
    const { revision } = (await cli.run("info", "--agent", "shoal", "--json")).json<Reply>();
    house.notes("shoal", 1, 3);
    expect(await synced()).toMatchObject({ files_sent: 1, nodes_added: 1 });
    // More happens than before, so that no number alone tells it.
    const restored = await cli.run("restore", "--seq", String(revision), "--agent", "shoal", "--yes");
    expect(restored.code, restored.error).toBe(0);
    expect(await synced()).toMatchObject({ files_sent: 4, nodes_added: 1 });
    expect(await synced()).toMatchObject({ files_sent: 0, files_known: 4 });
    const taken = await cli.run("import", file, "--agent", "shoal", "--replace", "--yes");
    expect(taken.code, taken.error).toBe(0);
    expect(await synced()).toMatchObject({ files_sent: 4, nodes_added: 1 });
    expect(await synced()).toMatchObject({ files_sent: 0, files_known: 4 });
  });

  it("[CM10] sync --watch sends what is written, changed and deleted until it is ended", async () => {
    const quay = house.notes("quay", 3);
    await cli.run("init", quay, "--agent", "quay");
    const watching = cli.begin("sync", quay, "--agent", "quay", "--watch", "--json");
    const [said, noted] = [collected(watching.stdout), collected(watching.stderr)];
    const told = () =>
      said()
        .trim()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Reply);
    await until(watching, () => noted().includes("watching"), noted);
    const steps: [() => void, Reply][] = [
      [() => house.notes("quay", 1, 3), { files_sent: 1, nodes_added: 1 }],
      [
        () => fs.writeFileSync(path.join(quay, "note-0.md"), "# Note 0\n\nNo beacon stands here."),
        { files_sent: 1 },
      ],
      [() => fs.rmSync(path.join(quay, "note-1.md")), { files_sent: 0, nodes_removed: 1, files: 3 }],
    ];
    const lasted: number[] = [];
    for (const [at, [change, expected]] of steps.entries()) {
      change();
      const began = performance.now();
      await until(watching, () => told().length > at + 1, noted);
      lasted.push(performance.now() - began);
      expect(told()[at + 1]).toMatchObject(expected);
    }
    // It looks every half second; a busy machine may be slow at times.
    expect(Math.min(...lasted)).toBeLessThan(2_000);
    watching.kill("SIGTERM");
    expect(await once(watching, "close")).toEqual([0, null]);
  });

  it("[CM20] replay waits until a log is learned, and learns it once", async () => {
    const turn = (role: string, text: string, at: number) =>
      JSON.stringify({
        type: "message",
        timestamp: new Date(at).toISOString(),
        message: { role, content: text },
      });
    const log = house.file("session.jsonl");
    const turns = [
      turn("user", "When may we ship to production?", 1e12),
      turn("assistant", "On Tuesdays, after the canary.", 1e12 + 1_000),
      turn("user", "Thanks, that helps a lot!", 1e12 + 2_000),
    ];
    fs.writeFileSync(log, `${turns.join("\n")}\n`);
    const first = await cli.run("replay", log, "--json");
    expect(first.code, first.error).toBe(0);
    const [reply] = first.json<{ state: string; learned: number; counts: Reply }[]>();
    expect(reply).toMatchObject({ state: "done", learned: fs.statSync(log).size });
    expect(reply.counts.queries_replayed).toBe(1);
    expect(first.error).toContain("lessons");
    const again = (await cli.run("replay", log, "--restart", "--json")).json<{ counts: Reply }[]>();
    expect(again[0].counts).toMatchObject({ queries_replayed: 0, known: 1 });
    expect((await cli.run("replays", "list")).out).toContain("done");
  });

  /** Answers of a case's requests, by a daemon on an agent that begins with the case's state. */
  const daemonOn = async (name: string) => {
    const { input, expected, tolerance } = JSON.parse(
      fs.readFileSync(path.join(CASES, `${name}.json`), "utf8"),
    );
    await cli.run("agent", "create", name, "--profile", "parity");
    fs.writeFileSync(inFolder("state.json"), JSON.stringify(input.state));
    const taken = await cli.run("import", inFolder("state.json"), "--agent", name, "--reembed");
    expect(taken.code, taken.error).toBe(0);
    const lines = input.requests.map((one: unknown) => (typeof one === "string" ? one : JSON.stringify(one)));
    const ended = await cli.fed(`${lines.join("\n\n")}\n`, "daemon", "--agent", name);
    const responses: { result: Reply }[] = ended.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([ended.code, responses.length]).toEqual([0, expected.responses.length]);
    const differs = (from = 0, to = responses.length) =>
      firstDifference(expected.responses.slice(from, to), responses.slice(from, to), {
        tolerance: tolerance ?? 1e-9,
      });
    return { responses, differs };
  };
  const nodesOf = async (agent: string) =>
    (await cli.run("info", "--agent", agent, "--json")).json<{ nodes: number }>().nodes;

  it.each(["daemon-session", "daemon-errors", "daemon-maintain-split-skipped"])(
    "[CM11] daemon answers the requests of %s",
    async (name) => {
      expect((await daemonOn(name)).differs()).toBeNull();
    },
  );

  it.each([
    ["daemon-auto-save", 3],
    ["daemon-eof-without-shutdown", 1],
  ])("[CM25] what the daemon answered in %s is kept, though nobody saves", async (name, added) => {
    const { differs } = await daemonOn(name);
    expect(differs()).toBeNull();
    expect(await nodesOf(name)).toBe(8 + added);
  });

  it("[CM25] the daemon's maintenance loses nothing of what was answered before it", async () => {
    const name = "daemon-maintain-drops-unsaved";
    const { responses, differs } = await daemonOn(name);
    expect(differs(0, 2)).toBeNull();
    expect(responses[2].result).toMatchObject({
      tasks_run: ["decay"],
      health_before: { nodes: 9 },
      health_after: { nodes: 9 },
    });
    expect(responses[3].result).toEqual(responses[1].result);
    expect(await nodesOf(name)).toBe(9);
  });

  it("[CM11] daemon answers broken lines and refusals in the envelope, and goes on", async () => {
    const lines = [
      "{",
      "[1]",
      '{"id":7,"method":"info"}',
      '{"id":8,"method":"shutdown"}',
      '{"id":9,"method":"info"}',
    ];
    const { out, code } = await cli.fed(lines.join("\n"), "daemon");
    const replies = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(replies.map(({ id }) => id)).toEqual([null, null, 7, 8]);
    expect(replies[1].error).toEqual({ code: -1, message: "request must be a JSON object" });
    const nobody = cli.with({ EDGEBRAIN_URL: "http://127.0.0.1:9", EDGEBRAIN_TOKEN: "eb_x" });
    const unreached = await nobody.fed('{"id":1,"method":"info"}\n', "daemon", "--agent", "a");
    expect(JSON.parse(unreached.out)).toMatchObject({ id: 1, error: { code: -1 } });
  });
});
