// Who waits for the queue, what it knows of writes that may have arrived, and several queues over one folder.

import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { ClientError } from "../../../client/client-error.ts";
import { NotSetUp } from "../../../plugin/src/service.ts";
import { captured, DAY, failing, learned, queueTrials, refusal, until } from "../../support/queue-trial.ts";

const run = queueTrials();

describe("what may have arrived", () => {
  it("[OQ15] days ago is not sent again, where the service would not know it again", async () => {
    run.trial.answer = failing(new ClientError("timeout", "no answer"));
    const outbox = run.trial.open();
    await outbox.post(learned("feedback"));
    await outbox.post(captured("text"));
    await outbox.kick();
    run.trial.answer = async () => ({});
    run.trial.now += 8 * DAY;
    await run.trial.open().kick();
    expect(run.trial.taken).toEqual(["text"]);
    expect(run.trial.lines.at(-1)).toContain("can't be told");
  });

  it("[OQ15] has not arrived while it was never sent, however old", async () => {
    run.trial.answer = failing(new NotSetUp("set baseUrl"));
    const outbox = run.trial.open();
    outbox.stop();
    await outbox.post(learned("feedback"));
    run.trial.answer = async () => ({});
    run.trial.now += 8 * DAY;
    await run.trial.open().kick();
    expect(run.trial.taken).toEqual(["feedback"]);
  });
});

describe("who waits", () => {
  it("[OQ16] a turn does not: what is posted is kept before the service has answered", async () => {
    let release: (() => void) | null = null;
    run.trial.answer = () => new Promise((resolve) => (release = () => resolve({})));
    const outbox = run.trial.open();
    await outbox.post(captured("a"));
    expect((await outbox.status()).waiting).toBe(1);
    await until(() => release !== null);
    release!();
    await outbox.kick();
    expect(run.trial.taken).toEqual(["a"]);
  });

  it("[OQ16] the end of the host does not: what is under way is ended, and kept", async () => {
    let isCalled = false;
    let isAborted = false;
    run.trial.answer = (_, signal) =>
      new Promise((_resolve, reject) => {
        isCalled = true;
        signal.addEventListener("abort", () => {
          isAborted = true;
          reject(new ClientError("timeout", "ended"));
        });
      });
    const outbox = run.trial.open();
    outbox.start();
    await outbox.post(captured("a"));
    await until(() => isCalled);
    outbox.stop();
    await outbox.kick();
    expect([isAborted, run.trial.lines, (await outbox.status()).waiting]).toEqual([true, [], 1]);
    run.trial.answer = async () => ({});
    await run.trial.open().kick();
    expect(run.trial.taken).toEqual(["a"]);
  });

  it("[OQ17] whoever sends is told what came of it", async () => {
    const outbox = run.trial.open();
    run.trial.answer = async () => ({ node_id: "n-1" });
    expect(await outbox.send(captured("a"), 1_000)).toEqual({ kind: "delivered", reply: { node_id: "n-1" } });
    const error = refusal(400, "invalid_request");
    run.trial.answer = failing(error);
    expect(await outbox.send(captured("b"), 1_000)).toEqual({ kind: "refused", error });
    run.trial.answer = failing(new ClientError("network", "no way"));
    expect(await outbox.send(captured("c"), 1_000)).toEqual({ kind: "waiting", because: "network: no way" });
    run.trial.answer = () => new Promise(() => undefined);
    expect(await outbox.send(captured("d"), 20)).toMatchObject({ kind: "waiting" });
  });

  it("[OQ17] whoever sends stands behind what waits, and does not wait for a back-off", async () => {
    run.trial.answer = failing(new ClientError("network", "no way"));
    const outbox = run.trial.open();
    await outbox.post(captured("a"));
    await outbox.kick();
    run.trial.answer = async () => ({});
    expect(await outbox.send(learned("b"), 1_000)).toMatchObject({ kind: "delivered" });
    expect(run.trial.taken).toEqual(["a", "b"]);
  });

  it("[OQ18] two queues over one run.trial.folder deliver one at a time", async () => {
    let open_ = 0;
    let most = 0;
    run.trial.answer = async () => {
      most = Math.max(most, ++open_);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open_--;
      return {};
    };
    const pair = [run.trial.open(), run.trial.open()];
    for (let number = 0; number < 20; number++) await pair[number % 2].post(captured(`k-${number}`));
    while ((await pair[0].status()).waiting > 0) await Promise.all(pair.map((outbox) => outbox.kick()));
    expect([run.trial.taken.length, new Set(run.trial.taken).size, most]).toEqual([20, 20, 1]);
  });

  it("[OQ18] a queue that can't be written says so to whoever posts, and to nobody else", async () => {
    fs.rmSync(run.trial.folder, { recursive: true });
    fs.writeFileSync(run.trial.folder, "a file");
    await expect(run.trial.open().post(captured("a"))).rejects.toThrow();
    await run.trial.open().kick();
    fs.rmSync(run.trial.folder);
  });
});
