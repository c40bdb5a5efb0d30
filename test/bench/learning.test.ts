// The learning bench on a few notes: what feedback it gives, that asking teaches nothing, and what its rows say.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bench } from "../../bench/command.ts";
import { ask } from "../../bench/learning/answers.ts";
import type { CorrectionFact } from "../../bench/learning/correction-facts.ts";
import { correctionsOf } from "../../bench/learning/corrections.ts";
import { curveOf } from "../../bench/learning/curve.ts";
import { feed } from "../../bench/learning/feeding.ts";
import { correctionRows, curveRows } from "../../bench/learning/rows-of.ts";
import { pairsOf, wordingsOf } from "../../bench/learning/wordings.ts";
import { learning } from "../../bench/learning.ts";
import type { EvaluationSet, Question } from "../../bench/quality/evaluation-set.ts";
import { ProductMemory } from "../../bench/quality/product-memory.ts";
import { RememberingEmbedder } from "../../bench/quality/remembering-embedder.ts";
import type { Row } from "../../bench/rows.ts";
import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";

const DOCUMENTS = [
  "The oven needs descaling every March.",
  "The blue kettle trips the fuse of the kitchen.",
  "Winter tyres are stored behind the workbench.",
  "The door motor of the garage uses code 4471.",
  "Guests with a nut allergy come on Thursdays.",
].map((text, index) => ({ id: `d${index}`, text }));
const QUESTIONS: Question[] = [
  ["When is the oven descaled?", "d0"],
  ["In which month does the oven need descaling?", "d0"],
  ["Which kettle trips the fuse?", "d1"],
  ["Why does the fuse of the kitchen trip?", "d1"],
  ["Where are winter tyres stored?", "d2"],
  ["What is stored behind the workbench?", "d2"],
  ["Which code has the door motor?", "d3"],
  ["What does the motor of the garage use?", "d3"],
].map(([text, gold], index) => ({ id: `q${index}`, group: "home", text, gold: new Set([gold]) }));
const SET: EvaluationSet = {
  name: "home",
  unit: "document",
  groups: new Map([["home", DOCUMENTS]]),
  questions: QUESTIONS,
  unanswerable: [],
  leftOut: 0,
};

const embedder = new RememberingEmbedder(new NgramHashEmbedder());

async function filledMemory(): Promise<ProductMemory> {
  const memory = new ProductMemory(embedder);
  await memory.ingest(DOCUMENTS);
  return memory;
}

describe("feedback on a question", () => {
  it("[BL2] says what helped and what misled, and nothing of what fired later", async () => {
    const memory = await filledMemory();
    const perform = vi.spyOn(memory, "perform");
    const text = "Is it the kettle of the kitchen or the motor of the garage that trips a fuse?";
    const { fired } = await memory.query(text, 10);
    const given = await feed(memory, { ...QUESTIONS[2], text });
    expect(given).toMatchObject({ helped: 1, misled: Math.min(fired.length, 5) - 1 });
    const [name, request] = perform.mock.calls[2];
    expect(name).toBe("learn");
    const misled = fired.slice(0, 5).filter(({ id }) => memory.documentOf(id) !== "d1");
    expect(misled.length).toBeGreaterThan(0);
    expect(request).toMatchObject({
      outcome: 0,
      outcomes: { [memory.nodeOf("d1")]: 1, ...Object.fromEntries(misled.map(({ id }) => [id, -1])) },
    });
  });

  it("[BL2] asking teaches nothing, and a copy learns for itself", async () => {
    const memory = await filledMemory();
    const copy = memory.copy();
    const before = await ask(memory, QUESTIONS[1]);
    for (const question of QUESTIONS) await ask(memory, question);
    for (let round = 0; round < 3; round++) for (const question of QUESTIONS) await feed(copy, question);
    expect(await ask(memory, QUESTIONS[1])).toEqual(before);
    expect(await ask(copy, QUESTIONS[1])).not.toEqual(before);
  });
});

describe("the curve", () => {
  it("[BL3] asks the same questions at every share, of the product and of simple means", async () => {
    const measured = await curveOf(SET, { embedder, seeds: 2 });
    const counts = Map.groupBy(measured, ({ system, feedback }) => `${system} ${feedback}`);
    // A tenth of four fed questions is none: there simple means have nothing to go by.
    const asked = ["edgebrain 0", "edgebrain 0.1", "edgebrain 0.5", "boost 0.5", "lent 0.5"];
    expect([...counts.keys()]).toEqual([...asked, "edgebrain 1", "boost 1", "lent 1"]);
    expect([...counts.values()].every((all) => all.length === 8)).toBe(true);
  });

  it("[BL3] takes other settings, under which nothing may be found", async () => {
    const deaf = { ...PRODUCT, traversal: { ...PRODUCT.traversal, fireThreshold: 1e9 } };
    const measured = await curveOf(SET, { embedder, seeds: 1, settings: deaf });
    expect(measured.every(({ scores }) => scores["rec@5"] === 0)).toBe(true);
  });

  it("[BL4] a row is the mean of seeds, and its difference is paired with the same seed without feedback", () => {
    const scores = (value: number) =>
      Object.fromEntries(
        ["rec@1", "rec@5", "rec@10", "all@5", "any@5", "mrr", "ndcg@10"].map((m) => [m, value]),
      );
    const point = (seed: number, feedback: number, value: number) => ({
      ...{ system: "edgebrain", kind: "related" as const, question: QUESTIONS[0] },
      ...{ seed, feedback, scores: scores(value) as Record<"rec@1", number> as never },
    });
    const rows = curveRows(
      [point(1, 0, 0.2), point(2, 0, 0.6), point(1, 1, 0.3), point(2, 1, 0.7)],
      "toy",
      false,
    );
    const found = rows.filter(({ metric }) => metric === "related_rec@5");
    expect(found.map(({ unit, params }) => [unit, params.feedback])).toEqual([
      ["share", 0],
      ["share", 1],
      ["difference", 1],
    ]);
    expect(found[0].value).toBeCloseTo(0.4);
    expect(found[2].value).toBeCloseTo(0.1);
    expect(Number(found[2].params.high)).toBeCloseTo(0.1);
  });
});

