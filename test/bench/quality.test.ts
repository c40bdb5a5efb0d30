// The quality bench on a few notes: what it asks whom, what its rows say, and what it leaves out.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bench } from "../../bench/command.ts";
import { evaluate } from "../../bench/quality/evaluate.ts";
import type { EvaluationDocument, EvaluationSet } from "../../bench/quality/evaluation-set.ts";
import { productSystem } from "../../bench/quality/product-system.ts";
import { RememberingEmbedder } from "../../bench/quality/remembering-embedder.ts";
import type { Answer, System } from "../../bench/quality/system.ts";
import { quality } from "../../bench/quality.ts";
import type { Row } from "../../bench/rows.ts";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";

const CORPUS = [
  ["kitchen", "t1", "The oven needs descaling every March."],
  ["kitchen", "t1", "The blue kettle trips the fuse."],
  ["kitchen", "t2", "Guests with a nut allergy come on Thursdays."],
  ["garage", "t1", "Winter tyres are stored behind the workbench."],
  ["garage", "t1", "The door motor uses code 4471."],
].map(([group, session, text], index) => ({ id: `d${index}`, group, session, text, speaker: "owner" }));
const QUERIES = [
  ["kitchen", "When is the oven descaled?", "d0", "time"],
  ["kitchen", "Which kettle trips a fuse?", "d1", "thing"],
  ["garage", "Where are the winter tyres stored?", "d3", "thing"],
  ["garage", "Which code has the door motor?", "d4", "thing"],
].map(([group, query, gold, category], index) => ({ id: `q${index}`, group, query, gold: [gold], category }));

let data: string;

beforeAll(() => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-quality-"));
  fs.mkdirSync(path.join(data, "home"));
  for (const [name, lines] of Object.entries({ corpus: CORPUS, queries: QUERIES })) {
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    fs.writeFileSync(path.join(data, "home", `${name}.jsonl`), text);
  }
});
afterAll(() => fs.rmSync(data, { recursive: true }));

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const output = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
  const code = await bench(["quality", "--data", data, ...args], { quality }, output);
  return { code, stdout: out.join("\n"), stderr: err.join("\n") };
}

async function rows(...args: string[]): Promise<Row[]> {
  return JSON.parse((await run("--json", "--sets", "home", ...args)).stdout);
}

/** A system that answers as told, and keeps what it was asked. */
function scripted(answers: Readonly<Record<string, Partial<Answer>>>) {
  const asked: string[] = [];
  const system: System = {
    name: "scripted",
    open: () => ({
      ingest: async () => {},
      async ask(question) {
        asked.push(question);
        return { ids: [], refused: false, confidence: null, ...answers[question] };
      },
    }),
  };
  return { system, asked };
}

const SET: EvaluationSet = {
  name: "toy",
  unit: "document",
  groups: new Map<string, EvaluationDocument[]>([
    ["a", [1, 2, 3].map((n) => ({ id: `a${n}`, text: `text ${n}`, session: n < 3 ? "s1" : "s2", turn: n }))],
    ["b", [{ id: "b1", text: "text" }]],
  ]),
  questions: [
    { id: "qa", group: "a", text: "of a?", gold: new Set(["a2"]) },
    { id: "qb", group: "b", text: "of b?", gold: new Set(["b1"]) },
  ],
  unanswerable: [{ id: "qu", group: "a", text: "of nobody?", gold: new Set() }],
  leftOut: 0,
};

describe("a system on a set", () => {
  it("[BQ6] is asked its own questions, then those of another memory and those that nothing answers", async () => {
    const { system, asked } = scripted({ "of b?": { refused: true }, "of nobody?": { refused: true } });
    const { own, foreign } = await evaluate(system, SET);
    expect(asked).toEqual(["of a?", "of b?", "of nobody?", "of b?", "of a?"]);
    expect(own.map(({ question, refused }) => [question.id, refused])).toEqual([
      ["qa", false],
      ["qb", true],
    ]);
    expect(foreign.map(({ question, refused }) => [question.id, refused])).toEqual([
      ["qb", true],
      ["qu", true],
      ["qa", false],
    ]);
  });

  it("[BQ3] sessions are ranked by their best document", async () => {
    const { system } = scripted({ "of a?": { ids: ["a1", "a2", "a3"] } });
    const [qa] = SET.questions;
    const sessions = { ...SET, unit: "session" as const, questions: [{ ...qa, gold: new Set(["s2"]) }] };
    const { own } = await evaluate(system, { ...sessions, groups: new Map([...SET.groups].slice(0, 1)) });
    expect(own[0].scores.mrr).toBe(1 / 2);
  });

  it("[BQ3] ids that are no documents of the group count for nothing", async () => {
    const { system } = scripted({ "of a?": { ids: ["correction-1", "a2"] } });
    expect((await evaluate(system, SET)).own[0].scores["rec@1"]).toBe(1);
  });
});

