// [DV] Two devices of one user, each with a token of its own, that were offline and come back with a queue of writes.

import { beforeEach, describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import type { TokenReply } from "../../wire/directory.ts";
import { Story } from "../support/story.ts";

const FACTS = [
  { id: "port", content: "the api server listens on port 8080" },
  { id: "pager", content: "the pager rotates every monday morning" },
  { id: "backup", content: "backups of the database run at midnight" },
];
const QUESTION = "which port does the api server listen on?";
const [ON_A, ON_B] = ["the api server listens on port 9090", "the api server listens on port 7070"];

let story: Story;
let tokens: readonly [TokenReply, TokenReply];

beforeEach(async () => {
  story = await Story.begin();
  tokens = [await story.token("agent"), await story.token("agent")];
});

interface Device {
  readonly memory: MemoryClient;
  readonly token: TokenReply;
}

/** A write as a queue holds it: sent again, it is the same. */
type Write = (memory: MemoryClient, idempotencyKey: string) => Promise<unknown>;

/** Two devices with one new agent, whose facts the first one has stored. */
async function devices(): Promise<{ a: Device; b: Device }> {
  const agent = (await story.agent()).name;
  const [a, b] = tokens.map((token) => ({ token, memory: story.memory(agent, token.token) }));
  for (const fact of FACTS) await a.memory.inject(fact);
  return { a, b };
}

/** Sends a whole queue, and then all of it once more, as one that got no answer. */
async function comeBack({ memory }: Device, queue: readonly Write[]): Promise<void> {
  for (const again of [false, true]) {
    for (const [at, write] of queue.entries()) {
      const reply = write(memory, `queued-${at}`);
      if (again) await reply;
      else await reply.catch(() => undefined);
    }
  }
}

/** What both devices can see of some nodes, times and order aside. */
async function stateOf({ memory }: Device, ids: readonly string[]): Promise<unknown> {
  const nodes = await Promise.all([...ids].sort().map((id) => memory.node(id)));
  const rounded = (routes: readonly { id: string; weight: number; kind: string }[]) =>
    routes.map(({ id, weight, kind }) => [id, weight.toFixed(9), kind]).sort();
  return nodes.map(({ id, text, author, outgoing, incoming, conflicts }) => ({
    id,
    text,
    author,
    outgoing: rounded(outgoing),
    incoming: rounded(incoming),
    conflicts: conflicts.map(({ id, relation }) => [id, relation]).sort(),
  }));
}

const correctionOf =
  (content: string, walk: { query_id: string } | { corrects: string[] }): Write =>
  (memory, idempotencyKey) =>
    memory.correction({ content, ...walk }, { idempotencyKey });
const feedbackOn =
  (query_id: string): Write =>
  (memory, idempotencyKey) =>
    memory.learn({ query_id, outcome: -1 }, { idempotencyKey });

describe("what one device stores", () => {
  it("[DV30] the other has at once", async () => {
    const { b } = await devices();
    for (const { id, content } of FACTS) {
      const { fired } = await b.memory.query({ query: content });
      expect(fired[0]).toMatchObject({ id, text: content });
    }
  });

  it("[DV30] stays, with its author, when the device is revoked, whose token is refused at once", async () => {
    const { a, b } = await devices();
    await story.directory.revokeToken(a.token.id);
    await expect(a.memory.info()).rejects.toMatchObject({ status: 401 });
    const { entries } = await b.memory.journal({ type: "inject" });
    expect(entries.map(({ author }) => author)).toEqual(FACTS.map(() => a.token.id));
    expect((await b.memory.node("port")).author).toBe(a.token.id);
  });
});

describe.each(["a walk", "ids"] as const)("two corrections of one fact, named by %s", (by) => {
  it.each(["A", "B"])("[DV31] the later one stands when %s comes back first", async (first) => {
    const { a, b } = await devices();
    const [walkA, walkB, walkC] = [
      await a.memory.query({ query: QUESTION }),
      await b.memory.query({ query: QUESTION }),
      await b.memory.query({ query: "when does the pager rotate?" }),
    ];
    const named = ({ query_id }: { query_id: string }) =>
      by === "ids" ? { corrects: ["port"] } : { query_id };
    const queueOfA = [correctionOf(ON_A, named(walkA))];
    const queueOfB = [correctionOf(ON_B, named(walkB)), feedbackOn(walkC.query_id)];
    const inTurn = [() => comeBack(a, queueOfA), () => comeBack(b, queueOfB)];
    for (const back of first === "A" ? inTurn : inTurn.reverse()) await back();
    const [earlier, later] = first === "A" ? [ON_A, ON_B] : [ON_B, ON_A];

    const answers = await Promise.all([a, b].map(({ memory }) => memory.query({ query: QUESTION })));
    for (const { fired } of answers) {
      const texts = fired.map(({ text }) => text);
      expect(texts[0]).toBe(later);
      expect(texts).not.toContain(earlier);
      expect(texts).not.toContain(FACTS[0].content);
    }
    const kept = await a.memory.journal({ type: "inject" });
    const ids = kept.entries.slice(0, 2).map(({ body }) => body.node_id as string);
    const [current, other] = await Promise.all(ids.map((id) => b.memory.node(id)));
    expect([current.text, other.text]).toEqual([later, earlier]);
    expect(current.conflicts).toContainEqual({
      id: other.id,
      relation: "suppressed",
      weight: expect.any(Number),
    });
    expect(current.conflicts.filter(({ relation }) => relation === "suppresses")).toEqual([]);
    expect(other.conflicts).toContainEqual({
      id: current.id,
      relation: "suppresses",
      weight: expect.any(Number),
    });
    const corrected = await a.memory.node("port");
    expect(corrected.conflicts.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect((await a.memory.info()).nodes).toBe(FACTS.length + 2);
    const lessons = (await a.memory.journal({ type: "learn" })).entries.map(({ author }) => author);
    const learned = by === "ids" ? [b] : [a, b, b];
    expect(lessons.sort()).toEqual(learned.map(({ token }) => token.id).sort());
  });

  it("[DV31] one that is said again stands again", async () => {
    const { a, b } = await devices();
    const named = async (memory: MemoryClient) =>
      by === "ids"
        ? { corrects: ["port"] }
        : { query_id: (await memory.query({ query: QUESTION })).query_id };
    await a.memory.correction({ content: ON_A, ...(await named(a.memory)) });
    await b.memory.correction({ content: ON_B, ...(await named(b.memory)) });
    const { node_id } = await a.memory.correction({ content: ON_A, ...(await named(a.memory)) });
    const { fired } = await b.memory.query({ query: QUESTION });
    expect(fired[0].text).toBe(ON_A);
    expect(fired.map(({ text }) => text)).not.toContain(ON_B);
    const { conflicts } = await a.memory.node(node_id);
    expect(conflicts.map(({ relation }) => relation)).toEqual(["suppressed"]);
    const { incoming } = await a.memory.node(node_id);
    expect(incoming.filter(({ kind }) => kind === "inhibitory")).toEqual([]);
  });
});

describe("corrections of one node about different things", () => {
  it("[DV32] both stand", async () => {
    const { a, b } = await devices();
    const content = "deploys happen on friday afternoons with the release script in the tools folder";
    await a.memory.inject({ id: "deploys", content });
    const one = await a.memory.correction({
      content: "deploys happen on thursday mornings",
      corrects: ["deploys"],
    });
    const other = await b.memory.correction({
      content: "use ansible instead of any shell script",
      corrects: ["deploys"],
    });
    const conflicts = await Promise.all([one, other].map(async ({ node_id }) => a.memory.node(node_id)));
    expect(conflicts.map((node) => node.conflicts)).toEqual([[], []]);
  });
});

describe("writes that have nothing to do with each other", () => {
  it("[DV33] end in the same state, whichever comes first, sent twice, or at the same time", async () => {
    const states: unknown[] = [];
    for (const order of ["A first", "B first", "together"]) {
      const { a, b } = await devices();
      const pager = await b.memory.query({ query: "when does the pager rotate?" });
      const queueOfA: Write[] = [
        correctionOf(ON_A, { corrects: ["port"] }),
        (memory, idempotencyKey) =>
          memory.inject({ id: "tea", content: "earl grey is served in the kitchen" }, { idempotencyKey }),
      ];
      const queueOfB: Write[] = [
        feedbackOn(pager.query_id),
        (memory, idempotencyKey) =>
          memory.inject({ id: "zebra", content: "zebras have stripes like barcodes" }, { idempotencyKey }),
      ];
      const backs = [() => comeBack(a, queueOfA), () => comeBack(b, queueOfB)];
      if (order === "B first") backs.reverse();
      if (order === "together") await Promise.all(backs.map((back) => back()));
      else for (const back of backs) await back();
      const { entries } = await a.memory.journal({ type: "inject" });
      const ids = entries.map(({ body }) => body.node_id as string);
      expect(new Set(ids).size).toBe(6);
      expect(await stateOf(b, ids)).toEqual(await stateOf(a, ids));
      states.push(await stateOf(a, ids));
    }
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
  });
});
