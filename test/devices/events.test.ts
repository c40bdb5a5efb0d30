// [DV] The stream of events: what it tells, to whom, that nothing is missed or told twice, and when it ends.

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import { SETTINGS } from "../../src/settings.ts";
import { LIMITS } from "../../wire/limits.ts";
import { Listener, type Message } from "../support/listener.ts";
import { freshName, Story, send } from "../support/story.ts";

const PATIENT = { heartbeatMs: SETTINGS.heartbeatMs, stalledMs: SETTINGS.stalledMs };
/** Soon enough for a test, and longer than anything that is not waited for. */
const SOON_MS = 20;

let story: Story;
let agent: string;
let object: DurableObjectStub;
let memory: MemoryClient;
let open: Listener[];

beforeEach(async () => {
  story = await Story.begin();
  const { id, name } = await story.agent();
  object = env.BRAIN.get(env.BRAIN.idFromName(id)) as unknown as DurableObjectStub;
  agent = name;
  memory = story.memory(name);
  open = [];
});
afterEach(async () => {
  Object.assign(SETTINGS, PATIENT);
  for (const listener of open) await listener.close().catch(() => undefined);
});

async function listen(token = story.owner.token, lastEventId?: number): Promise<Listener> {
  const listener = await Listener.open(agent, token, lastEventId);
  open.push(listener);
  return listener;
}

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);
const inject = (count: number, what: string) =>
  Promise.all(Array.from({ length: count }, (_, at) => memory.inject({ content: `${what}, number ${at}` })));
/** Ends the object with every listener that hangs on it. */
async function restart(): Promise<void> {
  await memory.info();
  await evictDurableObject(object, { webSockets: "close" });
}
const listenersOf = () => runInDurableObject(object, (_, state) => state.getWebSockets().length);

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await scheduler.wait(1);
}

