// `npm run golden -- DIR [--json] [--op NAME] [--verbose]`: runs every case of a folder.
// Exit 0 when all pass, 1 when one fails, 2 when the folder or a case file can't be read as cases.

import { parseArgs } from "node:util";
import { type Cases, readCases } from "./cases.ts";
import { judge, type Verdict } from "./judge.ts";
import { OPERATIONS } from "./operations/index.ts";

const USAGE = "usage: npm run golden -- DIR [--json] [--op NAME] [--verbose]";

interface Outcome {
  readonly name: string;
  readonly op: string;
  readonly verdict: Verdict;
}

const { folder, options } = readArguments();
const { cases, malformed } = readFolder(folder);
const chosen = options.op === undefined ? cases : cases.filter(({ op }) => op === options.op);
if (chosen.length + malformed.length === 0) giveUp(`no case in ${folder} exercises ${options.op}`);

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
  console.log(
    JSON.stringify(
      outcomes.map(({ name, op, verdict }) => ({ name, op, ...verdict })),
      null,
      1,
    ),
  );
  console.error(tally);
} else {
  for (const outcome of outcomes) report(outcome);
  console.log(tally);
}
process.exitCode = malformed.length > 0 ? 2 : count("failed") > 0 ? 1 : 0;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: "boolean" }, op: { type: "string" }, verbose: { type: "boolean" } },
    });
    if (positionals.length !== 1) giveUp(USAGE);
    return { folder: positionals[0], options: values };
  } catch (error) {
    return giveUp(`${(error as Error).message}\n${USAGE}`);
  }
}

function readFolder(folder: string): Cases {
  let read: Cases;
  try {
    read = readCases(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return giveUp(code === "ENOENT" ? `there is no folder ${folder}` : `can't read ${folder}: ${message}`);
  }
  if (read.cases.length + read.malformed.length === 0) giveUp(`${folder} holds no case files (*.json)`);
  return read;
}

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function report({ name, op, verdict }: Outcome): void {
  if (verdict.status === "passed") {
    if (options.verbose) console.log(`passed  ${name}`);
    return;
  }
  if (verdict.status === "skipped") {
    if (options.verbose) console.log(`skipped ${name}: ${verdict.reason}`);
    return;
  }
  console.log(`FAILED  ${name}${op && ` (${op})`}: ${verdict.reason}`);
  if (!verdict.difference) return;
  console.log(`        expected ${shown(verdict.difference.expected)}`);
  console.log(`        actual   ${shown(verdict.difference.actual)}`);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return options.verbose || text.length <= 400 ? text : `${text.slice(0, 400)}…`;
}
