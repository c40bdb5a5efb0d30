// One start at a time uses a data folder: its lock is a file that holds the id of the process that made it.
// A lock whose process is gone counts for nothing, so a killed start is in nobody's way.

import fs from "node:fs";
import { Failure } from "../../cli/src/failure.ts";
import type { Home } from "./home.ts";

/** Takes the folder until this process ends. Throws a `Failure` that names the process which has it. */
export function lock(home: Home): void {
  const file = home.file("start.lock");
  const mine = `${file}.${process.pid}`;
  fs.writeFileSync(mine, `${process.pid}\n`, { mode: 0o600 });
  try {
    // A link appears whole and only where none is: nobody ever reads a lock without its process.
    while (!made(mine, file)) setAside(home, file);
  } finally {
    fs.rmSync(mine, { force: true });
  }
  process.once("exit", () => {
    if (holder(file) === process.pid) fs.rmSync(file, { force: true });
  });
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Takes a lock out of the way that is left over from a process that is gone. */
function setAside(home: Home, file: string): void {
  refuseIfHeld(home, holder(file));
  const aside = `${file}.left-${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return;
  }
  try {
    // Another start may have set the old one aside and made its own in between: then that is given back.
    const pid = holder(aside);
    if (isOther(pid)) made(aside, file);
    refuseIfHeld(home, pid);
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

function refuseIfHeld(home: Home, pid: number): void {
  if (!isOther(pid)) return;
  throw new Failure(
    `${home.folder} is in use by process ${pid}: end it, or choose another folder with --data DIR ` +
      `(if that process is something else, delete ${home.file("start.lock")})`,
  );
}

function isOther(pid: number): boolean {
  return pid !== process.pid && isAlive(pid);
}

function holder(file: string): number {
  try {
    return Number(fs.readFileSync(file, "utf8"));
  } catch {
    return Number.NaN;
  }
}

function made(from: string, file: string): boolean {
  try {
    fs.linkSync(from, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}
