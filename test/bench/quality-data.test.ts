// Evaluation data: what is read from which shape, what is left out, and what a fault says.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { findSets } from "../../bench/quality/find-sets.ts";
import { RANDOM } from "../../bench/quality/plain-systems.ts";
import { productSystem } from "../../bench/quality/product-system.ts";
import { readFolder } from "../../bench/quality/read-folder.ts";
import { readNotes } from "../../bench/quality/read-notes.ts";
import { RememberingEmbedder } from "../../bench/quality/remembering-embedder.ts";
import { foreignQuestions, sampleOf, smallerSet } from "../../bench/quality/sampling.ts";
import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

function folderWith(files: Readonly<Record<string, readonly unknown[] | string>>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-quality-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const lines =
      typeof content === "string" ? content : content.map((one) => JSON.stringify(one)).join("\n");
    fs.writeFileSync(file, lines);
  }
  return folder;
}

const CORPUS = [
  { id: "a1", group: "a", session: "s1", text: "one", speaker: "owner", time: "2023/05/30 (Tue) 21:48" },
  { id: "a2", group: "a", session: "s2", text: "two", caption: "a bridge", time: "soon" },
  { id: "a3", group: "a", session: "s1", text: "three", time: "2024-01-02" },
  { id: "b1", group: "b", text: "four", title: "A title", time: "2023-05-08T13:56:00" },
];
const QUESTION = { id: "q", group: "a", query: "which?", gold: ["a1"] };

function read(queries: readonly unknown[], corpus: readonly unknown[] = CORPUS) {
  return readFolder(folderWith({ "corpus.jsonl": corpus, "queries.jsonl": queries }));
}

describe("a folder with a corpus and queries", () => {
  it("[BQ1] is read with the sessions of a group together and their turns numbered", () => {
    const { groups } = read([QUESTION]);
    expect(groups.get("a")?.map(({ id, turn }) => [id, turn])).toEqual([
      ["a1", 0],
      ["a3", 1],
      ["a2", 0],
    ]);
    expect(groups.get("b")).toEqual([expect.objectContaining({ id: "b1", title: "A title" })]);
    expect(groups.get("b")?.[0].turn).toBeUndefined();
  });

  it("[BQ1] has its times as ISO, and none where there is no date", () => {
    const documents = [...read([QUESTION]).groups.values()].flat();
    expect(Object.fromEntries(documents.map(({ id, time }) => [id, time]))).toEqual({
      a1: "2023-05-30T21:48:00",
      a2: undefined,
      a3: "2024-01-02T00:00:00",
      b1: "2023-05-08T13:56:00",
    });
  });

  it("[BQ2] a corrected label replaces the published one", () => {
    const [question] = read([{ ...QUESTION, gold_fixed: ["a2"] }]).questions;
    expect(question.gold).toEqual(new Set(["a2"]));
  });

  it("[BQ2] questions without usable evidence are left out and counted", () => {
    const none = [[], ["nowhere"], ["b1"]].map((gold, n) => ({ ...QUESTION, id: `n${n}`, gold }));
    const { questions, leftOut } = read([QUESTION, ...none, { ...QUESTION, id: "f", gold_fixed: [] }]);
    expect(questions.map(({ id }) => id)).toEqual(["q"]);
    expect(leftOut).toBe(4);
  });

  it("[BQ2] questions that nothing answers are kept apart", () => {
    const { questions, unanswerable, leftOut } = read([QUESTION, { ...QUESTION, id: "u", abstain: true }]);
    expect([questions.length, unanswerable.map(({ id }) => id), leftOut]).toEqual([1, ["u"], 0]);
  });

  it("[BQ2] evidence by session makes sessions the unit", () => {
    const set = read([{ id: "q", group: "a", query: "which?", gold_sessions: ["s1", "s2"] }]);
    expect(set).toMatchObject({ unit: "session", leftOut: 0 });
    expect(set.questions[0].gold).toEqual(new Set(["s1", "s2"]));
  });

  it("[BQ1] a fault is named with its file and line", () => {
    const faults: [
      corpus: readonly unknown[] | string,
      queries: readonly unknown[] | string,
      says: RegExp,
    ][] = [
      ["\n{]", [QUESTION], /corpus\.jsonl:2 is no JSON/],
      [[7], [QUESTION], /corpus\.jsonl:1 is no JSON object/],
      [[{ id: "a", group: "a" }], [QUESTION], /corpus\.jsonl:1 has no text/],
      [[{ id: "a", group: "a", text: 4 }], [QUESTION], /corpus\.jsonl:1 has a text that is no text/],
      [[CORPUS[0], CORPUS[0]], [QUESTION], /corpus\.jsonl:2 has the id a1 of an earlier document/],
      [CORPUS, [QUESTION, { ...QUESTION, gold: "a1" }], /queries\.jsonl:2 has a gold that is no list/],
      [CORPUS, [{ ...QUESTION, group: "c" }], /queries\.jsonl:1 asks the group c, which has no documents/],
      [CORPUS, [{ ...QUESTION, gold: [] }], /has no question with usable evidence/],
    ];
    for (const [corpus, queries, says] of faults) {
      const folder = folderWith({ "corpus.jsonl": corpus, "queries.jsonl": queries });
      expect(() => readFolder(folder)).toThrow(says);
    }
  });
});

