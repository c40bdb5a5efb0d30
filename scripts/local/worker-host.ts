// Runs wrangler in a process group of its own, and ends the whole group when the program that
// started it goes away, however it goes: even a killed start leaves no worker on its port, and no migration behind.

import { spawn } from "node:child_process";

const GRACE_MS = 5_000;
const [command, ...args] = process.argv.slice(2);
const worker = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
let ending = false;

worker.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
worker.on("exit", (code) => {
  if (!ending) process.exit(code ?? 1);
  // What wrangler started may outlive it by a moment.
  process.kill(-process.pid, "SIGKILL");
});
process.on("SIGINT", end);
process.on("SIGTERM", end);
process.on("disconnect", end);
// It may have gone while this was loading.
if (!process.connected) end();

function end(): void {
  if (ending) return;
  ending = true;
  worker.kill("SIGTERM");
  setTimeout(() => process.kill(-process.pid, "SIGKILL"), GRACE_MS);
}
