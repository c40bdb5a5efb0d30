// The command line of the deployment, parsed once.

import path from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../../cli/src/failure.ts";
import { PROJECT } from "../local/options.ts";

export const USAGE = `npm run deploy -- [options]

Brings EdgeBrain to your Cloudflare account: database, migrations, worker, secrets. Safe to run again: what is
there already is used, and secrets are never replaced.

  --name NAME          of worker and database, default edgebrain; another name is another deployment
  --config FILE        wrangler configuration to start from, default wrangler.toml
  --location PLACE     where a new database lives: weur, eeur, apac, oc, wnam, enam
  --jurisdiction LAW   or where its data must stay: eu, fedramp, us
  --dimensions N       of a new Vectorize index, where the configuration has one: those of the embedder, default 320
  --dry-run            print the commands, and run none
  --help               this text`;

/** Of the default embedder. */
const DIMENSIONS = 320;
const MOST_DIMENSIONS = 1_536;

export interface Options {
  readonly name: string;
  readonly config: string;
  /** Flags for the creation of the database. */
  readonly place: readonly string[];
  /** Numbers of a vector in a new Vectorize index. */
  readonly dimensions: number;
  readonly dryRun: boolean;
  readonly help: boolean;
}

/** Paths are taken from the folder the command was typed in. Throws a `Failure` with exit code 2. */
export function optionsOf(args: readonly string[], cwd = process.env.INIT_CWD ?? process.cwd()): Options {
  const values = parsed(args);
  const { name = "edgebrain", config, location, jurisdiction } = values;
  if (!/^[a-z0-9]([a-z0-9-]{0,52}[a-z0-9])?$/.test(name)) {
    throw wrong(`--name ${name} can't be the name of a worker: use a-z, 0-9 and - (at most 54)`);
  }
  const dimensions = Number(values.dimensions ?? DIMENSIONS);
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MOST_DIMENSIONS) {
    throw wrong(`--dimensions ${values.dimensions} can't be: take 1 … ${MOST_DIMENSIONS}`);
  }
  if (location && jurisdiction) throw wrong("--location and --jurisdiction exclude each other");
  return {
    name,
    config: config === undefined ? path.join(PROJECT, "wrangler.toml") : path.resolve(cwd, config),
    place: [
      ...(location ? ["--location", location] : []),
      ...(jurisdiction ? ["--jurisdiction", jurisdiction] : []),
    ],
    dimensions,
    dryRun: values["dry-run"] ?? false,
    help: values.help ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        name: { type: "string" },
        config: { type: "string" },
        location: { type: "string" },
        jurisdiction: { type: "string" },
        dimensions: { type: "string" },
        "dry-run": { type: "boolean" },
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
