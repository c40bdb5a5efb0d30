// `npm run bench -- NAME [--json] [--quick] [--seeds N] [--data DIR]`: measures, and says what it compares with.
// With --json standard output holds one array of rows and nothing else. Exit 2 for a bench that does not exist.

import { parseArgs } from "node:util";
import type { Bench } from "./rows.ts";
import { speed } from "./speed.ts";

const BENCHES: Readonly<Record<string, Bench>> = { speed };

const USAGE = [
  "usage: npm run bench -- NAME [--json] [--quick] [--seeds N] [--data DIR]",
  ...Object.entries(BENCHES).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`),
].join("\n");

const { name, options } = readArguments();
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : giveUp(`there is no bench ${name}\n${USAGE}`);
const rows = await bench.run({
  quick: options.quick ?? false,
  seeds: options.seeds === undefined ? undefined : Number(options.seeds),
  data: options.data,
  say: (sentence) => console.error(sentence),
});
console.log(options.json ? JSON.stringify(rows, null, 1) : bench.show(rows));

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: "boolean" },
        quick: { type: "boolean" },
        seeds: { type: "string" },
        data: { type: "string" },
      },
    });
    if (positionals.length !== 1) giveUp(USAGE);
    if (values.seeds !== undefined && !/^[1-9]\d{0,3}$/.test(values.seeds))
      giveUp("--seeds takes a number from 1 on");
    return { name: positionals[0], options: values };
  } catch (error) {
    return giveUp(`${(error as Error).message}\n${USAGE}`);
  }
}

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
