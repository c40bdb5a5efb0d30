// `node scripts/export.ts`: everything of an agent into a file.

import { exportToFile } from "../cli/src/files/moving.ts";
import { command } from "./moving/command.ts";

const USAGE = `EDGEBRAIN_TOKEN=… node scripts/export.ts --url URL --agent NAME [--state] FILE

Writes everything of an agent to FILE. Run again after a break, it goes on.

  --state  as openclawbrain's state.json`;

process.exitCode = await command(process.argv.slice(2), process.env, {
  usage: USAGE,
  options: { state: { type: "boolean" } },
  async run(memory, [file], { state }, say) {
    await exportToFile(memory, file, state ? "state" : "edgebrain", say);
    return `\n${file} is whole`;
  },
});
