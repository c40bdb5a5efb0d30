// What becomes of writes that a service does not take, and who waits for what: the queue with a service of functions.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClientError } from "../../../client/client-error.ts";
import { Folder } from "../../../plugin/src/queue/folder.ts";
import { Lock } from "../../../plugin/src/queue/lock.ts";
import { Outbox } from "../../../plugin/src/queue/outbox.ts";
import { Withheld } from "../../../plugin/src/queue/verdict.ts";
import type { Write } from "../../../plugin/src/queue/write.ts";
import { failureLine, NotSetUp } from "../../../plugin/src/service.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SECRET = "the text of a person";

let folder: string;
let now: number;
let identity: string;
let lines: string[];
let taken: string[];
let answer: (write: Write, signal: AbortSignal) => Promise<unknown>;
let outboxes: Outbox[];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-outbox-"));
  now = Date.UTC(2026, 10, 30);
  identity = "same";
  lines = [];
  taken = [];
  outboxes = [];
  answer = async () => ({ ok: true });
});
afterEach(() => {
  for (const outbox of outboxes) outbox.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

function open(): Outbox {
  const outbox = new Outbox({
    folder: new Folder(folder, { now: () => now }),
    lock: new Lock(path.join(folder, "lock")),
    async deliver(write, signal) {
      const reply = await answer(write, signal);
      taken.push(write.key);
      return reply;
    },
    identity: () => identity,
    warn: (line) => lines.push(line),
    lineOf: failureLine,
    now: () => now,
  });
  outboxes.push(outbox);
  return outbox;
}

const captured = (key: string, agentId = "ada"): Write<"inject"> => ({
  agentId,
  name: "inject",
  request: { content: SECRET },
  key,
});
const learned = (key: string, agentId = "ada"): Write<"learn"> => ({
  agentId,
  name: "learn",
  request: { query_id: "q-1", outcome: 1 },
  key,
});
const refusal = (status: number, code: string, more = {}) =>
  new ClientError("refused", "say more", { status, code, ...more });
const failing = (error: unknown) => async () => {
  throw error;
};
const aside = () => {
  const place = path.join(folder, "refused");
  return fs.existsSync(place) ? fs.readdirSync(place).length : 0;
};

describe("what the service refuses", () => {
  it.each([
    [400, "invalid_request"],
    [409, "rejected_before"],
    [409, "duplicate_id"],
    [404, "unknown_query"],
    [403, "review_required"],
    [413, "too_large"],
    [422, "invalid_text"],
  ])("[OQ9] with %s %s is put aside with one line, and holds up nothing", async (status, code) => {
    answer = async (write) => (write.key === "a" ? Promise.reject(refusal(status, code)) : {});
    const outbox = open();
    for (const key of ["a", "b"]) await outbox.post(captured(key));
    await outbox.kick();
    expect(taken).toEqual(["b"]);
    expect(lines).toEqual([expect.stringContaining(`${status} ${code}`)]);
    expect(await outbox.status()).toMatchObject({ waiting: 0 });
    expect(aside()).toBe(1);
  });

  it("[OQ9] because it was erased leaves no byte of it behind", async () => {
    answer = failing(refusal(409, "erased_before"));
    const outbox = open();
    await outbox.post(captured("a"));
    await outbox.kick();
    expect(lines).toHaveLength(1);
    const files = fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => path.join(folder, name));
    const texts = files
      .filter((file) => fs.statSync(file).isFile())
      .map((file) => fs.readFileSync(file, "utf8"));
    expect(texts.filter((text) => text.includes(SECRET))).toEqual([]);
  });

  it("[OQ9] under a key that it knows was done before, and is not spoken of", async () => {
    answer = failing(refusal(409, "idempotency_conflict"));
    const outbox = open();
    await outbox.post(captured("a"));
    await outbox.kick();
    expect([await outbox.status(), lines, aside()]).toEqual([
      { waiting: 0, oldestAt: null, obstacle: null },
      [],
      0,
    ]);
  });
});

describe("what has to wait", () => {
  it.each<[string, unknown]>([
    ["the network", new ClientError("network", "no way")],
    ["a deadline", new ClientError("timeout", "too late")],
    ["a page of a proxy", new ClientError("malformed", "not this API", { status: 200 })],
    ["401", refusal(401, "unauthorized")],
    ["403", refusal(403, "forbidden")],
    ["404 of the agent", refusal(404, "not_found")],
    ["409 busy", refusal(409, "busy")],
    ["429", refusal(429, "rate_limited")],
    ["500", refusal(500, "internal")],
    ["503", refusal(503, "unavailable")],
    ["a plugin that is not set up", new NotSetUp("set baseUrl")],
  ])(
    "[OQ10] for %s is kept, with one line however often it is tried, and delivered in order later",
    async (_, error) => {
      answer = failing(error);
      const outbox = open();
      for (const key of ["a", "b", "c"]) await outbox.post(captured(key));
      for (let hour = 0; hour < 5; hour++) {
        now += 60 * MINUTE;
        await outbox.kick();
      }
      expect([taken, lines.length, aside()]).toEqual([[], 1, 0]);
      expect((await outbox.status()).waiting).toBe(3);
      answer = async () => ({});
      now += 60 * MINUTE;
      await outbox.kick();
      expect(taken).toEqual(["a", "b", "c"]);
    },
  );

  it("[OQ10] is tried less and less often while nothing gets through", async () => {
    let tries = 0;
    answer = () => {
      tries++;
      return Promise.reject(new ClientError("network", "no way"));
    };
    const outbox = open();
    await outbox.post(captured("a"));
    await outbox.kick();
    for (let second = 0; second < 3_600; second++) {
      now += 1_000;
      await outbox.kick();
    }
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(40);
  });

  it("[OQ11] waits as long as the server says, even if somebody wants it sooner", async () => {
    answer = failing(refusal(429, "rate_limited", { retryAfterMs: 30_000 }));
    const outbox = open();
    await outbox.post(captured("a"));
    await outbox.kick();
    answer = async () => ({});
    now += 29_000;
    expect(await outbox.send(captured("b"), 100)).toMatchObject({ kind: "waiting" });
    expect(taken).toEqual([]);
    now += 1_001;
    await outbox.kick();
    expect(taken).toEqual(["a", "b"]);
  });

  it("[OQ12] does not wait any longer once address or token have changed", async () => {
    answer = failing(refusal(401, "unauthorized"));
    const outbox = open();
    await outbox.post(captured("a"));
    await outbox.kick();
    answer = async () => ({});
    await outbox.kick();
    expect(taken).toEqual([]);
    identity = "another";
    await outbox.kick();
    expect(taken).toEqual(["a"]);
  });

  it("[OQ13] of one agent holds up no other agent", async () => {
    answer = (write) =>
      write.agentId === "ada" ? Promise.reject(new Withheld("switched off")) : Promise.resolve({});
    const outbox = open();
    await outbox.post(captured("a1", "ada"));
    await outbox.post(captured("b1", "bob"));
    await outbox.post(learned("a2", "ada"));
    await outbox.kick();
    expect(taken).toEqual(["b1"]);
    expect((await outbox.status()).waiting).toBe(2);
  });

  it("[OQ13] for reviewers holds up no feedback", async () => {
    answer = (write) =>
      write.name === "inject" ? Promise.reject(refusal(429, "proposals_waiting")) : Promise.resolve({});
    const outbox = open();
    await outbox.post(captured("a"));
    await outbox.post(learned("b"));
    await outbox.post(captured("c"));
    await outbox.kick();
    expect(taken).toEqual(["b"]);
    expect((await outbox.status()).waiting).toBe(2);
  });

  it("[OQ14] and makes the service fail within, again and again, gives way to the others in the end", async () => {
    answer = async (write) => (write.key === "a" ? Promise.reject(refusal(500, "internal")) : {});
    const outbox = open();
    await outbox.post(captured("a"));
    await outbox.post(captured("b"));
    for (let hour = 0; hour < 12; hour++) {
      now += 60 * MINUTE;
      await outbox.kick();
    }
    expect([taken, aside()]).toEqual([["b"], 1]);
  });
});

describe("what may have arrived", () => {
  it("[OQ15] days ago is not sent again, where the service would not know it again", async () => {
    answer = failing(new ClientError("timeout", "no answer"));
    const outbox = open();
    await outbox.post(learned("feedback"));
    await outbox.post(captured("text"));
    await outbox.kick();
    answer = async () => ({});
    now += 8 * DAY;
    await open().kick();
    expect(taken).toEqual(["text"]);
    expect(lines.at(-1)).toContain("can't be told");
  });

  it("[OQ15] has not arrived while it was never sent, however old", async () => {
    answer = failing(new NotSetUp("set baseUrl"));
    const outbox = open();
    outbox.stop();
    await outbox.post(learned("feedback"));
    answer = async () => ({});
    now += 8 * DAY;
    await open().kick();
    expect(taken).toEqual(["feedback"]);
  });
});

describe("who waits", () => {
  it("[OQ16] a turn does not: what is posted is kept before the service has answered", async () => {
    let release = () => {};
    answer = () => new Promise((resolve) => (release = () => resolve({})));
    const outbox = open();
    await outbox.post(captured("a"));
    expect((await outbox.status()).waiting).toBe(1);
    await until(() => fs.readdirSync(folder).some((name) => name.includes(".sent-")));
    release();
    await outbox.kick();
    expect(taken).toEqual(["a"]);
  });

  it("[OQ16] the end of the host does not: what is under way is ended, and kept", async () => {
    let isAborted = false;
    answer = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          isAborted = true;
          reject(new ClientError("timeout", "ended"));
        });
      });
    const outbox = open();
    outbox.start();
    await outbox.post(captured("a"));
    await until(() => fs.readdirSync(folder).some((name) => name.includes(".sent-")));
    outbox.stop();
    await outbox.kick();
    expect([isAborted, lines, (await outbox.status()).waiting]).toEqual([true, [], 1]);
    answer = async () => ({});
    await open().kick();
    expect(taken).toEqual(["a"]);
  });

  it("[OQ17] whoever sends is told what came of it", async () => {
    const outbox = open();
    answer = async () => ({ node_id: "n-1" });
    expect(await outbox.send(captured("a"), 1_000)).toEqual({ kind: "delivered", reply: { node_id: "n-1" } });
    const error = refusal(400, "invalid_request");
    answer = failing(error);
    expect(await outbox.send(captured("b"), 1_000)).toEqual({ kind: "refused", error });
    answer = failing(new ClientError("network", "no way"));
    expect(await outbox.send(captured("c"), 1_000)).toEqual({ kind: "waiting", because: "network: no way" });
    answer = () => new Promise(() => undefined);
    expect(await outbox.send(captured("d"), 20)).toMatchObject({ kind: "waiting" });
  });

  it("[OQ17] whoever sends stands behind what waits, and does not wait for a back-off", async () => {
    answer = failing(new ClientError("network", "no way"));
    const outbox = open();
    await outbox.post(captured("a"));
    await outbox.kick();
    answer = async () => ({});
    expect(await outbox.send(learned("b"), 1_000)).toMatchObject({ kind: "delivered" });
    expect(taken).toEqual(["a", "b"]);
  });

  it("[OQ18] two queues over one folder deliver one at a time", async () => {
    let open_ = 0;
    let most = 0;
    answer = async () => {
      most = Math.max(most, ++open_);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open_--;
      return {};
    };
    const pair = [open(), open()];
    for (let number = 0; number < 20; number++) await pair[number % 2].post(captured(`k-${number}`));
    while ((await pair[0].status()).waiting > 0) await Promise.all(pair.map((outbox) => outbox.kick()));
    expect([taken.length, new Set(taken).size, most]).toEqual([20, 20, 1]);
  });

  it("[OQ18] a queue that can't be written says so to whoever posts, and to nobody else", async () => {
    fs.rmSync(folder, { recursive: true });
    fs.writeFileSync(folder, "a file");
    await expect(open().post(captured("a"))).rejects.toThrow();
    await open().kick();
    fs.rmSync(folder);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}