describe("a file of notes", () => {
  it("[BQ1] is a set of one group; a question about a note that is not there is a fault", () => {
    const notes = [{ id: "n1", text: "one" }];
    const questions = [{ id: "q", question: "which?", note_ids: ["n1"] }];
    const file = (more: object) =>
      path.join(
        folderWith({ "notes.json": JSON.stringify({ name: "toy", notes, questions, ...more }) }),
        "notes.json",
      );
    expect(readNotes(file({}))).toMatchObject({
      name: "toy",
      unit: "document",
      questions: [{ text: "which?" }],
    });
    const wrong = file({ questions: [{ ...questions[0], note_ids: ["n2"] }] });
    expect(() => readNotes(wrong)).toThrow(/notes\.json: questions\[0\] names a note that is not there/);
    expect(() => readNotes(file({ notes: null }))).toThrow(/notes\.json has no list notes/);
  });
});

describe("the sets of a run", () => {
  const say = () => {};
  const set = { "corpus.jsonl": CORPUS, "queries.jsonl": [QUESTION] };
  const below = (name: string) =>
    Object.fromEntries(Object.entries(set).map(([file, lines]) => [`${name}/${file}`, lines]));

  it("[BQ1] are those of this repository, and one folder or all folders in it", () => {
    const one = folderWith(set);
    const many = folderWith({ ...below("first"), ...below("second"), "readme.md": "" });
    const recalls = ["recall-conversation", "recall-hops", "recall-updates"];
    const own = ["probes-de", "probes-nl", "probes-zh", ...recalls];
    expect(findSets(one, undefined, say).map(({ name }) => name)).toEqual([...own, path.basename(one)]);
    expect(findSets(many, undefined, say).map(({ name }) => name)).toEqual([...own, "first", "second"]);
    expect(findSets(many, ["second"], say).map(({ name }) => name)).toEqual(["second"]);
  });

  it("[BQ1] refuse a name that no set has, and a folder without any set", () => {
    expect(() => findSets(folderWith(below("first")), ["third"], say)).toThrow(
      /there is no set third: there are .*first/,
    );
    expect(() => findSets(folderWith({ "corpus.jsonl": CORPUS }), undefined, say)).toThrow(
      /has both corpus\.jsonl and queries\.jsonl/,
    );
    expect(() => findSets("/nowhere/at/all", undefined, say)).toThrow(/there is no folder/);
  });

  it("[BQ8] every probe has 20 notes and a question to each, none of them a copy", () => {
    const probes = findSets(folderWith(set), ["probes-de", "probes-nl", "probes-zh"], say);
    for (const { groups, questions, leftOut } of probes) {
      const notes = [...groups.values()].flat();
      expect([notes.length, questions.length, leftOut]).toEqual([20, 20, 0]);
      expect(new Set(questions.flatMap(({ gold }) => [...gold])).size).toBe(20);
      for (const { text } of questions) expect(notes.some((note) => note.text.includes(text))).toBe(false);
    }
  });
});

