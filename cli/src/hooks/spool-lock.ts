// One delivery of a spool at a time, over all processes of the machine: a file that holds who has it. That of a process that
// is gone is taken over, and so is one that is older than any delivery. A double delivery would do no harm: writes have keys.

import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than a delivery lasts. */
const STALE_MS = 60_000;
/** How long another delivery is waited for, which most likely takes this one's writes along. */
const PATIENCE_MS = 1_000;
const LOOK_MS = 50;

export class SpoolLock {
  readonly #file: string;
  #isHeld = false;

  constructor(file: string) {
    this.#file = file;
  }

  async take(): Promise<boolean> {
    for (let waited = 0; waited <= PATIENCE_MS; waited += LOOK_MS) {
      if (this.#tryTake()) return true;
      this.#letGoOfStale();
      await sleep(LOOK_MS);
    }
    return false;
  }

  release(): void {
    if (this.#isHeld) fs.rmSync(this.#file, { force: true });
    this.#isHeld = false;
  }

  #tryTake(): boolean {
    try {
      fs.writeFileSync(this.#file, String(process.pid), { flag: "wx", mode: 0o600 });
      this.#isHeld = true;
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  }

  #letGoOfStale(): void {
    const found = fs.statSync(this.#file, { throwIfNoEntry: false });
    if (!found) return;
    const holder = Number(fs.readFileSync(this.#file, "utf8"));
    if (Date.now() - found.mtimeMs < STALE_MS && isAlive(holder)) return;
    // Under another name first: of two that see it stale, one lets go of it.
    const aside = `${this.#file}.${process.pid}`;
    try {
      fs.renameSync(this.#file, aside);
      fs.rmSync(aside, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

/** An empty file is of somebody who is about to write. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
