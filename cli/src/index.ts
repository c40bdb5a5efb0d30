#!/usr/bin/env node
// `edgebrain`: the command line of the service.

import { COMMANDS } from "./commands/index.ts";
import { main } from "./program.ts";

// A reader that has enough, as `head` has, ends the program quietly.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await main(process.argv.slice(2), COMMANDS);
