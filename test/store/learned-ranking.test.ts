// What judged answers teach of all answers, through the one door: on which questions it acts, that it is told of each answer,
// and that it lasts as long as what taught it, and no longer.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RankingSettings } from "../../durable/graph/learned-ranking.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import { mindOf } from "../../durable/operations/mind.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { bylineOf, LONGEST_BYLINE, shareSaid } from "../../durable/text/byline.ts";
import { termsOf } from "../../durable/text/terms.ts";
import { exportOf, importInto } from "../support/moving.ts";
import { SearchedMemory } from "../support/searched-memory.ts";

const SETTINGS = PRODUCT.taught?.ranking as RankingSettings;

const by = (speaker: string, text: string) => [text, { speaker }] as const;
/** Two who talk about the same; what one does is told by themselves, and the other says the same words back. */
const TALK = {
  a1: by("Ann", "My kayak trip down the river took four days in the rain"),
  b1: by("Ben", "A kayak trip down the river in the rain, Ann, wow"),
  a2: by("Ann", "My pottery class begins on Tuesday at the old mill"),
  b2: by("Ben", "A pottery class on Tuesday at the old mill, Ann, nice"),
  a3: by("Ann", "My sister planted forty apple trees behind the barn"),
  b3: by("Ben", "Forty apple trees planted behind the barn by a sister, Ann, great"),
};
const KAYAK = "how long was the kayak trip down the river of Ann";
const POTTERY = "when does the pottery class of Ann begin";
const TREES = "who planted apple trees behind the barn of Ann";

async function talk(profile: "product" | "parity" = "product"): Promise<SearchedMemory> {
  const memory = new SearchedMemory(profile);
  await memory.add(TALK);
  return memory;
}

async function judge(memory: SearchedMemory, question: string, outcomes: Record<string, number>) {
  const { query_id } = await memory.ask(question);
  return memory.do("learn", { query_id, outcome: 0, outcomes });
}

async function judged(): Promise<SearchedMemory> {
  const memory = await talk();
  await judge(memory, KAYAK, { a1: 1, b1: -1 });
  await judge(memory, POTTERY, { a2: 1, b2: -1 });
  return memory;
}

function weightsOf({ store }: SearchedMemory): readonly number[] | null {
  return store.lexicon.questions.ranking.weights(SETTINGS);
}

/** By how much one node stays ahead of another. */
async function ahead(memory: SearchedMemory, question: string, first: string, second: string) {
  const { seeds } = await memory.ask(question);
  const of = (id: string) => seeds.find((seed) => seed.id === id)?.score ?? 0;
  return of(first) - of(second);
}

async function answerTo(memory: SearchedMemory, question: string) {
  const { fired, seeds, suppressed, decision, confidence } = await memory.ask(question);
  return { fired, seeds, suppressed, decision, confidence };
}

describe("judged answers", () => {
  it("[RA10] put what is like them ahead for questions about something else", async () => {
    const [before, after] = [await talk(), await judged()];
    const gained = (await ahead(after, TREES, "a3", "b3")) - (await ahead(before, TREES, "a3", "b3"));
    expect(gained).toBeGreaterThan(0.05);
    expect((await after.found(TREES))[0]).toBe("a3");
  });

  it("[RA11] change no other question where nothing is said to have misled", async () => {
    const memory = await talk();
    const before = (await answerTo(memory, TREES)).seeds;
    const { query_id } = await memory.ask(KAYAK);
    await memory.do("learn", { query_id, outcome: 0, outcomes: { a1: 1 } });
    expect(weightsOf(memory)).toBeNull();
    expect((await answerTo(memory, TREES)).seeds).toEqual(before);
  });

  it("[RA12] teach one thing, however often they are given", async () => {
    const memory = await judged();
    const once = weightsOf(memory);
    for (let time = 0; time < 50; time++) await judge(memory, KAYAK, { a1: 1, b1: -1 });
    expect(weightsOf(memory)).toEqual(once);
  });

  it("[RA13] make no question surer", async () => {
    const [before, after] = [await talk(), await judged()];
    expect((await after.ask(TREES)).confidence).toBe((await before.ask(TREES)).confidence);
  });

  it("[RA14] are named among the causes of an answer, with what they added or took", async () => {
    const memory = await judged();
    const { query_id } = await memory.ask(TREES);
    const { fired } = await memory.do("explain", { id: query_id });
    const share = (id: string) =>
      fired.find((one) => one.id === id)?.seed?.lent.find(({ kind }) => kind === "ranking")?.amount;
    expect(share("a3")).toBeGreaterThan(0);
    expect(share("b3")).toBeLessThan(0);
  });

  it("[RA15] teach nothing of the kind in the parity profile", async () => {
    const memory = await talk("parity");
    await judge(memory, KAYAK, { a1: 1, b1: -1 });
    expect(weightsOf(memory)).toBeNull();
  });

  it("[RA21] lower nothing that is constitutional", async () => {
    const [before, after] = [await talk(), await judged()];
    for (const memory of [before, after])
      await memory.do("anchor", { node_id: "b3", authority: "constitutional" });
    const scores = await Promise.all(
      [before, after].map(
        async (memory) => (await memory.ask(TREES)).seeds.find(({ id }) => id === "b3")?.score,
      ),
    );
    expect(scores[1]).toBeGreaterThanOrEqual(scores[0] as number);
  });

  it("[RA16] put no correction behind where it would be without them", async () => {
    const memories = [await talk(), await judged()];
    const right = "The apple trees behind the barn of Ann were planted by her cousin";
    const ranks = await Promise.all(
      memories.map(async (memory) => {
        const { query_id } = await memory.ask(TREES);
        await memory.do("correction", { query_id, content: right, corrects: ["a3"] });
        return (await memory.ask(TREES)).fired.findIndex(({ text }) => text === right);
      }),
    );
    expect(ranks).toEqual([0, 0]);
  });
});

