// The data folder of a local start: who may enter (local.json), the audit key, and what the worker is told (worker.env,
// and variables.env, which is the user's own).
// Only its owner can read it. Losing local.json loses tokens, never memory: the next start makes new ones.

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { auditKeyFrom } from "../../audit/key.ts";
import { Failure } from "../../cli/src/failure.ts";

const Local = z.object({
  operator_token: z.string(),
  tenant: z.string(),
  /** Null until the first start got that far. */
  owner_token: z.string().nullable(),
  port: z.int(),
  agents: z.record(
    z.string(),
    z.object({ workspace: z.string(), indexed: z.boolean(), story_told: z.boolean() }),
  ),
});
export type Local = z.infer<typeof Local>;

export class Home {
  readonly folder: string;

  /** Makes the folder when it is missing. Throws a `Failure` when that is not allowed. */
  constructor(folder: string) {
    this.folder = folder;
    try {
      makeFolder(folder);
      if (!fs.statSync(folder).isDirectory()) throw Object.assign(new Error("a file"), { code: "ENOTDIR" });
      fs.chmodSync(folder, 0o700);
      fs.accessSync(folder, fs.constants.W_OK);
    } catch (error) {
      throw new Failure(`can't write to ${folder} (${reasonOf(error)}): choose another with --data DIR`);
    }
  }

  file(
    name:
      | "audit.key"
      | "local.json"
      | "start.lock"
      | "variables.env"
      | "worker.env"
      | "worker.log"
      | "worker.log.before"
      | "worker.pid"
      | "migrate.log"
      | "headers"
      | "state"
      | "cache",
  ): string {
    return path.join(this.folder, name);
  }

  /** What is known from earlier starts, or undefined on the first one. */
  read(): Local | undefined {
    const file = this.file("local.json");
    if (!fs.existsSync(file)) return undefined;
    try {
      return Local.parse(JSON.parse(fs.readFileSync(file, "utf8")));
    } catch {
      throw new Failure(
        `${file} is damaged: delete it and start again. New tokens are made, the memory stays.`,
      );
    }
  }

  /** Keeps it, with the files that are made from it, so that no token shows in a list of processes. */
  write(local: Local): void {
    this.writePrivate("local.json", `${JSON.stringify(local, null, 2)}\n`);
    const auditKey = this.auditKey(local.operator_token);
    this.writePrivate("worker.env", `OPERATOR_TOKEN=${local.operator_token}\nAUDIT_KEY=${auditKey}\n`);
    if (local.owner_token)
      this.writePrivate(
        "headers",
        `Authorization: Bearer ${local.owner_token}\nContent-Type: application/json\n`,
      );
  }

  /** Made once, in a file of its own: the audit chains go on under it when the tokens are lost. */
  private auditKey(operatorToken: string): string {
    const file = this.file("audit.key");
    if (!fs.existsSync(file)) {
      // What the worker would derive by itself, so that chains of an earlier start go on too.
      const key = auditKeyFrom(undefined, operatorToken) as Uint8Array;
      this.writePrivate("audit.key", `${Buffer.from(key).toString("hex")}\n`);
    }
    return fs.readFileSync(file, "utf8").trim();
  }

  private writePrivate(name: Parameters<Home["file"]>[0], text: string): void {
    const file = this.file(name);
    const fresh = `${file}.new`;
    fs.writeFileSync(fresh, text, { mode: 0o600 });
    fs.renameSync(fresh, file);
  }
}

/** Folder by folder: Node's recursive way never returns where a file system refuses names, as /proc does. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "EACCES":
    case "EPERM":
      return "it, or the folder it would be in, belongs to someone else or is read-only";
    case "EROFS":
      return "its file system is read-only";
    case "ENOENT":
    case "ENOTDIR":
      return "there is no folder, and none can be made";
    default:
      return message;
  }
}
