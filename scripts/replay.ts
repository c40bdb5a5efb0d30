// `node scripts/replay.ts`: an agent learns from session logs of OpenClaw.

import fs from "node:fs";
import { command } from "./moving/command.ts";

const USAGE = `EDGEBRAIN_TOKEN=… node scripts/replay.ts --url URL --agent NAME [options] FILE…

Sends session logs (JSON lines, rotated files too) and waits until they are learned. Run again it goes on where it was.

  --mode MODE   edges-only, fast or full; default fast
  --dry-run     count what would be learned
  --restart     send everything again; what was learned is not learned again
  --log NAME    name of the log, for one file; default: made from its first line
  --no-wait     end when everything is sent
  --json        the replies as one array of JSON and nothing else`;

process.exitCode = await command(process.argv.slice(2), process.env, {
  usage: USAGE,
  many: true,
  options: {
    mode: { type: "string" },
    "dry-run": { type: "boolean" },
    restart: { type: "boolean" },
    log: { type: "string" },
    "no-wait": { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(memory, files, flags, say) {
    const { mode, log, restart, json } = flags as {
      mode?: "fast";
      log?: string;
      restart?: true;
      json?: true;
    };
    const replies = [];
    for (const file of files) {
      const { size } = fs.statSync(file);
      const open = () => fs.createReadStream(file, { highWaterMark: 1 << 20 });
      const reply = await memory.replayLog(open, {
        mode,
        log,
        restart,
        dryRun: flags["dry-run"] === true,
        untilLearned: flags["no-wait"] !== true,
        onProgress: ({ received, learned, counts: { questions, queries_replayed }, error }) =>
          say(
            `${file}: sent ${share(received, size)}, learned ${share(learned, size)}, ` +
              `${questions} questions, ${queries_replayed} lessons${error ? `; ${error}` : ""}`,
          ),
      });
      replies.push({ file, ...reply });
    }
    if (json) return JSON.stringify(replies, null, 1);
    return replies
      .map(
        ({ file, state, counts, source, dry_run: isDry }) =>
          `\n${file}: ${state}\n${linesOf(counts)}\n${isDry ? "nothing was learned" : `undo with source ${source}`}`,
      )
      .join("\n");
  },
});

function share(bytes: number, of: number): string {
  return `${of === 0 ? 100 : Math.floor((100 * bytes) / of)}%`;
}

function linesOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `  ${name.replaceAll("_", " ")} ${count}`)
    .join("\n");
}
