// One at a time, over all processes of the machine: whoever has the lock has a transaction open that is never committed.
// The system ends it with its process, so no crash leaves the lock taken.

import fs from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** SQLite's code for what somebody else holds. */
const BUSY = 5;

export class Lock {
  readonly #file: string;
  #held: DatabaseSync | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** False when another process, or another lock of this one, has it. */
  async take(): Promise<boolean> {
    const { DatabaseSync } = await import("node:sqlite");
    fs.closeSync(fs.openSync(this.#file, "a", 0o600));
    const database = new DatabaseSync(this.#file, { timeout: 0 });
    try {
      database.exec("begin exclusive");
    } catch (error) {
      database.close();
      if ((error as { errcode?: number }).errcode === BUSY) return false;
      throw error;
    }
    this.#held = database;
    return true;
  }

  release(): void {
    this.#held?.close();
    this.#held = null;
  }
}
