// The full-text index on a real SQLite: it holds what the texts say, whatever was written, removed and taken back.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SqliteStore } from "../../durable/store/store.ts";
import { termsOf } from "../../durable/text/terms.ts";
import { countedIn, indexOf, indexTraces, SearchedMemory } from "../support/searched-memory.ts";
import { nodeRecord } from "../support/small-graph.ts";

const STEPS = [1, 2, 3, 4, 6, 9];
const WORDS = ["disk", "disks", "full", "重启", "größe", "E4471", "\u{1f600}", "the", "AND", "db_prod"];
const TERMS = [...termsOf(WORDS.join(" ")).keys(), "ann", "door", "unknown"];

const Text = fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(" "));
const Id = fc.constantFrom("a", "b", "c", "d", "e");
const Metadata = fc.constantFrom(
  {},
  { title: "Ann Door" },
  { session: "s" },
  { session: "s", speaker: "Ann" },
);
const Step = fc.oneof(
  fc.record({ does: fc.constant("put" as const), id: Id, text: Text, metadata: Metadata }),
  fc.record({ does: fc.constant("remove" as const), id: Id }),
  fc.record({ does: fc.constant("ask" as const), text: Text }),
);
const Life = fc.array(fc.record({ fails: fc.boolean(), steps: fc.array(Step, { maxLength: 4 }) }), {
  maxLength: 8,
});
type Steps = ReadonlyArray<
  | { does: "put"; id: string; text: string; metadata: Record<string, string> }
  | { does: "remove"; id: string }
  | { does: "ask"; text: string }
>;

function live(memory: SearchedMemory, steps: Steps, fails: boolean): void {
  const { lexicon } = memory.store;
  memory[fails ? "fail" : "write"](({ draft }) => {
    for (const step of steps) {
      if (step.does === "put") draft.putNode(nodeRecord(step.id, step));
      else if (step.does === "remove") draft.removeNode(step.id);
      else lexicon.postings([...termsOf(step.text).keys()]);
    }
  });
}

describe("the full-text index", () => {
  it("[HR20] tells where each term occurs how often; between 2, 3, 4, 6 and 9 a count is the lower", () => {
    fc.assert(
      fc.property(fc.array(Text, { maxLength: 6 }), (texts) => {
        const memory = new SearchedMemory();
        live(
          memory,
          texts.map((text, number) => ({ does: "put", id: `n${number}`, text, metadata: {} })),
          false,
        );
        const found = indexOf(memory.store, memory.database, TERMS);
        expect(found).toMatchObject(countedIn(memory.database, STEPS) as object);
      }),
      { numRuns: 30 },
    );
  });

  it("[HR21] is after any writes, removals and failures what it would be, made anew from the texts", () => {
    fc.assert(
      fc.property(Life, (life) => {
        const memory = new SearchedMemory();
        for (const { steps, fails } of life) {
          const before = indexOf(memory.store, memory.database, TERMS);
          live(memory, steps as Steps, fails);
          const after = indexOf(memory.store, memory.database, TERMS);
          expect(after).toMatchObject(countedIn(memory.database, STEPS) as object);
          if (fails) expect(after).toEqual(before);
          const woken = new SqliteStore(memory.database);
          expect(indexOf(woken, memory.database, TERMS)).toEqual(after);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("[HR21] a failed write leaves graph and index as they were, ties included", () => {
    const memory = new SearchedMemory();
    live(memory, [{ does: "put", id: "ann", text: "a door", metadata: { title: "Ann Door" } }], false);
    const [mind, index] = [memory.mind(), indexOf(memory.store, memory.database, TERMS)];
    live(memory, [{ does: "put", id: "b", text: "I met Ann Door", metadata: { session: "s" } }], true);
    expect(memory.mind()).toEqual(mind);
    expect(indexOf(memory.store, memory.database, TERMS)).toEqual(index);
    expect(memory.store.lexicon.waiting).toBe(0);
  });

  it("[HR22] an edit of text, title or session is indexed with it, an edit of anything else is not", () => {
    const memory = new SearchedMemory();
    const put = (text: string, metadata: Record<string, string>, summary = "") =>
      memory.write(({ draft }) => draft.putNode(nodeRecord("a", { text, metadata, summary })));
    const state = () => JSON.stringify(indexOf(memory.store, memory.database, ["disk", "full", "ann"]));
    put("disk", { title: "Ann Door" });
    const first = state();
    put("disk", { title: "Ann Door" }, "a summary");
    expect(state()).toBe(first);
    put("full", { title: "Ann Door" });
    expect(memory.store.lexicon.postings(["disk", "full"]).map(({ documents }) => documents.length)).toEqual([
      0, 1,
    ]);
    put("full", { session: "s" });
    expect(memory.store.lexicon.namedBy(["ann door"], 9).size).toBe(0);
  });

  it("[HR23] what an erasure removes leaves no term in any table of the index", async () => {
    const memory = new SearchedMemory();
    await memory.add({
      kept: "The printer needs paper.",
      secret: ["Zebrafish swim in zebrafish tanks at Quagmire, zebrafish!", { session: "zanzibar" }],
      named: ["A place.", { title: "Quagmire" }],
    });
    const traces = ["zebrafish", "quagmir", "quagmire", "zanzibar", "tank"];
    const left = () => indexTraces((statement) => memory.database.each(statement), traces);
    expect(left().length).toBeGreaterThan(3);
    await memory.do("erase", { node_ids: ["secret", "named"] });
    expect(left()).toEqual([]);
    expect(memory.store.lexicon.postings(["printer"])[0].documents).toHaveLength(1);
  });

  it("[HR23] nor does what its text was before an edit, or a whole memory that is erased", async () => {
    const memory = new SearchedMemory();
    const left = () => indexTraces((statement) => memory.database.each(statement), ["zebrafish", "quagga"]);
    await memory.add({ a: "A zebrafish.", b: ["A quagga.", { title: "Quagga" }] });
    await memory.do("edit", { id: "a", text: "Something else." });
    await memory.do("erase", { node_ids: ["a"] });
    expect(left().join()).not.toContain("zebrafish");
    await memory.do("erase", { agent: true });
    expect(left()).toEqual([]);
    expect(memory.store.lexicon.lengths.count).toBe(0);
  });

  it("[HR23] what is removed is found by no word from then on", () => {
    const memory = new SearchedMemory();
    live(memory, [{ does: "put", id: "a", text: "disk full", metadata: { title: "Ann Door" } }], false);
    live(memory, [{ does: "remove", id: "a" }], false);
    const { lexicon } = memory.store;
    expect(lexicon.postings(["disk"])[0].documents).toHaveLength(0);
    expect(lexicon.withAll(["disk"], 9)).toEqual([]);
    expect(lexicon.namedBy(["ann door"], 9).size).toBe(0);
    expect(lexicon.lengths.count).toBe(0);
  });

  it("[HR24] finds the nodes that hold all of some terms; of no terms, none", () => {
    const memory = new SearchedMemory();
    live(
      memory,
      [
        { does: "put", id: "a", text: "disk full", metadata: {} },
        { does: "put", id: "b", text: "disk", metadata: {} },
      ],
      false,
    );
    expect(memory.store.lexicon.withAll(["disk", "full"], 9)).toEqual(["a"]);
    expect(memory.store.lexicon.withAll(["disk"], 1)).toHaveLength(1);
    expect(memory.store.lexicon.withAll([], 9)).toEqual([]);
  });
});
