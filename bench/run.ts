// `npm run bench -- NAME`: the benches as a command.

import { bench } from "./command.ts";
import { consoleBench } from "./console.ts";
import { embed } from "./embed.ts";
import { experiences } from "./experiences.ts";
import { injection } from "./injection.ts";
import { learning } from "./learning.ts";
import { load } from "./load.ts";
import { move } from "./move.ts";
import { quality } from "./quality.ts";
import { replay } from "./replay.ts";
import { speed } from "./speed.ts";
import { upkeep } from "./upkeep.ts";

process.exitCode = await bench(
  process.argv.slice(2),
  {
    speed,
    quality,
    learning,
    embed,
    load,
    move,
    replay,
    upkeep,
    injection,
    experiences,
    console: consoleBench,
  },
  { out: console.log, err: console.error },
);
