// How the deployment speaks to Cloudflare: through wrangler alone, with its own Node.

import { spawnSync } from "node:child_process";
import path from "node:path";
import { Failure } from "../../cli/src/failure.ts";
import { PROJECT } from "../local/options.ts";

const WRANGLER = path.join(PROJECT, "node_modules/wrangler/bin/wrangler.js");

export interface Answer {
  readonly ok: boolean;
  readonly stdout: string;
  /** What went wrong, in wrangler's words. */
  readonly stderr: string;
}

export interface Wrangler {
  /** Runs a command and returns what it said. */
  ask(args: readonly string[]): Answer;
  /** Runs a command whose output the user watches; throws a `Failure` when it fails. */
  run(args: readonly string[]): void;
}

/** The real one. Nothing asks a question back: a deployment runs unattended too. */
export function wranglerOnPath(): Wrangler {
  const env = { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false" };
  return {
    ask(args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [WRANGLER, ...args], {
        cwd: PROJECT,
        env,
        encoding: "utf8",
      });
      return { ok: status === 0, stdout: stdout ?? "", stderr: stderr ?? "" };
    },
    run(args) {
      const { status } = spawnSync(process.execPath, [WRANGLER, ...args], {
        cwd: PROJECT,
        env,
        stdio: "inherit",
      });
      if (status !== 0) {
        throw new Failure(
          `wrangler ${args.slice(0, 2).join(" ")} failed; what it said is above. Run this again when it is mended`,
        );
      }
    },
  };
}