describe("a stream", () => {
  it("[DV1] begins with where it stands, and tells every write after that", async () => {
    await memory.inject({ content: "before anybody listens" });
    const { revision } = await memory.info();
    const listener = await listen();
    expect(listener.response.headers.get("content-type")).toBe("text/event-stream");
    expect(await listener.next()).toEqual({ id: revision, event: "ready", data: { revision } });
    const { node_id } = await memory.inject({ content: "the pager rotates on mondays" });
    expect(await listener.next()).toEqual({
      id: revision + 1,
      event: "change",
      data: {
        revision: revision + 1,
        at: expect.any(Number),
        type: "inject",
        author: story.owner.id,
        nodes: expect.arrayContaining([node_id]),
        nodes_left_out: 0,
        edges: expect.any(Number),
      },
    });
  });

  it("[DV2] goes on after the last event that was received: no gap, nothing twice", async () => {
    const { revision } = await memory.info();
    const received: Message[] = [];
    const writes = inject(40, "written while the connection breaks again and again");
    for (const count of [1, 3, 1, 8, 2, 5, 20]) {
      const listener = await listen(undefined, received.at(-1)?.id ?? revision);
      expect((await listener.next())?.event).toBe("ready");
      received.push(...(await listener.take(count)));
      await listener.close();
    }
    await writes;
    const all = await memory.changes({ after: revision, limit: LIMITS.pageSize });
    expect(all.events).toHaveLength(40);
    expect(idsOf(received)).toEqual(all.events.map((event) => event.revision));
  });

  it("[DV2] is the same for every listener, however many changes come at once", async () => {
    const [one, other] = [await listen(), await listen()];
    await Promise.all([one.next(), other.next()]);
    await inject(30, "heard by two");
    expect(await one.take(30)).toEqual(await other.take(30));
  });

  it("[DV2] is kept up by the client, also when the object is restarted", async () => {
    const { revision } = await memory.info();
    const received: number[] = [];
    const controller = new AbortController();
    for await (const event of memory.events({ lastEventId: revision, signal: controller.signal })) {
      if (event.event === "change") received.push(event.revision);
      if (received.length === 4) controller.abort();
      else if (event.event === "ready") await inject(2, `after ${received.length} events`);
      else await restart();
    }
    expect(received).toEqual([1, 2, 3, 4].map((step) => revision + step));
  });

  it("[DV3] names the first nodes of a large write, and counts the others", async () => {
    const listener = await listen();
    await listener.next();
    const nodes = Array.from({ length: LIMITS.idsPerEvent + 7 }, (_, at) => ({ content: `of many, ${at}` }));
    await memory.injectBatch({ nodes });
    const { data } = (await listener.next())!;
    expect(data.nodes).toHaveLength(LIMITS.idsPerEvent);
    expect(data.nodes_left_out).toBe(7);
  });

  it("[DV4] says that all must be loaded anew when what came before is not known any more", async () => {
    await memory.inject({ content: "known to D1" });
    const before = (await memory.info()).revision;
    await until(async () => (await memory.health()).outbox.changes === 0);
    await runInDurableObject(object, (_, state) => state.storage.deleteAll());
    await evictDurableObject(object);
    const { revision } = await memory.info();
    const listener = await listen(undefined, before - 1);
    expect(await listener.next()).toEqual({ id: revision, event: "reset", data: { revision } });
    await memory.inject({ content: "told again from here on" });
    expect((await listener.next())?.id).toBe(revision + 1);
  });

  it("[DV4] says so too for a revision that is still to come", async () => {
    const { revision } = await memory.info();
    const listener = await listen(undefined, revision + 1_000);
    expect(await listener.next()).toMatchObject({ id: revision, event: "reset" });
  });

  it("[DV5] keeps nobody awake: an object that went to sleep is heard when it changes", async () => {
    const listener = await listen();
    await listener.next();
    await evictDurableObject(object);
    await memory.inject({ content: "said by one that slept" });
    expect(await listener.next()).toMatchObject({ event: "change", data: { type: "inject" } });
  });

  it("[DV6] gives a sign of life when nothing changes", async () => {
    Object.assign(SETTINGS, { heartbeatMs: SOON_MS });
    const listener = await listen();
    await listener.next();
    expect([await listener.block(), await listener.block()]).toEqual([":", ":"]);
  });
});

describe("what a stream tells", () => {
  it("[DV7] is no content: no word of any text, summary, metadata, question or chat", async () => {
    const listener = await listen();
    await memory.sync({ files: [{ path: "plan.md", text: "# Kumquat\n\nThe marzipan ships on Friday.\n" }] });
    const { node_id: id } = await memory.inject({
      id: "fact-1",
      content: "the zeppelin lands at noon",
      summary: "zeppelins",
      metadata: { seen: "cockatoo" },
    });
    const { query_id } = await memory.query({ query: "when does the zeppelin land?", chat_id: "gondola" });
    await memory.learn({ query_id, outcome: -1 });
    await memory.correction({ query_id, content: "the zeppelin lands at midnight" });
    await memory.edit({ id, text: "the zeppelin lands at dusk", metadata: { seen: "albatross" } });
    await memory.anchor({ node_id: id, authority: "canonical" });
    await memory.maintain({ tasks: ["decay"] });
    const types: unknown[] = [];
    while (types.at(-1) !== "maintenance") types.push((await listener.next())?.data.type);
    expect(types).toEqual(expect.arrayContaining(["sync", "inject", "learn", "edit", "anchor"]));
    const words = "kumquat marzipan friday zeppelin noon cockatoo gondola midnight dusk albatross";
    for (const word of words.split(" ")) expect(listener.text.toLowerCase()).not.toContain(word);
  });

  it("[DV8] names the author to owners and to the author, and to nobody else", async () => {
    const [writer, reader] = [await story.token("agent"), await story.token("reader")];
    const listeners = [await listen(), await listen(writer.token), await listen(reader.token)];
    for (const listener of listeners) await listener.next();
    await story.memory(agent, writer.token).inject({ content: "by a device" });
    await memory.inject({ content: "by the owner" });
    const authors = async (listener: Listener) => (await listener.take(2)).map(({ data }) => data.author);
    expect(await authors(listeners[0])).toEqual([writer.id, story.owner.id]);
    expect(await authors(listeners[1])).toEqual([writer.id, null]);
    expect(await authors(listeners[2])).toEqual([null, null]);
  });

  it("[DV9] is told as pages too, to whoever asks for JSON", async () => {
    const { revision } = await memory.info();
    await inject(5, "told in pages");
    const first = await memory.changes({ after: revision, limit: 3 });
    const second = await memory.changes({ after: first.revision, limit: 3 });
    expect([first.more, second.more]).toEqual([true, false]);
    expect([...first.events, ...second.events].map((event) => event.revision)).toEqual(
      [1, 2, 3, 4, 5].map((step) => revision + step),
    );
    expect(await memory.changes()).toMatchObject({ events: [], reset: false, revision: revision + 5 });
  });
});

