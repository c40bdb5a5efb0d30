// Session logs over HTTP, sent by the client: files of any kind, interrupted and begun again, and who may do it.

import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { MemoryClient } from "../../client/memory-client.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { ReplayReply } from "../../wire/replaying.ts";
import { NOTES } from "../support/replaying-memory.ts";
import { logOf, type Said, textOf } from "../support/session-logs.ts";
import { ORIGIN, Story, send, workerFetch } from "../support/story.ts";

const TALK: Said[] = [
  { user: "When do deploys run?" },
  { assistant: "On Fridays." },
  { user: "Thanks!" },
  { user: "How often is a restore rehearsed?" },
  { tool: "read", said: "a long file ".repeat(2_000) },
  { assistant: "Every month." },
  { user: "Remember that the canary of a deploy has a number." },
];
const LONG = textOf(logOf(Array.from({ length: 30 }, () => TALK).flat()));

let story: Story;

beforeAll(async () => {
  story = await Story.begin();
});

async function withNotes(): Promise<{ memory: MemoryClient; name: string; learn: () => Promise<void> }> {
  const { name, id } = await story.agent();
  const memory = story.memory(name);
  await memory.sync({ files: Object.entries(NOTES).map(([path, text]) => ({ path, text })) });
  const stub = () => env.BRAIN.get(env.BRAIN.idFromName(id));
  const learn = async () => {
    for (let rings = 0; rings < 300 && (await runDurableObjectAlarm(stub())); rings++);
  };
  return { memory, name, learn };
}

/** Bytes in pieces that end anywhere. */
function opened(log: string | Uint8Array, size = 10_007) {
  const bytes = typeof log === "string" ? new TextEncoder().encode(log) : log;
  return async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
}

/** Sends a log and learns it. */
async function replayed(
  { memory, learn }: Awaited<ReturnType<typeof withNotes>>,
  log: string | Uint8Array,
  options: Parameters<MemoryClient["replayLog"]>[1] = {},
): Promise<ReplayReply> {
  const sent = await memory.replayLog(opened(log), { untilLearned: false, ...options });
  await learn();
  return memory.replayStatus(sent.log);
}

