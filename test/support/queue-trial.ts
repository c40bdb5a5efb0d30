// A queue in a folder of its own, with a service of one function and a clock that a test sets.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { ClientError } from "../../client/client-error.ts";
import { Folder } from "../../plugin/src/queue/folder.ts";
import { Lock } from "../../plugin/src/queue/lock.ts";
import { Outbox } from "../../plugin/src/queue/outbox.ts";
import type { Write } from "../../plugin/src/queue/write.ts";
import { failureLine } from "../../plugin/src/service.ts";

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** In every captured write. */
export const PERSONAL = "the text of a person";

export class QueueTrial {
  folder = "";
  now = Date.UTC(2026, 10, 30);
  identity = "same";
  /** The log. */
  lines: string[] = [];
  /** Keys that the service has taken. */
  taken: string[] = [];
  answer: (write: Write, signal: AbortSignal) => Promise<unknown> = async () => ({ ok: true });
  readonly #outboxes: Outbox[] = [];

  begin(): void {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-outbox-"));
  }

  end(): void {
    for (const outbox of this.#outboxes) outbox.stop();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  open(): Outbox {
    const outbox = new Outbox({
      folder: new Folder(this.folder, { now: () => this.now }),
      lock: new Lock(path.join(this.folder, "lock")),
      deliver: async (write, signal) => {
        const reply = await this.answer(write, signal);
        this.taken.push(write.key);
        return reply;
      },
      identity: () => this.identity,
      warn: (line) => this.lines.push(line),
      lineOf: failureLine,
      now: () => this.now,
    });
    this.#outboxes.push(outbox);
    return outbox;
  }

  /** Writes that were put aside. */
  aside(): number {
    const place = path.join(this.folder, "refused");
    return fs.existsSync(place) ? fs.readdirSync(place).length : 0;
  }
}

/** A new one for each test of a file. */
export function queueTrials(): { readonly trial: QueueTrial } {
  const current = { trial: new QueueTrial() };
  beforeEach(() => {
    current.trial = new QueueTrial();
    current.trial.begin();
  });
  afterEach(() => current.trial.end());
  return current;
}

export const captured = (key: string, agentId = "ada"): Write<"inject"> => ({
  agentId,
  name: "inject",
  request: { content: PERSONAL },
  key,
});

export const learned = (key: string, agentId = "ada"): Write<"learn"> => ({
  agentId,
  name: "learn",
  request: { query_id: "q-1", outcome: 1 },
  key,
});

export const refusal = (status: number, code: string, more = {}) =>
  new ClientError("refused", "say more", { status, code, ...more });

export const failing = (error: unknown) => async () => {
  throw error;
};

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}
