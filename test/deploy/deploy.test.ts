// [OP] The deployment against an account that is pretended, since a real one can't be: what it does once, and twice.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditKeyFrom } from "../../audit/key.ts";
import { Failure } from "../../cli/src/failure.ts";
import { configFor } from "../../scripts/deploy/config.ts";
import { deploy } from "../../scripts/deploy/deploy.ts";
import { type Options, optionsOf } from "../../scripts/deploy/options.ts";
import type { Wrangler } from "../../scripts/deploy/wrangler.ts";

const ROOT = path.join(import.meta.dirname, "../..");

/** A Cloudflare account as far as the deployment sees it. */
class Account implements Wrangler {
  signedIn = true;
  databases: { uuid: string; name: string }[] = [];
  workers = new Map<string, Record<string, string>>();
  migrated: string[] = [];
  created: string[][] = [];
  indexes: { name: string; config: { dimensions: number }; properties: string[] }[] = [];
  /** The command that fails next, once. */
  fails: string | null = null;

  ask([command, verb, ...rest]: readonly string[]) {
    const said = (value: unknown) => ({ ok: true, stdout: `a note\n${JSON.stringify(value)}`, stderr: "" });
    if (command === "whoami") return { ...said({}), ok: this.signedIn };
    if (command === "d1" && verb === "list") return said(this.databases);
    if (command === "vectorize" && verb === "list") return said(this.indexes);
    if (command === "vectorize") {
      const index = this.indexes.find(({ name }) => name === rest[0]);
      return said(index?.properties.map((propertyName) => ({ propertyName, indexType: "String" })));
    }
    if (this.fails === "secret") return { ok: false, stdout: "", stderr: "the network is down" };
    const secrets = this.workers.get(nameIn(rest));
    if (!secrets) return { ok: false, stdout: "", stderr: 'Worker "edgebrain" not found.' };
    return said(Object.keys(secrets).map((name) => ({ name, type: "secret_text" })));
  }

  run(args: readonly string[]): void {
    const [command, verb, ...rest] = args;
    const failed = this.fails === command || this.fails === verb;
    if (failed) {
      this.fails = null;
      throw new Failure("wrangler failed");
    }
    if (command === "vectorize") this.makeIndex(verb, rest);
    else if (verb === "create") {
      this.created.push([...rest]);
      this.databases.push({ uuid: `uuid-${this.databases.length + 1}`, name: rest[0] });
    }
    if (verb === "migrations") this.migrated.push(nameIn(rest));
    if (command !== "deploy") return;
    const name = nameIn(args);
    const file = args[args.indexOf("--secrets-file") + 1];
    const more = args.includes("--secrets-file") ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
    this.workers.set(name, { ...this.workers.get(name), ...more });
  }

  private makeIndex(verb: string, [name, ...flags]: readonly string[]): void {
    const value = (flag: string) => flags.find((one) => one.startsWith(flag))?.split("=")[1] ?? "";
    if (verb === "create") {
      this.indexes.push({ name, config: { dimensions: Number(value("--dimensions")) }, properties: [] });
    } else {
      const index = this.indexes.find((one) => one.name === name);
      index?.properties.push(value("--propertyName"));
    }
  }
}

function configIn(args: readonly string[]): string {
  return fs.readFileSync(args[args.indexOf("--config") + 1], "utf8");
}

function nameIn(args: readonly string[]): string {
  return /^name = "(.*)"$/m.exec(configIn(args))?.[1] as string;
}

let account: Account;
let folder: string;
let said: string[];

beforeEach(() => {
  account = new Account();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "deploy-"));
  said = [];
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

const deployed = (options: Partial<Options> = {}) =>
  deploy({ ...optionsOf([]), ...options }, { wrangler: account, folder, say: (line) => said.push(line) });