describe("two wordings of a question", () => {
  it("[BL5] one is taught and the other asked, in both directions", async () => {
    expect(pairsOf(SET).length).toBe(4);
    const wordings = await wordingsOf(SET, { embedder });
    expect(wordings.map(({ taught, question }) => `${taught} ${question.id}`)).toEqual([
      ...["q1", "q3", "q5", "q7"].map((id) => `first ${id}`),
      ...["q0", "q2", "q4", "q6"].map((id) => `second ${id}`),
    ]);
  });
});

describe("corrections", () => {
  const fact: CorrectionFact = {
    id: "f1",
    wrong: "The oven needs descaling every March.",
    right: "The oven needs descaling every October.",
    asked: "When does the oven need descaling?",
    unseen: ["In which month does the oven need descaling?"],
    lookalike: {
      text: "The kettle needs descaling every March.",
      question: "When does the kettle need descaling?",
    },
  };

  it("[BL7] are asked for before, after, and after maintenance and a reload", async () => {
    const { facts, lookalikes } = await correctionsOf([fact], { embedder });
    expect(facts.map(({ state, as }) => `${state} ${as}`)).toEqual(
      ["before", "taught", "maintained"].flatMap((state) => [`${state} unseen`, `${state} taught`]),
    );
    expect(facts[0]).toMatchObject({ rightFirst: false, wrongFirst: true, wrongShown: true });
    expect(facts[3]).toMatchObject({ rightFirst: true, wrongShown: false });
    expect(facts[5]).toMatchObject({ rightFirst: true, wrongShown: false });
    expect(lookalikes[0]).toMatchObject({ state: "before", first: true, suppressed: false });
  });

  it("[BL7] as one more note the right text leaves the wrong one where it was", async () => {
    const { facts, lookalikes } = await correctionsOf([fact], { embedder, means: "note" });
    expect(facts.at(-1)).toMatchObject({ rightFirst: true, wrongShown: true });
    expect(lookalikes.some(({ suppressed }) => suppressed)).toBe(false);
  });

  it("[BL7] a look-alike is suppressed when it was shown before and is not any more", () => {
    const one = { fact, first: false };
    const lookalikes = [
      { ...one, state: "before" as const, suppressed: false },
      { ...one, state: "taught" as const, suppressed: true },
    ];
    const rows = correctionRows(
      { facts: [], lookalikes },
      { means: "correction", distractors: 0, quick: false },
    );
    const suppressed = rows.filter(({ metric }) => metric === "lookalike_suppressed");
    expect(suppressed.map(({ value, params }) => [params.state, value])).toEqual([
      ["before", 0],
      ["taught", 1],
    ]);
  });
});

describe("npm run bench -- learning", () => {
  let data: string;
  beforeAll(() => {
    data = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-learning-"));
    fs.mkdirSync(path.join(data, "home"));
    const corpus = DOCUMENTS.map((document) => ({ ...document, group: "home" }));
    const odd = { id: "q8", group: "home", query: "Who comes on Thursdays?", gold: ["d4"] };
    const queries = QUESTIONS.map(({ text, gold, ...rest }) => ({ ...rest, query: text, gold: [...gold] }));
    for (const [name, lines] of Object.entries({ corpus, queries: [...queries, odd] })) {
      const text = lines.map((line) => JSON.stringify(line)).join("\n");
      fs.writeFileSync(path.join(data, "home", `${name}.jsonl`), text);
    }
  });
  afterAll(() => fs.rmSync(data, { recursive: true }));

  async function run(...args: string[]) {
    const out: string[] = [];
    const err: string[] = [];
    const output = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
    const code = await bench(["learning", "--data", data, "--sets", "home", ...args], { learning }, output);
    return { code, stdout: out.join("\n"), stderr: err.join("\n") };
  }

  it("[BL8] prints rows with set, feedback and interval, and nothing else", async () => {
    const { code, stdout, stderr } = await run("--json", "--seeds", "2");
    expect(code).toBe(0);
    expect(stderr).toMatch(/home: .* feedbacks/);
    const rows = JSON.parse(stdout) as Row[];
    const recalls = rows.filter(
      ({ metric, unit, params }) =>
        metric === "related_rec@5" && unit === "share" && params.system === "edgebrain",
    );
    expect(recalls.map(({ params }) => params.feedback)).toEqual([0, 0.1, 0.5, 1]);
    expect(recalls.every(({ params }) => params.set === "home" && params.seeds === 2)).toBe(true);
  });

  it("[BL8] shows the same as tables, with what it was without feedback beside each figure", async () => {
    const { stdout } = await run("--quick");
    expect(stdout).toMatch(/home +related +edgebrain +0\.0/);
    expect(stdout).toMatch(/home +related +edgebrain +100\.0 .*\([+−]/);
    expect(stdout).toMatch(/CC BY-NC/);
  });

  it("[BL8] a system that is not the product's ends with code 2", async () => {
    expect(await run("--systems", "vector")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/edgebrain/),
    });
  });
});