describe("what judged answers taught", () => {
  it("[RA17] is there after a reload and in another agent that imports it, with the same answers", async () => {
    const memory = await judged();
    const before = await answerTo(memory, TREES);
    const other = new SearchedMemory();
    await importInto(other.door, await exportOf(memory.door), {});
    await other.chore();
    const store = new SqliteStore(memory.database, new Uint8Array(32).fill(3));
    Object.assign(memory.memory, { store, ...mindOf({ ...memory.memory, store }) });
    expect(await answerTo(memory, TREES)).toEqual(before);
    expect(weightsOf(other)).toEqual(weightsOf(memory));
    expect((await answerTo(other, TREES)).seeds).toEqual(before.seeds);
  });

  it("[RA18] goes with the answer, and of what misled alone with that", async () => {
    const memory = await judged();
    await memory.do("erase", { node_ids: ["a1"] });
    const other = await talk();
    await judge(other, POTTERY, { a2: 1, b2: -1 });
    expect(weightsOf(memory)).toEqual(weightsOf(other));
    await memory.do("erase", { node_ids: ["b2"] });
    expect(weightsOf(memory)).toBeNull();
    expect(memory.store.asked("a2", 1)?.text).toBe(POTTERY);
  });

  it("[RA18] is, of several that misled, what the others leave", async () => {
    const [memory, never] = [await talk(), await talk()];
    await judge(memory, KAYAK, { a1: 1, b1: -1, b2: -1, a3: -1 });
    await judge(never, KAYAK, { a1: 1, b1: -1, a3: -1 });
    expect(weightsOf(memory)).not.toEqual(weightsOf(never));
    await memory.do("erase", { node_ids: ["b2"] });
    expect(weightsOf(memory)).toEqual(weightsOf(never));
    const ids = JSON.stringify([...memory.store.erasing.journal()]);
    expect(ids).not.toContain("b2");
  });

  it("[RA19] of one token, undone, leaves the contrasts and weights as if it had never been", async () => {
    const node = fc.constantFrom(...Object.keys(TALK));
    const act = fc.record({
      question: fc.constantFrom(KAYAK, POTTERY, TREES, "tell me of the old mill"),
      good: fc.uniqueArray(node, { maxLength: 2 }),
      bad: fc.uniqueArray(node, { maxLength: 3 }),
      isBad: fc.boolean(),
    });
    const lived = async (acts: readonly (typeof act extends fc.Arbitrary<infer Act> ? Act : never)[]) => {
      const memory = await talk();
      for (const { question, good, bad, isBad } of acts) {
        memory.author = isBad ? "eve" : "ann";
        const outcomes = Object.fromEntries([
          ...bad.map((id) => [id, -1] as const),
          ...good.map((id) => [id, 1] as const),
        ]);
        await judge(memory, question, outcomes);
      }
      memory.author = "test";
      return memory;
    };
    const contrastsOf = ({ database }: SearchedMemory) => [
      ...database.each("select id, text, contrast from vectors where text is not null order by id, text"),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 8 }), async (acts) => {
        const [memory, never] = [await lived(acts), await lived(acts.filter(({ isBad }) => !isBad))];
        await memory.do("undo", { author: "eve", since: 0 });
        expect(contrastsOf(memory)).toEqual(contrastsOf(never));
        expect(weightsOf(memory)).toEqual(weightsOf(never));
      }),
      { seed: 20261130, numRuns: 60 },
    );
  }, 60_000);
});

describe("bylines in the index", () => {
  it("[RA20] are said as much as by reading the metadata, after every change of them", async () => {
    const word = fc.constantFrom("ann", "Ben", "Scott", "Derrickson", "the", "of", "Rome", "七", "x1");
    const name = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
    const metadata = fc.record({ speaker: name, title: name }, { requiredKeys: [] });
    const notes = fc.array(metadata, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(notes, fc.option(metadata), name, async (all, changed, question) => {
        const memory = new SearchedMemory();
        const told = all.map((one, at) => [`n${at}`, [`note number ${at}`, one]] as const);
        await memory.add(Object.fromEntries(told) as never);
        if (changed) {
          const cell = JSON.stringify(changed);
          memory.database.exec("update nodes set metadata = ? where id = 'n0'", cell);
          memory.write(({ store }) => store.lexicon.index(10));
        }
        const terms = [...termsOf(question).keys()];
        const { lexicon } = memory.store;
        const said = lexicon.said(terms);
        const numbers = lexicon.numbersOf(told.map(([id]) => id));
        for (const [id, [, own]] of told) {
          const byline = bylineOf(id === "n0" && changed ? changed : own);
          const share = shareSaid(byline.filter((term) => terms.includes(term)).length, byline.length);
          expect(said(numbers.get(id) as number)).toBeCloseTo(share, 12);
        }
      }),
      { numRuns: 40 },
    );
    expect(shareSaid(LONGEST_BYLINE, 9)).toBe(1);
  }, 60_000);
});
