// `golden DIR [--json] [--op NAME] [--verbose]`: runs every case of a folder; `--op "NAME*"` those of operations that
// begin so.
// Exit code 0 when all pass, 1 when one fails, 2 when the folder or a case file can't be read as cases.

import { parseArgs } from "node:util";
import { type GoldenCase, readCases } from "./cases.ts";
import { judge, type Verdict } from "./judge.ts";
import { OPERATIONS } from "./operations/index.ts";

export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

interface Outcome {
  readonly name: string;
  readonly op: string;
  readonly verdict: Verdict;
}

interface Options {
  readonly json?: boolean;
  readonly op?: string;
  readonly verbose?: boolean;
}

const USAGE = "usage: npm run golden -- DIR [--json] [--op NAME] [--verbose]";
/** Characters of a value that a report shows unless asked for more. */
const SHOWN = 400;

/** Ends a run with a sentence. */
class GivenUp extends Error {}

/** Runs the command; returns its exit code. */
export async function golden(args: readonly string[], output: Output): Promise<number> {
  try {
    const { folder, options } = argumentsOf(args);
    return await run(folder, options, output);
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    output.err(error.message);
    return 2;
  }
}

async function run(folder: string, options: Options, { out, err }: Output): Promise<number> {
  const { cases, malformed } = casesIn(folder);
  const chosen = options.op === undefined ? cases : cases.filter(matching(options.op));
  if (chosen.length + malformed.length === 0) {
    throw new GivenUp(
      options.op === undefined ? `${folder} holds no case files (*.json)` : `no case exercises ${options.op}`,
    );
  }
  const outcomes: Outcome[] = malformed.map(({ file, reason }) => ({
    name: file,
    op: "",
    verdict: { status: "failed", reason: `malformed case file: ${reason}` },
  }));
  for (const goldenCase of chosen) {
    const { name, op } = goldenCase;
    outcomes.push({ name, op, verdict: await judge(goldenCase, OPERATIONS) });
  }

  const count = (status: Verdict["status"]) =>
    outcomes.filter(({ verdict }) => verdict.status === status).length;
  const tally = `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`;
  if (options.json) {
    const rows = outcomes.map(({ name, op, verdict }) => ({ name, op, ...verdict }));
    out(JSON.stringify(rows, null, 1));
    err(tally);
  } else {
    for (const outcome of outcomes) for (const line of linesOf(outcome, options)) out(line);
    out(tally);
  }
  return malformed.length > 0 ? 2 : count("failed") > 0 ? 1 : 0;
}

/** Cases of one operation, or of all that begin with what stands before a `*`. */
function matching(name: string): (goldenCase: GoldenCase) => boolean {
  const start = name.endsWith("*") ? name.slice(0, -1) : null;
  return ({ op }) => (start === null ? op === name : op.startsWith(start));
}

function argumentsOf(args: readonly string[]): { folder: string; options: Options } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: "boolean" }, op: { type: "string" }, verbose: { type: "boolean" } },
    });
    if (positionals.length === 1) return { folder: positionals[0], options: values };
  } catch (error) {
    throw new GivenUp(`${(error as Error).message}\n${USAGE}`);
  }
  throw new GivenUp(USAGE);
}

function casesIn(folder: string) {
  try {
    return readCases(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new GivenUp(
      code === "ENOENT" ? `there is no folder ${folder}` : `can't read ${folder}: ${message}`,
    );
  }
}

function linesOf({ name, op, verdict }: Outcome, { verbose }: Options): string[] {
  if (verdict.status === "passed") return verbose ? [`passed  ${name}`] : [];
  if (verdict.status === "skipped") return verbose ? [`skipped ${name}: ${verdict.reason}`] : [];
  const failure = `FAILED  ${name}${op && ` (${op})`}: ${verdict.reason}`;
  if (!verdict.difference) return [failure];
  const { expected, actual } = verdict.difference;
  const shown = (value: unknown) => {
    const text = JSON.stringify(value) ?? "nothing";
    return verbose || text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
  };
  return [failure, `        expected ${shown(expected)}`, `        actual   ${shown(actual)}`];
}
