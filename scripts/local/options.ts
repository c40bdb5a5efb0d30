// The command line of `npm start`, parsed once.

import path from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../../cli/src/failure.ts";

export const PROJECT = path.join(import.meta.dirname, "../..");
export const SAMPLE_WORKSPACE = path.join(PROJECT, "examples/sample-workspace");

export const USAGE = `npm start -- [options]

Starts EdgeBrain on this machine, indexes a workspace, and shows what a correction does.

  --port N         port on 127.0.0.1, default 8787
  --workspace DIR  index this folder, into an agent of its own, instead of the sample
  --data DIR       keep everything there, default .edgebrain
  --story          tell the story again
  --no-story       start without the story
  --check          tell the story, then end: exit code 1 when it did not hold
  --help           this text`;

export interface Options {
  readonly port: number;
  readonly workspace: string;
  /** True for the sample workspace: only that has a story. */
  readonly sample: boolean;
  readonly data: string;
  /** Null: tell it once, on the first start. */
  readonly story: boolean | null;
  readonly check: boolean;
  readonly help: boolean;
}

/** Paths are taken from the folder the command was typed in. Throws a `Failure` with exit code 2. */
export function optionsOf(args: readonly string[], cwd = process.env.INIT_CWD ?? process.cwd()): Options {
  const { port, workspace, data, story, check, help } = parsed(args);
  const number = port === undefined ? 8787 : /^[1-9]\d{0,4}$/.test(port) ? Number(port) : Number.NaN;
  if (!(number <= 65_535)) throw wrong(`--port ${port} is no port: give a number from 1 to 65535`);
  if (check && story === false) throw wrong("--check tells the story, so it can't go with --no-story");
  if (workspace !== undefined && (story || check))
    throw wrong("the story belongs to the sample: leave out --workspace");
  return {
    port: number,
    workspace: workspace === undefined ? SAMPLE_WORKSPACE : path.resolve(cwd, workspace),
    sample: workspace === undefined,
    data: data === undefined ? path.join(PROJECT, ".edgebrain") : path.resolve(cwd, data),
    story: check ? true : (story ?? null),
    check: check ?? false,
    help: help ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        port: { type: "string" },
        workspace: { type: "string" },
        data: { type: "string" },
        story: { type: "boolean" },
        check: { type: "boolean" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function wrong(what: string): Failure {
  return new Failure(`${what}\n\n${USAGE}`, 2);
}
