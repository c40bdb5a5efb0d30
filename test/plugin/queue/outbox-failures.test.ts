// What becomes of writes that a service does not take: refused for good, or kept for later.

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ClientError } from "../../../client/client-error.ts";
import { Withheld } from "../../../plugin/src/queue/verdict.ts";
import { NotSetUp } from "../../../plugin/src/service.ts";
import {
  captured,
  failing,
  learned,
  MINUTE,
  PERSONAL,
  queueTrials,
  refusal,
} from "../../support/queue-trial.ts";

const run = queueTrials();

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
    run.trial.answer = async (write) => (write.key === "a" ? Promise.reject(refusal(status, code)) : {});
    const outbox = run.trial.open();
    for (const key of ["a", "b"]) await outbox.post(captured(key));
    await outbox.kick();
    expect(run.trial.taken).toEqual(["b"]);
    expect(run.trial.lines).toEqual([expect.stringContaining(`${status} ${code}`)]);
    expect(await outbox.status()).toMatchObject({ waiting: 0 });
    expect(run.trial.aside()).toBe(1);
  });

  it("[OQ9] because it was erased leaves no byte of it behind", async () => {
    run.trial.answer = failing(refusal(409, "erased_before"));
    const outbox = run.trial.open();
    await outbox.post(captured("a"));
    await outbox.kick();
    expect(run.trial.lines).toHaveLength(1);
    const files = fs
      .readdirSync(run.trial.folder, { recursive: true, encoding: "utf8" })
      .map((name) => path.join(run.trial.folder, name));
    const texts = files
      .filter((file) => fs.statSync(file).isFile())
      .map((file) => fs.readFileSync(file, "utf8"));
    expect(texts.filter((text) => text.includes(PERSONAL))).toEqual([]);
  });

  it("[OQ9] under a key that it knows was done before, and is not spoken of", async () => {
    run.trial.answer = failing(refusal(409, "idempotency_conflict"));
    const outbox = run.trial.open();
    await outbox.post(captured("a"));
    await outbox.kick();
    expect([await outbox.status(), run.trial.lines, run.trial.aside()]).toEqual([
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
      run.trial.answer = failing(error);
      const outbox = run.trial.open();
      for (const key of ["a", "b", "c"]) await outbox.post(captured(key));
      for (let hour = 0; hour < 5; hour++) {
        run.trial.now += 60 * MINUTE;
        await outbox.kick();
      }
      expect([run.trial.taken, run.trial.lines.length, run.trial.aside()]).toEqual([[], 1, 0]);
      expect((await outbox.status()).waiting).toBe(3);
      run.trial.answer = async () => ({});
      run.trial.now += 60 * MINUTE;
      await outbox.kick();
      expect(run.trial.taken).toEqual(["a", "b", "c"]);
    },
  );

  it("[OQ10] is tried less and less often while nothing gets through", async () => {
    let tries = 0;
    run.trial.answer = () => {
      tries++;
      return Promise.reject(new ClientError("network", "no way"));
    };
    const outbox = run.trial.open();
    await outbox.post(captured("a"));
    await outbox.kick();
    for (let second = 0; second < 3_600; second++) {
      run.trial.now += 1_000;
      await outbox.kick();
    }
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(40);
  });

  it("[OQ11] waits as long as the server says, even if somebody wants it sooner", async () => {
    run.trial.answer = failing(refusal(429, "rate_limited", { retryAfterMs: 30_000 }));
    const outbox = run.trial.open();
    await outbox.post(captured("a"));
    await outbox.kick();
    run.trial.answer = async () => ({});
    run.trial.now += 29_000;
    expect(await outbox.send(captured("b"), 100)).toMatchObject({ kind: "waiting" });
    expect(run.trial.taken).toEqual([]);
    run.trial.now += 1_001;
    await outbox.kick();
    expect(run.trial.taken).toEqual(["a", "b"]);
  });

  it("[OQ11] waits an hour at most, whatever a server says, and not for a clock that was set back", async () => {
    const outbox = run.trial.open();
    for (const [key, moved] of [
      ["a", 60 * MINUTE],
      ["b", -24 * 60 * MINUTE],
    ] as const) {
      run.trial.answer = failing(refusal(429, "rate_limited", { retryAfterMs: 1e12 }));
      await outbox.post(captured(key));
      await outbox.kick();
      run.trial.answer = async () => ({});
      await outbox.kick();
      expect(run.trial.taken).not.toContain(key);
      run.trial.now += moved;
      await outbox.kick();
      expect(run.trial.taken).toContain(key);
    }
  });

  it("[OQ12] does not wait any longer once address or token have changed", async () => {
    run.trial.answer = failing(refusal(401, "unauthorized"));
    const outbox = run.trial.open();
    await outbox.post(captured("a"));
    await outbox.kick();
    run.trial.answer = async () => ({});
    await outbox.kick();
    expect(run.trial.taken).toEqual([]);
    run.trial.identity = "another";
    await outbox.kick();
    expect(run.trial.taken).toEqual(["a"]);
  });

  it("[OQ13] of one agent holds up no other agent", async () => {
    run.trial.answer = (write) =>
      write.agentId === "ada" ? Promise.reject(new Withheld("switched off")) : Promise.resolve({});
    const outbox = run.trial.open();
    await outbox.post(captured("a1", "ada"));
    await outbox.post(captured("b1", "bob"));
    await outbox.post(learned("a2", "ada"));
    await outbox.kick();
    expect(run.trial.taken).toEqual(["b1"]);
    expect((await outbox.status()).waiting).toBe(2);
  });

  it("[OQ13] for reviewers holds up no feedback", async () => {
    run.trial.answer = (write) =>
      write.name === "inject" ? Promise.reject(refusal(429, "proposals_waiting")) : Promise.resolve({});
    const outbox = run.trial.open();
    await outbox.post(captured("a"));
    await outbox.post(learned("b"));
    await outbox.post(captured("c"));
    await outbox.kick();
    expect(run.trial.taken).toEqual(["b"]);
    expect((await outbox.status()).waiting).toBe(2);
  });

  it("[OQ14] and makes the service fail within, again and again, gives way to the others in the end", async () => {
    run.trial.answer = async (write) => (write.key === "a" ? Promise.reject(refusal(500, "internal")) : {});
    const outbox = run.trial.open();
    await outbox.post(captured("a"));
    await outbox.post(captured("b"));
    for (let hour = 0; hour < 12; hour++) {
      run.trial.now += 60 * MINUTE;
      await outbox.kick();
    }
    expect([run.trial.taken, run.trial.aside()]).toEqual([["b"], 1]);
  });
});