describe("the product", () => {
  it("[BQ10] is written to and asked by its own operations, and answers with the documents' own ids", async () => {
    const open = productSystem("edgebrain", new RememberingEmbedder(new NgramHashEmbedder())).open();
    // Ids, sessions longer than a request, and the same text twice: whatever a data set brings.
    const documents = Array.from({ length: 450 }, (_, index) => ({
      id: index === 0 ? "." : `note.md::${index}`,
      text: index % 2 === 0 ? "the same in many places" : `shelf number ${index}`,
      session: index < 300 ? "long" : `s${index % 7}`,
      turn: index,
    }));
    await open.ingest(documents);
    const { ids, refused } = await open.ask("shelf number 333", 10);
    expect(ids[0]).toBe("note.md::333");
    expect(ids.length).toBeGreaterThanOrEqual(10);
    expect(new Set(ids).size).toBe(ids.length);
    expect(refused).toBe(false);
  });

  it("[BQ10] an answer by full text alone, for want of the embedder, is no answer of that embedder", async () => {
    const whole = new NgramHashEmbedder();
    const broken = {
      name: whole.name,
      dimension: whole.dimension,
      slow: false,
      async embed(texts: readonly string[], side: "query" | "document") {
        if (side === "query") throw new EmbedderFailure("unavailable", "no answer");
        return whole.embed(texts);
      },
    };
    const open = productSystem("edgebrain:broken", new RememberingEmbedder(broken)).open();
    await open.ingest([{ id: "a", text: "one" }]);
    await expect(open.ask("one", 5)).rejects.toThrow(EmbedderFailure);
  });

  it("[BQ11] a text is embedded once a side, however many systems ask", async () => {
    const given: string[] = [];
    const embedder = new RememberingEmbedder({
      ...{ name: "toy", dimension: 1, slow: true },
      async embed(texts, side) {
        given.push(...texts.map((text) => `${side} ${text}`));
        return texts.map(() => [1]);
      },
    });
    await embedder.embed(["a", "b", "a"], "document");
    await embedder.embed(["b", "c"], "document");
    await embedder.embed(["a"], "query");
    expect(given).toEqual(["document a", "document b", "document c", "query a"]);
    expect([embedder.spent.document.texts, embedder.spent.query.texts]).toEqual([3, 1]);
  });
});

describe("npm run bench -- quality", () => {
  it("[BQ12] prints one array of rows with set, system and count, and says what goes on elsewhere", async () => {
    const { code, stdout, stderr } = await run("--json", "--sets", "home", "--systems", "lexical,edgebrain");
    expect(code).toBe(0);
    expect(stderr).toMatch(/home, edgebrain/);
    const found = JSON.parse(stdout) as Row[];
    const recalls = found.filter(({ metric, unit }) => metric === "rec@5" && unit === "share");
    expect(recalls.filter(({ params }) => params.category === undefined)).toEqual([
      expect.objectContaining({ value: 1, params: expect.objectContaining({ system: "lexical", n: 4 }) }),
      expect.objectContaining({
        params: expect.objectContaining({ system: "edgebrain", set: "home", n: 4 }),
      }),
    ]);
    expect(recalls.filter(({ params }) => params.category === "thing").length).toBe(2);
    for (const metric of [
      "abstain_right",
      "abstain_wrong",
      "query",
      "questions",
      "embed_query",
      "embed_rate",
    ]) {
      expect(found.map((row) => row.metric)).toContain(metric);
    }
  });

  it("[BQ12] shows how far a system is from the floor, with the interval", async () => {
    const found = await rows("--systems", "hash");
    const difference = found.find(({ metric, unit }) => metric === "mrr" && unit === "difference");
    expect(difference?.params.system).toBe("hash − lexical");
    expect(Number(difference?.params.low)).toBeLessThanOrEqual(Number(difference?.params.high));
  });

  it("[BQ12] with --calibrate also says what thresholds would refuse", async () => {
    expect((await rows("--systems", "lexical")).some(({ metric }) => metric === "own_below")).toBe(false);
    const found = await rows("--systems", "lexical", "--calibrate");
    expect(found.filter(({ metric }) => metric === "own_below").length).toBeGreaterThan(0);
  });

  it("[BQ12] shows the same as tables, with where the figures may be used", async () => {
    const { stdout } = await run("--quick", "--sets", "home", "--systems", "vector", "--calibrate");
    expect(stdout).toMatch(/home +lexical +4 +document +100\.0/);
    expect(stdout).toMatch(/home +vector − lexical/);
    expect(stdout).toMatch(/CC BY-NC/);
  });

  it("[BQ12] a set or a system that does not exist ends with code 2 and what there is", async () => {
    expect(await run("--sets", "garden")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no set garden.*home/),
    });
    const systems = await run("--sets", "home", "--systems", "oracle");
    expect(systems).toMatchObject({ code: 2, stderr: expect.stringMatching(/no system oracle.*edgebrain/) });
  });
});
