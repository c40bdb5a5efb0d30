// `node scripts/import.ts`: a file into an agent: an export, or a state.json of openclawbrain.

import { importFile } from "../cli/src/files/moving.ts";
import { command } from "./moving/command.ts";

const USAGE = `EDGEBRAIN_TOKEN=… node scripts/import.ts --url URL --agent NAME [options] FILE

Takes FILE, an export or a state.json of openclawbrain, as the memory of an agent: whole, or not at all.

  --replace            in place of what the agent holds
  --another            the file is that of another agent
  --reembed            embed all texts anew, where the embedder differs
  --dangling WHAT      refuse, drop or keep rows that name a missing node; default refuse
  --override-erased    take back what was erased
  --id NAME            of the import: run again with it, it goes on`;

process.exitCode = await command(process.argv.slice(2), process.env, {
  usage: USAGE,
  options: {
    replace: { type: "boolean" },
    another: { type: "boolean" },
    reembed: { type: "boolean" },
    "override-erased": { type: "boolean" },
    dangling: { type: "string" },
    id: { type: "string" },
  },
  async run(memory, [file], flags, say) {
    const { "override-erased": override_erased, ...others } = flags;
    const { result } = await importFile(memory, file, { ...others, override_erased } as object, say);
    return `\n${JSON.stringify(result, null, 1)}`;
  },
});
