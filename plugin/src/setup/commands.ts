// `openclaw edgebrain …`: set-up, state, cures, pairing and a search, readable or as JSON, each with an honest exit status.
// Starting the host takes seconds, so a command says all it has to say at once.

import { DirectoryClient } from "../../../client/directory-client.ts";
import { ENDPOINTS } from "../../../wire/endpoints.ts";
import { cleanText } from "../clean.ts";
import { CLI_COMMANDS } from "../manifest.ts";
import type { Plugin } from "../plugin.ts";
import { failureText } from "../service.ts";
import { terminalAsker } from "./asking.ts";
import { type Finding, findings } from "./findings.ts";
import { Problem } from "./problem.ts";
import { type SetupReport, type SetupRequest, setUp } from "./setting-up.ts";

/** What is used of the command library that the host brings. */
interface Command {
  command(name: string): Command;
  description(text: string): Command;
  argument(name: string, description: string): Command;
  option(flags: string, description: string): Command;
  action(run: (...given: never[]) => Promise<void>): Command;
}

interface Output {
  readonly json: unknown;
  readonly text: string;
  readonly exitCode?: 0 | 1;
}

const [{ name: ROOT, description: ABOUT }] = CLI_COMMANDS;
const MARKS = { ok: "✓", note: "!", fault: "✗" } as const;

export function registerCommands(plugin: Plugin): void {
  plugin.api.registerCli?.(
    (context) => {
      const root = (context as { program: Command }).program.command(ROOT).description(ABOUT);
      addSetup(plugin, root);
      addFindings(plugin, root, "status", "How memory stands: address, agent, what waits");
      addFindings(
        plugin,
        root,
        "doctor",
        "What is wrong, and what to do about it; exit status 1 when something is",
      );
      addPair(plugin, root);
      addSearch(plugin, root);
    },
    { descriptors: CLI_COMMANDS },
  );
}

function addSetup(plugin: Plugin, root: Command): void {
  root
    .command("setup")
    .description(
      "Connect to a service: tries address and token, then writes what the host needs and says what it changed",
    )
    .option("--url <address>", "address of the service")
    .option("--code <code>", "pairing code that another device shows (openclaw edgebrain pair)")
    .option("--token <token>", "token; kept in a file that only you can read")
    .option("--token-file <file>", "file that holds the token and stays where it is")
    .option("--token-env <name>", "variable that holds the token")
    .option("--brain <name>", "agent at the service whose memory is used")
    .option("--create", "make that agent when there is none, with an owner's token")
    .option("--agents <ids>", 'agents of this host that may use memory, with commas between; "*" for all')
    .option("--capture <mode>", "off, proposal (a reviewer decides) or direct")
    .option("--device <name>", "what the service's list of tokens calls this device")
    .option("--dry-run", "say what would change, and change nothing")
    .option("--json", "answer as JSON")
    .action(async (options: Record<string, string | boolean | undefined>) =>
      answer(options, async () => {
        const report = await setUp(plugin, requestFrom(options), options.json ? null : terminalAsker());
        return { json: report, text: storyOf(report) };
      }),
    );
}

function requestFrom(options: Record<string, string | boolean | undefined>): SetupRequest {
  const { agents, capture, ...rest } = options;
  if (capture !== undefined && !["off", "proposal", "direct"].includes(String(capture))) {
    throw new Problem("--capture is off, proposal or direct", 2);
  }
  const ids =
    agents === undefined
      ? undefined
      : String(agents)
          .split(",")
          .map((id) => id.trim())
          .filter(Boolean);
  return { ...rest, capture, ...(ids && { agents: ids }) } as SetupRequest;
}

