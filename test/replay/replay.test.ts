// Learning from session logs, on a real store: what is learned of them, that it is learned once, and how it goes again.

import { describe, expect, it } from "vitest";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { LIMITS } from "../../wire/limits.ts";
import { NOTES, ReplayingMemory } from "../support/replaying-memory.ts";
import { ALL, CORRECTION, DEPLOYS, logOf, type Said, textOf } from "../support/session-logs.ts";

const between = (memory: ReplayingMemory) =>
  memory.weight(NOTES["deploys.md"], NOTES["approvals.md"]) as number;
const refused = (code: string) => expect.stringContaining(`${code}:`);

async function failure(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: Error) => error.message,
  );
}

describe("a replay", () => {
  it.each([
    ["praise", "Thanks!", 1],
    ["no objection", "Next: who feeds the cats?", 1],
    ["an objection", "No, that's wrong.", -1],
  ])("[RE10] takes %s as the verdict on the walk", async (_, reaction, sign) => {
    const memory = await ReplayingMemory.begin();
    const before = between(memory);
    const reply = await memory.replay(textOf(logOf([...DEPLOYS, { user: reaction }])), {
      mode: "edges-only",
    });
    expect(Math.sign(between(memory) - before)).toBe(sign);
    expect(reply).toMatchObject({ state: "done", mode: "edges-only", source: "replay:log" });
    expect(reply.counts[sign > 0 ? "praised" : "objected"]).toBe(1);
    expect(reply.learned).toBe(reply.end);
  });

  it("[RE10] praises more where the answer quotes what fired, and nothing that was not answered or heard", async () => {
    const learned = async (said: Said[]) => {
      const memory = await ReplayingMemory.begin();
      const { counts } = await memory.replay(textOf(logOf(said)), { mode: "edges-only" });
      return { moved: between(memory) - 0.4, counts };
    };
    const plain = await learned(DEPLOYS);
    const quoting = await learned([
      DEPLOYS[0],
      { assistant: `It says: ${NOTES["deploys.md"].toUpperCase()}` },
    ]);
    const unanswered = await learned([DEPLOYS[0]]);
    const unheard = await learned([{ user: "Who is Marguerite Vandenberg?" }, { assistant: "Yes." }]);
    expect(quoting.moved).toBeGreaterThan(plain.moved);
    expect(plain.moved).toBeGreaterThan(0);
    expect([unanswered.moved, unanswered.counts.unanswered]).toEqual([0, 1]);
    expect([unheard.moved, unheard.counts.unheard]).toEqual([0, 1]);
  });

  it("[RE11] makes memory of what users correct and teach, unless only edges are wanted", async () => {
    const memory = await ReplayingMemory.begin();
    const edgesOnly = await memory.replay(textOf(logOf(ALL)), { mode: "edges-only" });
    expect([edgesOnly.counts.events, memory.nodes().length]).toEqual([0, Object.keys(NOTES).length]);
    const fast = await memory.replay(textOf(logOf(ALL)), { mode: "fast", restart: true });
    expect(fast.counts).toMatchObject({ known: 3, queries_replayed: 0, corrections: 1, teachings: 1 });
    const { fired } = await memory.perform("query", { query: "Where does the canary of a deploy run?" });
    expect(fired[0].text).toBe(CORRECTION);
    expect(fired.map(({ text }) => text).indexOf(NOTES["canary.md"])).not.toBe(0);
    const node = memory.nodes().find(({ text }) => text === CORRECTION);
    expect(node).toMatchObject({
      kind: "correction",
      metadata: { source: "replay:log", session_pointer: "log:4-4" },
    });
  });

  it("[RE12] learns each thing once: sent again, begun anew, renamed, rotated", async () => {
    const memory = await ReplayingMemory.begin();
    await memory.replay(textOf(logOf(ALL)));
    const learned = [memory.edges(), memory.nodes(), memory.memory.store.journal(100).length];
    const same = () =>
      expect([memory.edges(), memory.nodes(), memory.memory.store.journal(100).length]).toEqual(learned);
    await memory.replay(textOf(logOf(ALL)));
    same();
    await memory.replay(textOf(logOf(ALL)), { restart: true });
    same();
    await memory.replay(textOf(logOf(ALL)), { log: "renamed" });
    same();
    const rotated = textOf([...logOf(ALL.slice(2), { from: 2, header: false })]);
    const { counts } = await memory.replay(rotated, { log: "log.1" });
    expect(counts).toMatchObject({ questions: 2, known: 2, events_known: 2 });
    same();
  });

  it("[RE12] goes on where a log grew", async () => {
    const [whole, grown] = [await ReplayingMemory.begin(), await ReplayingMemory.begin()];
    await whole.replay(textOf(logOf(ALL)));
    const first = textOf(logOf(DEPLOYS));
    const rest = textOf(logOf(ALL)).slice(first.length);
    expect((await grown.replay(first)).state).toBe("done");
    const reply = await grown.replay(rest, { first: first.length });
    expect(reply).toMatchObject({ state: "done", counts: { questions: 3 } });
    expect(grown.edges()).toEqual(whole.edges());
  });

  it("[RE13] takes parts of any size, in order, and knows those that came before", async () => {
    const lines = logOf(Array.from({ length: 15 }, () => ALL).flat());
    const whole = await ReplayingMemory.begin();
    await whole.replay(textOf(lines));
    for (const size of [1, 3, 40]) {
      const memory = await ReplayingMemory.begin();
      await memory.perform("replay", { log: "log" });
      let first = 0;
      for (let line = 0; line < lines.length; line += size) {
        const part = textOf(lines.slice(line, line + size));
        const range = `${first}-${first + part.length}`;
        const send = () => memory.perform("replayPart", { log: "log", range, lines: part });
        const early = { log: "log", range: `${first + 9}-${first + 9 + part.length}`, lines: part };
        expect(await failure(memory.perform("replayPart", early))).toEqual(refused("part_order"));
        first += part.length;
        const sent = await send();
        expect(sent.received).toBe(first);
        if (line % 2 === 0) await memory.learnAll();
        expect((await send()).received).toBe(first);
      }
      await memory.perform("replay", { log: "log", end: first });
      await memory.learnAll();
      expect(memory.edges()).toEqual(whole.edges());
      expect(memory.nodes()).toEqual(whole.nodes());
      expect(memory.memory.store.replays.waiting).toBe(0);
    }
  });

  it("[RE13] refuses what is no part, more than may wait, and what follows nothing", async () => {
    const memory = await ReplayingMemory.begin();
    const part = (range: string, lines: string) =>
      failure(memory.perform("replayPart", { log: "log", range, lines }));
    expect(await part("0-3", "{}\n")).toEqual(refused("not_found"));
    await memory.perform("replay", { log: "log" });
    expect(await part("0-2", "{}")).toEqual(refused("invalid_request"));
    expect(await part("3-3", "{}\n")).toEqual(refused("invalid_request"));
    expect(await part("0-3", "\0\n")).toEqual(refused("invalid_text"));
    const long = `${"x".repeat(LIMITS.replayPartBytes - 1)}\n`;
    expect(await part(`0-${long.length + 1}`, `x${long}`)).toEqual(refused("too_large"));
    expect(await failure(memory.perform("replay", { log: "log", end: 5 }))).toBe("done");
    let first = 0;
    for (let sent = "done"; sent === "done"; first += long.length)
      sent = await part(`${first}-${first + long.length}`, long);
    expect(memory.memory.store.replays.waiting).toBeLessThanOrEqual(LIMITS.replayWaitingBytes);
    expect(first).toBeGreaterThan(LIMITS.replayWaitingBytes);
    await memory.perform("replayCancel", { log: "log" });
    expect(memory.memory.store.replays.waiting).toBe(0);
    expect(await part("0-3", "{}\n")).toEqual(refused("part_order"));
    expect((await memory.perform("replay", { log: "log" })).state).toBe("open");
  });

  it("[RE14] is undone as a whole by its source, and can then be replayed again", async () => {
    const memory = await ReplayingMemory.begin();
    const before = [memory.edges(), memory.nodes()];
    const { source } = await memory.replay(textOf(logOf(ALL)));
    const learned = [memory.edges(), memory.nodes().map(({ id }) => id)];
    expect(memory.edges()).not.toEqual(before[0]);
    memory.role = "owner";
    const undone = await memory.perform("undo", { source, since: 0 });
    expect(undone).toMatchObject({ nodes_removed_count: 2, estimated: 0 });
    expect([memory.edges(), memory.nodes()]).toEqual(before);
    expect(await failure(memory.perform("replayStatus", { log: "log" }))).toEqual(refused("not_found"));
    await memory.replay(textOf(logOf(ALL)));
    expect([memory.edges(), memory.nodes().map(({ id }) => id)]).toEqual(learned);
  });

  it("[RE15] dry counts the same and learns nothing", async () => {
    const memory = await ReplayingMemory.begin();
    const before = [memory.mindAndDisk(), memory.memory.store.journal(100).length];
    const dry = await memory.replay(textOf(logOf(ALL)), { log: "dry", dry_run: true });
    expect([memory.mindAndDisk(), memory.memory.store.journal(100).length]).toEqual(before);
    const { counts } = await memory.replay(textOf(logOf(ALL)));
    expect(dry.counts).toEqual(counts);
    expect(counts.queries_replayed).toBeGreaterThan(0);
  });

  it("[RE16] brings nothing back that was erased, and keeps no line of a log through an erasure", async () => {
    const memory = await ReplayingMemory.begin();
    memory.role = "owner";
    const { node_id: id } = await memory.perform("inject", { content: CORRECTION, type: "CORRECTION" });
    await memory.perform("replay", { log: "log", lines: textOf(logOf(ALL)) });
    await memory.perform("erase", { node_ids: [id] });
    expect(memory.memory.store.replays.waiting).toBe(0);
    expect((await memory.perform("replayStatus", { log: "log" })).received).toBe(0);
    const { counts } = await memory.replay(textOf(logOf(ALL)));
    expect(counts).toMatchObject({ corrections: 0, events_refused: 1, teachings: 1 });
    expect(memory.nodes().some(({ text }) => text === CORRECTION)).toBe(false);
  });

  it("[RE17] waits for an embedder that fails, and loses nothing", async () => {
    const [plain, failing] = [await ReplayingMemory.begin(), await ReplayingMemory.begin()];
    await plain.replay(textOf(logOf(ALL)));
    await failing.perform("replay", { log: "log", lines: textOf(logOf(ALL)), end: "here" });
    const { embedder } = failing.memory;
    const down = () => Promise.reject(new EmbedderFailure("unavailable", "the provider answers 503"));
    Object.assign(failing.memory, { embedder: { ...embedder, embed: down } });
    await failing.ring();
    expect(await failing.perform("replayStatus", { log: "log" })).toMatchObject({
      learned: 0,
      error: "the provider answers 503",
    });
    Object.assign(failing.memory, { embedder });
    await failing.learnAll();
    expect(failing.edges()).toEqual(plain.edges());
    expect((await failing.perform("replayStatus", { log: "log" })).error).toBeNull();
  });
});
