// `npm run deploy`: EdgeBrain on your Cloudflare account, in one command that can be run again at any time.

import path from "node:path";
import { Failure } from "../cli/src/failure.ts";
import { buildConsole } from "./build-console.ts";
import { commands, deploy } from "./deploy/deploy.ts";
import { optionsOf, USAGE } from "./deploy/options.ts";
import { wranglerOnPath } from "./deploy/wrangler.ts";
import { PROJECT } from "./local/options.ts";
import "./require-node.ts";

const FOLDER = path.join(PROJECT, ".edgebrain/deploy");
const say = (line: string) => console.log(line);

try {
  const options = optionsOf(process.argv.slice(2));
  if (options.help) say(USAGE);
  else if (options.dryRun) for (const command of commands(options, FOLDER)) say(command);
  else {
    buildConsole();
    deploy(options, { wrangler: wranglerOnPath(), folder: FOLDER, say });
  }
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
