// `npm run bench -- NAME`: the benches as a command.

import { bench } from "./command.ts";
import { speed } from "./speed.ts";

process.exitCode = await bench(process.argv.slice(2), { speed }, { out: console.log, err: console.error });