describe("who listens", () => {
  it("[DV10] a stream ends with its token, and tells nothing after that", async () => {
    const device = await story.token("reader");
    const listener = await listen(device.token);
    await listener.next();
    await story.directory.revokeToken(device.id);
    await memory.inject({ content: "not for a revoked device" });
    expect(await listener.next()).toBeUndefined();
    expect(listener.text).not.toContain("change");
  });

  it("[DV10] a stream ends with its token also when nothing changes", async () => {
    Object.assign(SETTINGS, { heartbeatMs: SOON_MS });
    const expiring = await story.token("reader", { expires_at: Date.now() + 1_000 });
    const [revoked, listener] = [await story.token("reader"), await listen(expiring.token)];
    const other = await listen(revoked.token);
    await Promise.all([listener.next(), other.next()]);
    await story.directory.revokeToken(revoked.id);
    expect([await other.next(), await listener.next()]).toEqual([undefined, undefined]);
  });

  it("[DV11] a foreign agent, an unknown one, and no token open no stream", async () => {
    const stranger = await Story.begin();
    const refused = async (name: string, token: string) => {
      const headers = { Accept: "text/event-stream" };
      const { status, text } = await send("GET", `/v1/agents/${name}/events`, { token, headers });
      return [status, text];
    };
    const foreign = await refused(agent, stranger.owner.token);
    expect(foreign[0]).toBe(404);
    expect(await refused(freshName("agent"), stranger.owner.token)).toEqual(foreign);
    expect((await refused(agent, "nonsense"))[0]).toBe(401);
    expect(await listenersOf()).toBe(0);
  });

  it("[DV12] there are so many listeners of an agent and no more, and who leaves makes room", async () => {
    for (let count = 0; count < LIMITS.listeners; count++) await (await listen()).next();
    const tooMany = await listen();
    expect(tooMany.response.status).toBe(429);
    expect(tooMany.response.headers.get("retry-after")).toMatch(/^\d+$/);
    await open[0].close();
    await until(async () => (await listenersOf()) < LIMITS.listeners);
    expect((await listen()).response.status).toBe(200);
  });

  it("[DV12] who takes nothing any more is dropped", async () => {
    Object.assign(SETTINGS, { stalledMs: SOON_MS });
    const listener = await listen();
    await listener.next();
    await inject(3, "never taken");
    await until(async () => (await listenersOf()) === 0);
    const late: unknown[] = [];
    while (late.at(-1) !== "end") late.push((await listener.next())?.event ?? "end");
    expect(late.length).toBeLessThan(4);
  });

  it("[DV13] a Last-Event-ID that is no revision is refused", async () => {
    for (const id of ["x", "-1", "1.5", "r12"]) {
      const { status, error } = await send("GET", `/v1/agents/${agent}/events`, {
        token: story.owner.token,
        headers: { "Last-Event-ID": id },
      });
      expect([id, status, error?.code]).toEqual([id, 400, "invalid_request"]);
    }
  });
});