describe("replaying through the client", () => {
  it("[RE30] sends a log in parts with progress, learns it, and finds nothing new in it again", async () => {
    const agent = await withNotes();
    const seen: number[] = [];
    const onProgress = ({ received }: ReplayReply) => seen.push(received);
    const reply = await replayed(agent, LONG, { onProgress });
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
    expect(reply).toMatchObject({ state: "done", received: LONG.length, learned: LONG.length, mode: "fast" });
    expect(reply.counts).toMatchObject({ questions: 90, teachings: 1, broken: 0 });
    const { revision } = await agent.memory.info();
    expect((await replayed(agent, LONG)).counts).toEqual(reply.counts);
    expect((await agent.memory.info()).revision).toBe(revision);
    expect((await agent.memory.replays()).replays.map(({ log }) => log)).toEqual([reply.log]);
  });

  it("[RE30] goes on after a broken connection, also where it was not told of what arrived", async () => {
    const whole = await withNotes();
    const { counts } = await replayed(whole, LONG);
    const agent = await withNotes();
    let requests = 0;
    const fetch = async (request: Request) => {
      const response = await workerFetch(request);
      if (request.url.includes("/parts/") && ++requests % 2 === 0) throw new Error("the line is dead");
      return response;
    };
    const shaky = new MemoryClient({ baseUrl: ORIGIN, agent: agent.name, token: story.owner.token, fetch });
    const reply = await replayed({ ...agent, memory: shaky }, LONG);
    expect(requests).toBeGreaterThan(2);
    expect(reply.counts).toEqual(counts);
  });

  it("[RE31] takes bytes of any kind: marks, line ends, huge lines, half ones, and what is no text", async () => {
    const agent = await withNotes();
    const huge = JSON.stringify({ role: "toolResult", content: "x".repeat(LIMITS.replayLineBytes) });
    const said = logOf([...TALK.slice(0, 3), { raw: huge }, { raw: "\ufffd" }, ...TALK.slice(3)]);
    const bytes = new TextEncoder().encode(`\ufeff${said.join("\r\n")}\r\n{"type":"message","mess`);
    // Half a character, and zeros, where the broken line stands.
    const broken = bytes.indexOf(0xef, 3);
    bytes.set([0xff, 0, 0xc3], broken);
    const reply = await replayed(agent, bytes);
    expect(reply).toMatchObject({ state: "done", counts: { questions: 3, broken: 1, skipped: 1 } });
    expect(reply.received).toBe(bytes.length - '{"type":"message","mess'.length);
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...[...said[0]].flatMap((one) => [one.charCodeAt(0), 0]),
      10,
      0,
    ]);
    expect(await replayed(agent, utf16)).toMatchObject({
      state: "done",
      counts: { questions: 0, broken: 1 },
    });
    await expect(replayed(agent, "")).rejects.toMatchObject({ kind: "malformed" });
  });

  it("[RE32] knows a file again that grew, was renamed, was rotated or was written anew", async () => {
    const agent = await withNotes();
    const lines = logOf([...TALK, ...TALK]);
    const first = textOf(lines.slice(0, 8));
    // Without its end the last line counts as soon as it is a record.
    const begun = await replayed(agent, first.slice(0, -1));
    expect(begun.counts.questions).toBe(3);
    const grown = await replayed(agent, textOf(lines));
    expect(grown.log).toBe(begun.log);
    expect(grown.counts).toMatchObject({ questions: 6, known: 0 });
    const rotated = await replayed(agent, textOf(lines.slice(8)));
    expect(rotated.log).not.toBe(begun.log);
    expect(rotated.counts).toMatchObject({ questions: 3, known: 3, queries_replayed: 0, events_known: 1 });
    const anew = [
      lines[0],
      ...logOf([{ user: "When do backups run?" }, { assistant: "At two." }], { header: false, from: 90 }),
    ];
    const other = await replayed(agent, textOf([...anew, ...lines.slice(1)]));
    expect(other.log).toBe(begun.log);
    expect(other.counts).toMatchObject({ questions: 7, known: 6, queries_replayed: 1 });
    const edges = await replayed(agent, textOf(lines), { mode: "edges-only" });
    expect(edges.counts).toMatchObject({ known: 6, queries_replayed: 0, events: 0 });
  });

  it("[RE33] gives lessons to the token that sent them, which may take its own back; an owner all by their source", async () => {
    const agent = await withNotes();
    const token = await story.token("agent");
    const memory = story.memory(agent.name, token.token);
    const reply = await replayed({ ...agent, memory }, LONG);
    const { entries } = await memory.journal({ type: "learn" });
    expect(new Set(entries.map(({ author }) => author))).toEqual(new Set([token.id]));
    await expect(memory.undo({ source: reply.source, since: 0 })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(memory.replay({ log: "other", mode: "full" })).rejects.toMatchObject({ code: "forbidden" });
    const dry = await memory.undo({ since: 0, dry_run: true });
    const undone = await agent.memory.undo({ source: reply.source, since: 0 });
    expect(undone.events).toBe(dry.events);
    expect(undone.events).toBeGreaterThan(reply.counts.queries_replayed);
  });

  it("[RE34] is of lines of the right type and size, for who may learn, and of no other agent", async () => {
    const { memory, name } = await withNotes();
    await memory.replay({ log: "typed" });
    const part = (body: string | Uint8Array, type = "application/x-ndjson", range = "0-3") =>
      send("POST", `/v1/agents/${name}/replays/typed/parts/${range}`, {
        token: story.owner.token,
        body,
        headers: { "Content-Type": type },
      });
    expect((await part("{}\n", "application/json")).error?.code).toBe("unsupported_media_type");
    expect((await part(new Uint8Array([0xff]))).error?.code).toBe("invalid_text");
    expect((await part("{}\n", undefined, "3")).error?.code).toBe("invalid_request");
    expect((await part(new Uint8Array(LIMITS.bodyBytes + 1))).error?.code).toBe("too_large");
    expect((await part("{}\n")).status).toBe(200);
    const reader = story.memory(name, (await story.token("reader")).token);
    await expect(reader.replayStatus("typed")).rejects.toMatchObject({ code: "forbidden" });
    const other = await withNotes();
    await expect(other.memory.replayStatus("typed")).rejects.toMatchObject({ code: "not_found" });
  });

  it("[RE35] waits until it is learned", async () => {
    const agent = await withNotes();
    const lines = textOf(logOf(TALK));
    const sent = agent.memory.replayLog(opened(lines));
    const learned = (async () => {
      for (let state = "open"; state === "open"; ) {
        await scheduler.wait(20);
        await agent.learn();
        state = (await agent.memory.replays()).replays[0]?.state ?? "open";
      }
    })();
    expect(await sent).toMatchObject({ state: "done", counts: { questions: 3 } });
    await learned;
  });
});