describe("a deployment", () => {
  it("[OP6] makes database, tables, worker and secrets", () => {
    deployed();
    expect(account.databases).toEqual([{ uuid: "uuid-1", name: "edgebrain" }]);
    expect(account.migrated).toEqual(["edgebrain"]);
    const secrets = account.workers.get("edgebrain");
    expect(secrets?.OPERATOR_TOKEN).toMatch(/^op_[\w-]{43}$/);
    expect(secrets?.AUDIT_KEY).toMatch(/^[0-9a-f]{64}$/);
    expect(fs.readFileSync(path.join(folder, "edgebrain.toml"), "utf8")).toContain('database_id = "uuid-1"');
  });

  it("[OP6] a second time uses what is there and replaces no secret", () => {
    deployed();
    const before = { ...account.workers.get("edgebrain") };
    fs.rmSync(folder, { recursive: true });
    fs.mkdirSync(folder);
    deployed();
    expect(account.databases).toHaveLength(1);
    expect(account.migrated).toHaveLength(2);
    expect(account.workers.get("edgebrain")).toEqual(before);
    expect(fs.readdirSync(folder)).toEqual(["edgebrain.toml"]);
  });

  it.each(["create", "migrations", "deploy"])("[OP6] that failed at %s is finished by the next", (step) => {
    account.fails = step;
    expect(() => deployed()).toThrow("wrangler failed");
    const file = path.join(folder, "edgebrain.secrets.json");
    const made = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : undefined;
    deployed();
    expect(account.databases).toHaveLength(1);
    expect(Object.keys(account.workers.get("edgebrain") ?? {})).toEqual(["OPERATOR_TOKEN", "AUDIT_KEY"]);
    if (made) expect(account.workers.get("edgebrain")).toEqual(made);
  });

  describe("whose configuration has a Vectorize index", () => {
    const configured = (): string => {
      const file = path.join(folder, "team.toml");
      const commented = /^# (\[\[vectorize\]\]|binding = "VECTORS"|index_name = .*)$/gm;
      fs.writeFileSync(
        file,
        fs.readFileSync(path.join(ROOT, "wrangler.toml"), "utf8").replace(commented, "$1"),
      );
      return file;
    };

    it("[VZ17] makes the index with its metadata indexes, under its own name", () => {
      deployed({ ...optionsOf(["--name", "acme", "--dimensions", "256"]), config: configured() });
      expect(account.indexes).toEqual([
        { name: "acme", config: { dimensions: 256 }, properties: ["agent", "embedder"] },
      ]);
      expect(fs.readFileSync(path.join(folder, "acme.toml"), "utf8")).toContain('index_name = "acme"');
    });

    it.each(["create-metadata-index", "migrations"])(
      "[VZ17] that failed at %s is finished by the next",
      (step) => {
        const config = configured();
        account.fails = step;
        expect(() => deployed({ config })).toThrow("wrangler failed");
        deployed({ config });
        deployed({ config });
        expect(account.indexes).toEqual([
          { name: "edgebrain", config: { dimensions: 320 }, properties: ["agent", "embedder"] },
        ]);
      },
    );
  });

  it("[VZ17] makes no index where the configuration has none", () => {
    deployed();
    expect(account.indexes).toEqual([]);
  });

  it("[OP7] says no secret, and keeps them where only their owner reads", () => {
    deployed();
    const { OPERATOR_TOKEN = "?", AUDIT_KEY = "?" } = account.workers.get("edgebrain") ?? {};
    for (const secret of [OPERATOR_TOKEN, AUDIT_KEY]) expect(said.join("\n")).not.toContain(secret);
    const file = path.join(folder, "edgebrain.secrets.json");
    expect(said.join("\n")).toContain(file);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  it("[OP7] gives no audit key to a worker that derives its own", () => {
    deployed();
    account.workers.set("edgebrain", { OPERATOR_TOKEN: "set by hand" });
    deployed();
    expect(account.workers.get("edgebrain")).toEqual({ OPERATOR_TOKEN: "set by hand" });
  });

  it("[OP7] takes no secret for missing when they can't be listed", () => {
    deployed();
    const before = { ...account.workers.get("edgebrain") };
    account.fails = "secret";
    expect(() => deployed()).toThrow("the secrets can't be listed: the network is down");
    expect(account.workers.get("edgebrain")).toEqual(before);
  });

  it("[OP8] of another name is another worker with another database", () => {
    deployed();
    deployed({ name: "acme", place: ["--jurisdiction", "eu"] });
    expect([...account.workers.keys()]).toEqual(["edgebrain", "acme"]);
    expect(account.created[1]).toEqual(["acme", "--jurisdiction", "eu"]);
    expect(account.workers.get("acme")?.OPERATOR_TOKEN).not.toBe(
      account.workers.get("edgebrain")?.OPERATOR_TOKEN,
    );
  });

  it("[OP9] without an account says how to get in", () => {
    account.signedIn = false;
    expect(() => deployed()).toThrow(/wrangler login.*CLOUDFLARE_API_TOKEN/);
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

describe("the configuration of a deployment", () => {
  const source = fs.readFileSync(path.join(ROOT, "wrangler.toml"), "utf8");
  const made = configFor(source, { name: "acme", databaseId: "id-1" }, ROOT, path.join(ROOT, "some/folder"));

  it("[OP8] is the team's, with its own name and database, and paths that lead to the same files", () => {
    const changed = source.split("\n").filter((line) => !made.split("\n").includes(line));
    expect(changed.map((line) => line.split(" ")[0])).toEqual([
      "name",
      "main",
      "database_name",
      "database_id",
      "migrations_dir",
    ]);
    expect(made).toContain('main = "../../src/index.ts"');
    expect(made).toContain('migrations_dir = "../../migrations"');
  });

  it("[OP9] that lacks a line is refused with that line", () => {
    expect(() => configFor('name = "x"', { name: "a", databaseId: "b" }, ROOT, ROOT)).toThrow(
      'no line main = "…"',
    );
  });
});

describe("the command", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["scripts/deploy.ts", ...args], { cwd: ROOT, encoding: "utf8" });

  it("[OP6] --dry-run prints the commands and runs none", () => {
    const { status, stdout } = run("--dry-run", "--name", "acme", "--location", "weur");
    expect(status).toBe(0);
    expect(stdout.trim().split("\n")).toEqual([
      "wrangler whoami --json",
      "wrangler d1 list --json",
      expect.stringContaining("wrangler d1 create acme --location weur"),
      expect.stringMatching(/^wrangler d1 migrations apply DB --remote --config .*acme\.toml$/),
      expect.stringMatching(/^wrangler secret list --format json --config .*acme\.toml$/),
      expect.stringMatching(/^wrangler deploy --config .*acme\.toml --secrets-file .*acme\.secrets\.json/),
    ]);
  });

  it("[OP9] a wrong command line, or a configuration that is not there, ends with what to do and code 2", () => {
    for (const args of [
      ["--nonsense"],
      ["--name", "No Name"],
      ["--location", "weur", "--jurisdiction", "eu"],
    ]) {
      const { status, stderr } = run(...args);
      expect([status, stderr]).toEqual([2, expect.stringContaining("npm run deploy")]);
    }
    const { status, stderr } = run("--dry-run", "--config", "/nowhere.toml");
    expect([status, stderr]).toEqual([
      2,
      "there is no configuration /nowhere.toml: name one with --config\n",
    ]);
  });
});

it("[AC9] the key that is derived from an operator's token can be printed, to be kept when the token is changed", () => {
  const print = (input: string) =>
    spawnSync(process.execPath, ["scripts/audit-key.ts"], { cwd: ROOT, encoding: "utf8", input });
  const derived = auditKeyFrom(undefined, "the operator's token") as Uint8Array;
  expect(print("the operator's token\n").stdout.trim()).toBe(Buffer.from(derived).toString("hex"));
  expect(print("").status).toBe(2);
});