function storyOf({
  url,
  brain,
  memories,
  answered_in_ms,
  changes,
  notes,
  written,
  restart,
}: SetupReport): string {
  return [
    `Connected to ${url}: agent ${brain}, ${memories} pieces of memory, answered in ${answered_in_ms} ms.`,
    ...notes.map((note) => `Note: ${note}.`),
    changes.length === 0
      ? "Nothing to change in the host's configuration."
      : written
        ? "Changed:"
        : "Would change:",
    ...changes.map((change) => `  ${change}`),
    ...(restart ? ["Restart the gateway: openclaw gateway restart."] : []),
  ].join("\n");
}

function addFindings(plugin: Plugin, root: Command, name: "status" | "doctor", description: string): void {
  root
    .command(name)
    .description(description)
    .option("--json", "answer as JSON")
    .action(async (options: { json?: boolean }) =>
      answer(options, async () => {
        const found = await findings(plugin);
        const ok = found.every(({ level }) => level !== "fault");
        return { json: { ok, findings: found }, text: found.map(lineOf).join("\n"), exitCode: ok ? 0 : 1 };
      }),
    );
}

function lineOf({ level, says, cure }: Finding): string {
  return `${MARKS[level]} ${says}${level === "ok" || cure === undefined ? "" : `\n    ${cure}`}`;
}

function addPair(plugin: Plugin, root: Command): void {
  root
    .command("pair")
    .description("Show a code that lets one more device in, good for ten minutes and one use")
    .option("--json", "answer as JSON")
    .action(async (options: { json?: boolean }) =>
      answer(options, async () => {
        const { baseUrl, token, brain, obstacle } = plugin.config();
        if (obstacle !== null || baseUrl === null || token.value === null)
          throw new Problem(obstacle ?? "not set up", 2);
        const client = new DirectoryClient({ baseUrl, token: token.value });
        const { code, expires_at } = await client.createPairing(brain === null ? {} : { agents: [brain] });
        const minutes = Math.round((expires_at - Date.now()) / 60_000);
        const other = `openclaw edgebrain setup --url ${baseUrl} --code ${code}`;
        return {
          json: { code, expires_at, url: baseUrl, command: other },
          text: `Pairing code: ${code}\nWithin ${minutes} minutes, on the other device:\n  ${other}`,
        };
      }),
    );
}

function addSearch(plugin: Plugin, root: Command): void {
  root
    .command("search")
    .argument("<question>", "what to look for")
    .description("Ask memory as a turn would")
    .option("--limit <count>", "most answers, default 5")
    .option("--json", "answer as JSON")
    .action(async (question: string, options: { json?: boolean; limit?: string }) =>
      answer(options, async () => {
        const limit = Number(options.limit ?? 5);
        if (!Number.isInteger(limit) || limit < 1 || limit > 50) throw new Problem("--limit is 1 to 50", 2);
        const config = plugin.config();
        const agentId = config.agents.find((id) => id !== "*") ?? "main";
        const { fired, decision } = await plugin.service.call(config, agentId, ENDPOINTS.query, {
          query: question,
          max_fired_nodes: limit,
        });
        const hits = decision === "answered" ? fired.slice(0, limit) : [];
        const lines = hits.map(
          ({ id, text, score }) =>
            `${score.toFixed(2)}  ${cleanText(text).slice(0, 200)}\n      ${cleanText(id)}`,
        );
        return {
          json: {
            decision,
            hits: hits.map(({ id, text, score, kind }) => ({ id, kind, score, text, untrusted: true })),
          },
          text: lines.join("\n") || "Memory is not sure of anything about this: a turn would get nothing.",
        };
      }),
    );
}

async function answer({ json }: { json?: unknown }, work: () => Promise<Output>): Promise<void> {
  try {
    const output = await work();
    process.stdout.write(`${json ? JSON.stringify(output.json, null, 2) : output.text}\n`);
    process.exitCode = output.exitCode ?? 0;
  } catch (error) {
    const message = error instanceof Problem ? error.message : failureText(error);
    if (json) process.stdout.write(`${JSON.stringify({ error: { message } })}\n`);
    else process.stderr.write(`edgebrain: ${message}\n`);
    process.exitCode = error instanceof Problem ? error.exitCode : 1;
  }
}
