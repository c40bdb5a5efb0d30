// Captured turns whose language model fails in every way, scripted and on this machine: what is tried again, when, and what is
// kept meanwhile.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "../../wire/limits.ts";
import { CapturingMemory, memoriesSaid } from "../support/capturing-memory.ts";
import { breakOff, fail, hang, json, raw, type Step } from "../support/embedding-server.ts";
import { chatAnswer, ModelServer } from "../support/model-server.ts";

const USER = "Our office in Cork moves to 12 Harbour Road in May, and Orla prefers tea to coffee.";
const TURN = { user: USER, assistant: "Thank you, I will keep the new address in mind.", session_id: "s" };
const MOVE = "The office in Cork moves to 12 Harbour Road in May.";

let server: ModelServer;
let house: CapturingMemory;
beforeAll(async () => {
  server = await ModelServer.begin();
});
beforeEach(() => {
  house = new CapturingMemory(server);
});
afterEach(() => server.reset());
afterAll(() => server.end());

/** Answers so many requests in the same way. */
const always = (step: Step, times = 40) => server.next(...Array.from({ length: times }, () => step));

describe("a captured turn whose language model fails", () => {
  it("[CA24] is tried again after pauses while the provider fails, and keeps its words and the cause when it has failed", async () => {
    always(fail(500));
    const { job: id } = await house.capture(TURN);
    const waits = await house.settle();
    expect(waits).toEqual([0, 5, 60]);
    const { job } = await house.by("captureJob", { id: id as string });
    expect(job).toMatchObject({ state: "failed", attempts: 3, due_at: null, turn: { user: USER } });
    expect(job.error).toMatch(/model/);
    expect((await house.by("health", {})).captures).toMatchObject({ waiting: 0, failed: 1 });
    expect(await house.ring()).toBe(0);
    server.reset();
    server.says = () => memoriesSaid(MOVE);
    expect(await house.by("retryCaptures", {})).toMatchObject({ retried: 1 });
    await house.settle();
    expect((await house.by("captureJob", { id: id as string })).job.state).toBe("done");
    expect(house.texts()).toEqual([MOVE]);
  });

  it.each([
    ["answers nothing in time", hang],
    ["breaks off", breakOff],
    ["answers no JSON of its protocol", raw("<html>busy</html>", 503)],
  ])("[CA24] is tried again where the provider %s", async (_, step) => {
    house.patience = 60;
    server.next(step);
    server.says = () => memoriesSaid(MOVE);
    const { job: id } = await house.capture(TURN);
    await house.ring();
    expect((await house.by("captureJob", { id: id as string })).job).toMatchObject({
      state: "pending",
      attempts: 1,
    });
    house.patience = null;
    await house.settle();
    expect((await house.by("captureJob", { id: id as string })).job.state).toBe("done");
    expect(house.texts()).toEqual([MOVE]);
  });

  it.each([400, 401, 403])(
    "[CA24] fails at once, with the cause, where the provider refuses it: %i",
    async (status) => {
      always(fail(status));
      const { job: id } = await house.capture(TURN);
      expect(await house.settle()).toEqual([0]);
      const { job } = await house.by("captureJob", { id: id as string });
      expect(job).toMatchObject({ state: "failed", attempts: 1 });
      expect(job.error).not.toContain("sk-the-key");
      expect(job.error?.length).toBeGreaterThan(10);
    },
  );

  it("[CA24] waits as long as the provider says, and other turns with it", async () => {
    always(fail(429, "slow down", { "Retry-After": "120" }), 1);
    server.says = () => memoriesSaid(MOVE);
    await house.capture(TURN);
    await house.ring();
    await house.capture({ user: "The gate of the harbour in Cork is green from today on." });
    expect(await house.ring()).toBe(0);
    expect((await house.by("health", {})).captures.resting_ms).toBe(120_000);
    const waits = await house.settle();
    expect(waits[0]).toBe(120);
    expect(house.texts()).toEqual([MOVE]);
  });

  it.each(["I am sorry, I can't help with that.", "{", '{"memories": "none"}', '{"facts": []}', "[1,"])(
    "[CA24] is tried again where the model answers no list: %s",
    async (answer) => {
      server.next(chatAnswer(answer));
      server.says = () => memoriesSaid(MOVE);
      expect((await house.read(TURN)).state).toBe("done");
      expect(server.requests).toHaveLength(3);
      server.says = () => answer;
      const failed = await house.read({ user: "The gate of the harbour is green from today on." });
      expect(failed).toMatchObject({ state: "failed", attempts: 3 });
      expect(failed.error).toMatch(/list of memories|answer/);
      expect(house.texts()).toEqual([MOVE]);
    },
  );

  it("[CA25] leaves a model alone that fails again and again: one turn at a time tries it, and loses no try", async () => {
    always(json({ error: "down" }, 503), 500);
    for (let turn = 0; turn < 12; turn++)
      await house.capture({ user: `Berth ${turn} of the harbour is closed until further notice.` });
    for (let rounds = 0; rounds < 30; rounds++) {
      house.ports.at = Math.max(
        house.memory.store.captures.nextDue ?? 0,
        house.memory.store.captures.rest.until,
      );
      await house.ring();
    }
    const { jobs } = await house.by("captureJobs", { limit: 200 });
    expect(jobs.filter(({ state }) => state === "pending").length).toBeGreaterThanOrEqual(8);
    expect((await house.by("health", {})).captures.resting_ms).toBe(600_000);
    const before = server.requests.length;
    await house.ring();
    expect(server.requests).toHaveLength(before);
    server.reset();
    server.says = () => memoriesSaid();
    await house.settle();
    const after = await house.by("captureJobs", { state: "pending" });
    expect(after.jobs).toEqual([]);
    expect((await house.by("health", {})).captures).toMatchObject({ waiting: 0, resting_ms: null });
  });

  it("[CA25] waits for the next day where the allowance is used up, and loses no try by it", async () => {
    house = new CapturingMemory(server, { MODEL_DAILY_TOKENS: "4000" });
    server.says = () => memoriesSaid(MOVE);
    await house.read(TURN);
    const { job: id } = await house.capture({
      user: "The gate of the harbour in Cork is green from today on.",
    });
    await house.ring();
    const { job } = await house.by("captureJob", { id: id as string });
    expect(job).toMatchObject({ state: "pending", attempts: 0 });
    expect(job.error).toContain("allowance");
    expect(new Date(job.due_at as number).toISOString()).toMatch(/T00:00:00/);
    await house.settle();
    expect((await house.by("captureJob", { id: id as string })).job.state).toBe("done");
  });

  it("[CA26] is refused where as many wait as may, and each that was taken is kept", async () => {
    for (let turn = 0; turn < LIMITS.capturesWaiting; turn++)
      await house.capture({ user: `Berth ${turn} of the harbour is closed until further notice.` });
    const more = house.capture(TURN);
    await expect(more).rejects.toMatchObject({ code: "queue_full", details: { waiting: 500 } });
    const again = await house.capture({ user: "Berth 7 of the harbour is closed until further notice." });
    expect(again.state).toBe("pending");
    expect((await house.by("health", {})).captures.waiting).toBe(LIMITS.capturesWaiting);
  });

  it("[CA26] is read by words where the model is gone by then, and let go of where nobody wants it any more", async () => {
    const { job: id } = await house.capture({ user: "From now on lunch is at noon.", session_id: "a" });
    const { job: other } = await house.capture({ user: "From now on dinner is at eight." });
    await house.by("dropCapture", { id: other as string });
    Object.assign(house.memory, { model: () => null });
    await house.settle();
    expect((await house.by("captureJob", { id: id as string })).job.memories).toMatchObject([
      { content: "From now on lunch is at noon.", status: "created" },
    ]);
    expect(house.texts()).toEqual(["From now on lunch is at noon."]);
    await expect(house.by("captureJob", { id: other as string })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("[CA27] that failed comes back when it is sent again, as the same job", async () => {
    always(fail(401));
    const { job: id } = await house.capture(TURN);
    await house.settle();
    server.reset();
    server.says = () => memoriesSaid(MOVE);
    expect(await house.capture(TURN)).toMatchObject({ job: id, state: "pending" });
    await house.settle();
    expect(await house.capture(TURN)).toMatchObject({
      job: id,
      state: "done",
      memories: [{ content: MOVE }],
    });
    // Its memories, and what they say of entities.
    expect(server.requests).toHaveLength(2);
  });
});
