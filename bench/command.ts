// `bench NAME`: measures, and shows what it compares with. With --json the output is one array of rows and nothing
// else. Exit code 2 for a bench that does not exist, and for what cannot be measured.

import { parseArgs } from "node:util";
import { type Bench, type BenchOptions, CannotRun } from "./rows.ts";

export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

interface Asked {
  readonly name: string;
  readonly json: boolean;
  readonly options: Omit<BenchOptions, "say">;
}

/** Runs the command with these benches; returns its exit code. */
export async function bench(
  args: readonly string[],
  benches: Readonly<Record<string, Bench>>,
  { out, err }: Output,
): Promise<number> {
  const asked = askedIn(args);
  if (typeof asked === "string" || !Object.hasOwn(benches, asked.name)) {
    err(typeof asked === "string" ? asked : `there is no bench ${asked.name}`);
    err(usage(benches));
    return 2;
  }
  const chosen = benches[asked.name];
  try {
    const rows = await chosen.run({ ...asked.options, say: err });
    out(asked.json ? JSON.stringify(rows, null, 1) : chosen.show(rows));
    return 0;
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    err(error.message);
    return 2;
  }
}

/** What the arguments ask for, or what is wrong with them. */
function askedIn(args: readonly string[]): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        quick: { type: "boolean", default: false },
        seeds: { type: "string" },
        data: { type: "string" },
        sets: { type: "string" },
        systems: { type: "string" },
        calibrate: { type: "boolean", default: false },
      },
    });
    const { json, quick, seeds, data, calibrate } = values;
    if (positionals.length !== 1) return "name one bench";
    if (seeds !== undefined && !/^[1-9]\d{0,3}$/.test(seeds)) return "--seeds takes a number, 1…9999";
    const options = {
      quick,
      seeds: seeds === undefined ? undefined : Number(seeds),
      data,
      sets: values.sets?.split(","),
      systems: values.systems?.split(","),
      calibrate,
    };
    return { name: positionals[0], json, options };
  } catch (error) {
    return (error as Error).message;
  }
}

function usage(benches: Readonly<Record<string, Bench>>): string {
  return [
    "usage: npm run bench -- NAME [--json] [--quick] [--seeds N] [--data DIR] [--sets A,B] [--systems A,B] [--calibrate]",
    ...Object.entries(benches).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`),
  ].join("\n");
}
