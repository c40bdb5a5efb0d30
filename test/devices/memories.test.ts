// [DV] Two devices of one user and their memories: what one stores the other has, and what both changed while they were away from each
// other ends in one state, whoever comes back first and however often a queue is sent.

import { beforeEach, describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import type { TokenReply } from "../../wire/directory.ts";
import type { Memory } from "../../wire/memories.ts";
import { agentNamed } from "../support/agent-story.ts";
import { Story } from "../support/story.ts";

interface Fact {
  readonly facts: readonly [string, string, string];
  readonly question: string;
  readonly onA: string;
  readonly onB: string;
}

const FACTS: Readonly<Record<string, Fact>> = {
  "a number": {
    facts: [
      "The api server listens on port 8080",
      "The pager rotates every Monday",
      "Backups run at midnight",
    ],
    question: "which port does the api server listen on?",
    onA: "The api server listens on port 9090",
    onB: "The api server listens on port 7070",
  },
  "a date, in German": {
    facts: ["Die Prüfung des Lagers ist am 3. Mai", "Das Tor schließt um zehn", "Der Kran steht am Kai"],
    question: "Wann ist die Prüfung des Lagers?",
    onA: "Die Prüfung des Lagers ist am 12. Juni",
    onB: "Die Prüfung des Lagers ist am 20. Juli",
  },
  "a name, in Chinese": {
    facts: ["仓库的负责人是小林先生", "大门在晚上十点关闭上锁", "起重机停在三号码头旁边"],
    question: "仓库的负责人是谁?",
    onA: "仓库的负责人是小陈先生",
    onB: "仓库的负责人是小王先生",
  },
};

let story: Story;
let tokens: readonly [TokenReply, TokenReply];

beforeEach(async () => {
  story = await Story.begin();
  tokens = [await story.token("agent"), await story.token("agent")];
});

async function devices({ facts }: Fact) {
  const { id: agent, name } = await story.agent();
  const [a, b] = tokens.map(({ token }) => story.memory(name, token));
  const ids: string[] = [];
  for (const content of facts) ids.push((await a.storeMemory({ content })).id);
  return { a, b, ids, object: agentNamed(agent, "product"), owner: story.memory(name) };
}

type Write = (idempotencyKey: string) => Promise<unknown>;

/** Sends a queue, and then all of it again, as a device that got no answer. What is refused stays refused. */
async function comeBack(queue: readonly Write[]): Promise<unknown[]> {
  const replies: unknown[] = [];
  for (const again of [false, true]) {
    for (const [at, write] of queue.entries()) {
      const reply = await write(`queued-${at}`).catch((error: { code: string }) => error.code);
      if (again) replies.push(reply);
    }
  }
  return replies;
}

async function stateOf(memory: MemoryClient): Promise<unknown> {
  const told = ({ id, content, author, is_current_version: isCurrent, superseded_by: newer }: Memory) => {
    return { id, content, author, isCurrent, newer };
  };
  return (await memory.memories({ include_invalidated: "true" })).memories.map(told);
}

describe.each(Object.entries(FACTS))("memories of two devices about %s", (_what, fact) => {
  it("[DV34] are the other's at once, and stay with their author when a device is revoked", async () => {
    const { a, b, ids } = await devices(fact);
    for (const [at, content] of fact.facts.entries()) {
      const { fired } = await b.query({ query: content });
      expect(fired[0]).toMatchObject({ id: ids[at], text: content });
    }
    await story.directory.revokeToken(tokens[0].id);
    await expect(a.memories()).rejects.toMatchObject({ status: 401 });
    await expect(a.storeMemory({ content: fact.onA })).rejects.toMatchObject({ status: 401 });
    for (const id of ids) expect((await b.memory(id)).author).toBe(tokens[0].id);
  });

  it.each(["A", "B"])(
    "[DV35] that both said anew: the later one stands, the others are kept, %s first",
    async (first) => {
      const { a, b, ids, object, owner } = await devices(fact);
      const { query_id } = await b.query({ query: fact.facts[1] });
      const anew =
        (memory: MemoryClient, content: string): Write =>
        (idempotencyKey) =>
          memory.storeMemory({ content, dedup_threshold: 0.5 }, { idempotencyKey });
      const judged: Write = (idempotencyKey) => b.learn({ query_id, outcome: -1 }, { idempotencyKey });
      const queues = [() => comeBack([anew(a, fact.onA)]), () => comeBack([anew(b, fact.onB), judged])];
      for (const back of first === "A" ? queues : queues.reverse()) await back();
      const [earlier, later] = first === "A" ? [fact.onA, fact.onB] : [fact.onB, fact.onA];
      const [current] = (await a.query({ query: fact.question })).fired;
      expect(current.text).toBe(later);
      const { versions } = await b.memoryHistory(ids[0]);
      expect(versions.map(({ content }) => content)).toEqual([later, earlier, fact.facts[0]]);
      expect((await b.memories()).memories).toHaveLength(fact.facts.length);
      expect(await stateOf(a)).toEqual(await stateOf(b));
      const lessons = (await owner.journal({ type: "learn" })).entries;
      expect(lessons).toHaveLength(1);
      const before = await stateOf(a);
      await object.drained();
      await object.lose();
      expect(await stateOf(b)).toEqual(before);
    },
  );

  it("[DV36] that both changed by its id, A or B first: one is current, the other stands beside it in conflict, and nothing is lost", async () => {
    const ends: unknown[] = [];
    for (const isAFirst of [true, false]) {
      const { a, b, ids, object, owner } = await devices(fact);
      const { query_id } = await b.query({ query: fact.facts[1] });
      const changed =
        (memory: MemoryClient, content: string): Write =>
        (idempotencyKey) =>
          memory.changeMemory({ id: ids[0], content }, { idempotencyKey });
      const judged: Write = (idempotencyKey) => b.learn({ query_id, outcome: -1 }, { idempotencyKey });
      const queues = [() => comeBack([changed(a, fact.onA)]), () => comeBack([changed(b, fact.onB), judged])];
      for (const back of isAFirst ? queues : queues.reverse()) await back();
      const { memories } = await a.memories({ include_invalidated: "true" });
      const of = (content: string) => memories.filter((one) => one.content === content);
      const sides = [...of(fact.onA), ...of(fact.onB)];
      expect(sides.map(({ author }) => author)).toEqual(tokens.map(({ id }) => id));
      for (const side of sides)
        expect(side).toMatchObject({ valid_to: null, conflict_status: "active", supersedes_id: ids[0] });
      expect(sides.filter((one) => one.is_current_version)).toHaveLength(1);
      const [{ members }, ...others] = (await b.conflicts()).conflicts;
      expect([members.map(({ id }) => id).sort(), others]).toEqual([sides.map(({ id }) => id).sort(), []]);
      const { context, fired } = await b.query({ query: fact.question });
      expect(context).toContain("[conflicts with:");
      expect(fired.map(({ text }) => text)).toEqual(expect.arrayContaining([fact.onA, fact.onB]));
      expect((await owner.journal({ type: "learn" })).entries).toHaveLength(1);
      expect(await stateOf(a)).toEqual(await stateOf(b));
      const before = await stateOf(a);
      await object.drained();
      await object.lose();
      expect(await stateOf(b)).toEqual(before);
      // Times and the names of disputes are of each run; an author's too, where tokens are made for it.
      const told = memories.map(({ id, content, author, ...one }) => [
        ...[id, content, author, one.is_current_version, one.superseded_by, one.conflict_status],
      ]);
      ends.push(told.sort());
    }
    expect(ends[0]).toEqual(ends[1]);
  });

  it("[DV37] that both changed alike is changed once; without words, or once it has ended, a change of an earlier version is refused", async () => {
    const { a, b, ids, owner } = await devices(fact);
    const { id } = await a.changeMemory({ id: ids[0], content: fact.onA });
    expect(await b.changeMemory({ id: ids[0], content: ` ${fact.onA}.` })).toMatchObject({
      id,
      event_id: null,
    });
    expect(await b.storeMemory({ content: fact.onA, supersedes: ids[0] })).toMatchObject({
      ...{ id, status: "duplicate" },
    });
    expect((await owner.conflicts()).conflicts).toEqual([]);
    await expect(b.changeMemory({ id: ids[0], confidence: 0.5 })).rejects.toMatchObject({
      code: "superseded",
    });
    await a.endMemory(id);
    await expect(b.changeMemory({ id: ids[0], content: fact.onB })).rejects.toMatchObject({
      code: "superseded",
    });
  });

  it("[DV38] that both changed: who decides ends one of them, one undo opens it again, and undone it leaves the other alone", async () => {
    const { a, b, ids, owner } = await devices(fact);
    const { id: first } = await a.changeMemory({ id: ids[0], content: fact.onA });
    const second = await b.storeMemory({ content: fact.onB, supersedes: ids[0] });
    expect(second).toMatchObject({ status: "new_version", supersedes: ids[0], conflicts_with: [first] });
    const [{ group }] = (await owner.conflicts()).conflicts;
    const { event_id } = await owner.resolveConflict({ group, winner: second.id });
    const versions = async () =>
      (await a.memoryHistory(ids[0])).versions.map((one) => [one.content, one.is_current_version]);
    const decided = [
      [fact.onB, true],
      [fact.onA, false],
      [fact.facts[0], false],
    ];
    expect(await versions()).toEqual(decided);
    expect((await a.memory(second.id)).conflict_status).toBe("resolved");
    await owner.undo({ event_id: event_id as string });
    expect((await owner.conflicts()).conflicts).toHaveLength(1);
    await b.undo({ event_id: second.event_id as string });
    expect((await owner.conflicts()).conflicts).toEqual([]);
    expect(await a.memory(first)).toMatchObject({ is_current_version: true, supersedes_id: ids[0] });
  });
});
