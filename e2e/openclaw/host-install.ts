// A real OpenClaw with a Node that is new enough for it, from the package registry, kept for the next run.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** The host that the plugin is tested with; OPENCLAW_VERSION takes another. */
export const VERSION = process.env.OPENCLAW_VERSION ?? "2026.9.6";
const NODE_VERSION = "24";

export interface Installed {
  readonly node: string;
  readonly entry: string;
}

/** Takes about a minute and a gigabyte the first time. OPENCLAW_HOST_DIR says where. */
export function installHost(say: (line: string) => void): Installed {
  const folder =
    process.env.OPENCLAW_HOST_DIR ?? path.join(os.homedir(), ".cache", "edgebrain", `openclaw-${VERSION}`);
  const node = path.join(folder, "node_modules/.bin/node");
  const home = path.join(folder, "node_modules/openclaw");
  fs.mkdirSync(folder, { recursive: true });
  if (!fs.existsSync(path.join(folder, "package.json"))) {
    fs.writeFileSync(path.join(folder, "package.json"), '{ "name": "openclaw-host", "private": true }\n');
  }
  const install = (what: string) => {
    say(`installing ${what}`);
    // Under the new Node: the host refuses older ones.
    const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`;
    const flags = ["install", "--no-audit", "--no-fund", "--silent", what];
    execFileSync("npm", flags, { cwd: folder, env: { ...process.env, PATH }, stdio: "inherit" });
  };
  if (!fs.existsSync(node)) install(`node@${NODE_VERSION}`);
  if (versionIn(home) !== VERSION) install(`openclaw@${VERSION}`);
  return { node, entry: path.join(home, "openclaw.mjs") };
}

function versionIn(home: string): string | undefined {
  const file = path.join(home, "package.json");
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")).version : undefined;
}
