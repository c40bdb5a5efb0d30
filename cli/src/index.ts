#!/usr/bin/env node
// `edgebrain`: the command line of the service. What a host waits for runs in a process of its own, under a deadline.

import { endAfterGrace, hookIn, isUnderDeadline, underDeadline } from "./hooks/deadline.ts";

const args = process.argv.slice(2);
const hook = hookIn(args);

// A reader that has enough, as `head` has, ends the program quietly; a hook goes on when its host does.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    if (hook === null) process.exit(0);
  });

if (hook !== null && !isUnderDeadline(process.env)) {
  process.stdout.write(await underDeadline(hook, args));
} else {
  // Loaded when it is needed: a turn waits for hooks, and most of the commands are nothing to them.
  if (hook !== null) endAfterGrace(process.env);
  const { main } = await import("./program.ts");
  const commands =
    hook === null
      ? (await import("./commands/index.ts")).COMMANDS
      : (await import("./commands/hook.ts")).HOOK;
  process.exitCode = await main(args, commands);
  // Its host waits for it, whatever a library still has open.
  if (hook !== null) process.exit();
}