describe("the sets that are told as memories", () => {
  const sets = findSets(undefined, ["recall-conversation", "recall-updates", "recall-hops"], () => {});

  it("[BQ14] have the size and shape of those that they are like, and no question is told in its own words", () => {
    const shape = sets.map(({ groups, questions, stored }) => [
      ...[[...groups.values()].flat().length, questions.length],
      stored,
    ]);
    expect(shape).toEqual([
      [22, 10, "memories"],
      [23, 10, "memories"],
      [38, 7, "memories"],
    ]);
    for (const { groups, questions } of sets) {
      const notes = [...groups.values()].flat();
      expect(new Set(notes.map(({ text }) => text)).size).toBe(notes.length);
      for (const { text, gold } of questions) {
        expect(gold.size).toBe(1);
        expect(notes.some((note) => note.text.includes(text))).toBe(false);
      }
    }
    expect(new Set(sets[2].questions.map(({ category }) => category))).toEqual(
      new Set(["1 hop", "2 hops", "3 hops", "4 hops", "5 hops"]),
    );
  });

  it("[BQ14] are stored one after another with their times, and only what holds is found", async () => {
    const open = productSystem("edgebrain", new RememberingEmbedder(new NgramHashEmbedder())).open(
      "memories",
    );
    await open.ingest([
      {
        id: "old",
        text: "The rent of the workshop by the canal, with water and heating and two places for cars, is 640 euro a month.",
        time: "2026-02-02",
      },
      {
        id: "new",
        text: "The rent of the workshop by the canal, with water and heating and two places for cars, is 690 euro a month.",
        time: "2026-05-03",
      },
    ]);
    expect((await open.ask("What is the rent of the workshop?", 5)).ids).toEqual(["new"]);
  });

  it("[BQ14] are beside an order by chance, the same every time", async () => {
    const orders = ["one?", "one?", "other?"].map(async (question) => {
      const open = RANDOM.open();
      await open.ingest(Array.from({ length: 30 }, (_, at) => ({ id: `d${at}`, text: "text" })));
      return (await open.ask(question, 30)).ids;
    });
    const [first, again, other] = await Promise.all(orders);
    expect(first).toEqual(again);
    expect(first).not.toEqual(other);
    expect(first.toSorted()).toEqual(other.toSorted());
  });
});

describe("samples", () => {
  const many = Array.from({ length: 40 }, (_, index) => ({
    id: `q${index}`,
    group: index % 3 === 0 ? "a" : "b",
    text: "?",
    gold: new Set([`d${index}`]),
  }));
  const documents = Array.from({ length: 120 }, (_, index) => ({
    id: `d${index}`,
    text: "t",
    session: index < 60 ? `s${Math.floor(index / 6)}` : undefined,
  }));
  const set = {
    name: "toy",
    unit: "document" as const,
    groups: new Map([
      ["a", documents],
      ["b", documents],
    ]),
    questions: many,
    unanswerable: [],
    leftOut: 0,
  };

  it("[BQ6] a memory is asked as many foreign questions as it has own ones, all of other groups", () => {
    const foreign = foreignQuestions(set);
    expect(foreign.get("a")?.length).toBe(14);
    expect(foreign.get("a")?.every(({ group }) => group === "b")).toBe(true);
    expect(foreign.get("b")?.every(({ group }) => group === "a")).toBe(true);
    expect(foreignQuestions(set)).toEqual(foreign);
  });

  it("[BQ6] a set of one group has no foreign questions", () => {
    const one = {
      ...set,
      groups: new Map([["a", documents]]),
      questions: many.filter(({ group }) => group === "a"),
    };
    expect(foreignQuestions(one).get("a")).toEqual([]);
  });

  it("[BQ9] a quick run keeps the evidence of its questions, whole sessions, and the order", () => {
    const small = smallerSet(set, { groups: 1, questions: 5, documents: 50 });
    expect([...small.groups.keys()]).toEqual(["a"]);
    expect(small.questions.length).toBe(5);
    const kept = small.groups.get("a") ?? [];
    expect(kept.length).toBeGreaterThanOrEqual(50);
    expect(kept.length).toBeLessThan(60);
    for (const { gold } of small.questions)
      expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([...gold]));
    for (const { session } of kept.filter(({ session }) => session !== undefined)) {
      expect(kept.filter((document) => document.session === session).length).toBe(6);
    }
    expect(kept).toEqual(documents.filter((document) => kept.includes(document)));
  });

  it("[BQ9] a sample is the same for the same input, in order, and all where less is there", () => {
    expect(sampleOf(many, 7)).toEqual(sampleOf(many, 7));
    expect(sampleOf(many, 7).map(({ id }) => many.findIndex((one) => one.id === id))).toEqual(
      sampleOf(many, 7).map(({ id }) => Number(id.slice(1))),
    );
    expect(sampleOf(many, 99)).toEqual(many);
  });
});
