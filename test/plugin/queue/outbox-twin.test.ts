// The queue against a naive twin: a list of what was acknowledged. Processes are killed at any step, several share the
// folder, the service fails before or after it has done its part; in the end each write was done once, in order.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClientError } from "../../../client/client-error.ts";
import { Folder } from "../../../plugin/src/queue/folder.ts";
import { Lock } from "../../../plugin/src/queue/lock.ts";
import { Outbox } from "../../../plugin/src/queue/outbox.ts";
import type { Write } from "../../../plugin/src/queue/write.ts";
import { FailingFiles, Killed } from "../../support/failing-files.ts";

const AGENTS = ["ada", "bob"];

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-queue-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Does each key once, as the real one; told what happens to each call that comes. */
class NaiveService {
  readonly done: Write[] = [];
  readonly fates: string[];
  calls = 0;

  constructor(fates: readonly string[]) {
    this.fates = [...fates];
  }

  async take(write: Write, isAlive: () => boolean): Promise<unknown> {
    const fate = this.fates[this.calls++ % Math.max(1, this.fates.length)] ?? "fine";
    if (fate === "lost") throw new ClientError("network", "the connection broke");
    if (fate === "busy") throw new ClientError("refused", "later", { status: 503, code: "unavailable" });
    if (!this.done.some(({ key }) => key === write.key)) this.done.push(write);
    if (fate === "unanswered") throw new ClientError("timeout", "no answer came");
    if (fate === "killed" || !isAlive()) throw new Killed();
    return { ok: true };
  }
}

const fate = fc.constantFrom("fine", "fine", "fine", "lost", "busy", "unanswered", "killed");
const step = fc.oneof(
  fc.record({ does: fc.constant("post" as const), agent: fc.nat(AGENTS.length - 1), process: fc.nat(1) }),
  fc.record({ does: fc.constant("kick" as const), process: fc.nat(1) }),
  fc.record({
    does: fc.constant("kill" as const),
    process: fc.nat(1),
    after: fc.integer({ min: 1, max: 25 }),
  }),
  fc.record({ does: fc.constant("wait" as const) }),
);

describe("whatever is killed, and whatever fails", () => {
  it("[OQ1] an acknowledged write is done once, those of an agent in order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 30 }),
        fc.array(fate, { maxLength: 12 }),
        async (steps, fates) => {
          const place = fs.mkdtempSync(path.join(folder, "run-"));
          const service = new NaiveService(fates);
          let now = Date.UTC(2026, 10, 30);
          const open = (files: FailingFiles) => {
            let isAlive = true;
            const lock = new Lock(path.join(place, "lock"));
            const outbox = new Outbox({
              folder: new Folder(place, { files, now: () => now }),
              lock,
              deliver: (write) => service.take(write, () => isAlive),
              identity: () => "same",
              warn: () => undefined,
              lineOf: String,
              now: () => now,
            });
            const kill = async () => {
              isAlive = false;
              outbox.stop();
              await outbox.kick();
              lock.release();
            };
            return { outbox, kill };
          };
          const processes = [open(new FailingFiles()), open(new FailingFiles())];
          const acknowledged: Write[] = [];
          const tried: Write[] = [];
          for (const [number, one] of steps.entries()) {
            if (one.does === "wait") {
              now += 10 * 60_000;
            } else if (one.does === "kill") {
              await processes[one.process].kill();
              // Its successor lives for so many steps at the disk.
              processes[one.process] = open(new FailingFiles(one.after));
            } else if (one.does === "kick") {
              await processes[one.process].outbox.kick();
            } else {
              const write: Write<"learn"> = {
                agentId: AGENTS[one.agent],
                name: "learn",
                request: { query_id: `q-${number}`, outcome: 1 },
                key: `k-${number}`,
              };
              tried.push(write);
              const isKept = await processes[one.process].outbox.post(write).then(
                () => true,
                () => false,
              );
              if (isKept) acknowledged.push(write);
              else processes[one.process] = open(new FailingFiles());
              now++;
            }
          }
          for (const { outbox, kill } of processes) {
            await outbox.kick();
            await kill();
          }
          // In the end a process comes that is not disturbed.
          service.fates.splice(0);
          const last = open(new FailingFiles());
          for (let round = 0; round < 3; round++) {
            now += 60 * 60_000;
            await last.outbox.kick();
          }
          expect(await last.outbox.status()).toMatchObject({ waiting: 0 });
          for (const agent of AGENTS) {
            const done = service.done.filter(({ agentId }) => agentId === agent).map(({ key }) => key);
            const kept = acknowledged.filter(({ agentId }) => agentId === agent).map(({ key }) => key);
            // What was not acknowledged may have been kept all the same.
            const maybe = tried.filter((write) => write.agentId === agent).map(({ key }) => key);
            expect(new Set(done).size).toBe(done.length);
            expect(done).toEqual(expect.arrayContaining(kept));
            expect(done).toEqual(maybe.filter((key) => done.includes(key)));
          }
          await last.kill();
        },
      ),
      { seed: 20261130, numRuns: 150 },
    );
  });
});
