// Credit for an answer: how a question becomes a route to a node, whose place it takes, and how it is taken back.

import { describe, expect, it } from "vitest";
import {
  LEADING,
  MISLEADING,
  MOST_QUESTIONS,
  questionsOf,
  type Side,
} from "../../durable/graph/correcting.ts";
import { type CreditedQuestion, credit, doubt, takeBackQuestion } from "../../durable/graph/crediting.ts";
import { Draft } from "../../durable/graph/draft.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { TaughtSettings } from "../../durable/graph/recall-settings.ts";
import type { Asked } from "../../durable/graph/records.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { ExactVectors } from "../../durable/graph/vectors.ts";
import { KeptWords, nodeRecord } from "../support/small-graph.ts";

const SETTINGS = PRODUCT.taught as TaughtSettings;
const DIMENSION = 64;

/** One of many questions that have nothing to do with each other. */
function question(number: number, by = "ann"): CreditedQuestion {
  const vector = Array.from({ length: DIMENSION }, (_, at) => (at === number ? 1 : 0));
  return { asked: { text: `question ${number}`, by }, vector };
}

/** Nodes `a` and `b`. Every change is a commit, and what was asked is read anew each time, as from a disk. */
class Credited {
  private readonly graph = new RouteGraph();
  private readonly vectors = new ExactVectors();
  private readonly disk = new Map<string, string>();

  constructor() {
    this.change((draft) => {
      for (const id of ["a", "b"]) draft.putNode(nodeRecord(id));
      draft.putNode({ ...nodeRecord("law"), authority: "constitutional" });
    });
  }

  change<T>(work: (draft: Draft) => T): T {
    const { graph, vectors, disk } = this;
    const words = Object.assign(new KeptWords(), {
      asked: (id: string, route: number) => JSON.parse(disk.get(`${id} ${route}`) ?? "null"),
    });
    const draft = new Draft(graph, vectors, words);
    const result = work(draft);
    for (const { id, route, asked } of draft.change().vectors)
      disk.set(`${id} ${route}`, JSON.stringify(asked));
    return result;
  }

  credit(ids: readonly string[], asked: CreditedQuestion): string[] {
    return [...this.change((draft) => credit(draft, ids, asked, SETTINGS)).ids];
  }

  doubt(ids: readonly string[], asked: CreditedQuestion): string[] {
    return [...this.change((draft) => doubt(draft, ids, asked, SETTINGS, PRODUCT)).ids];
  }

  discredit(ids: readonly string[], asked: CreditedQuestion, goes?: (asked: Asked) => boolean): string[] {
    const lost = this.change((draft) => takeBackQuestion(draft, ids, asked, SETTINGS, LEADING, goes));
    return lost.map(({ id }) => id);
  }

  questionsOf(id: string, by?: string, side: Side = LEADING): string[] {
    return this.change((draft) => questionsOf(draft, id, side))
      .map(({ asked }) => asked as Asked)
      .filter((asked) => by === undefined || asked.by === by)
      .map(({ text }) => text);
  }
}

const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `question ${first + at}`);

describe("credit", () => {
  it("[CR4] makes a question a route to each node, and says to which; what is no node is left out", () => {
    const memory = new Credited();
    expect(memory.credit(["a", "ghost", "b", "a"], question(1))).toEqual(["a", "b"]);
    expect(memory.questionsOf("a")).toEqual(["question 1"]);
    expect(memory.questionsOf("b")).toEqual(["question 1"]);
  });

  it("[CR5] the same a thousand times is one route", () => {
    const memory = new Credited();
    for (let time = 0; time < 1000; time++) expect(memory.credit(["a"], question(1))).toEqual(["a"]);
    expect(memory.questionsOf("a")).toEqual(["question 1"]);
  });

  it("[CR6] of one token a node keeps the newest questions, up to a number", () => {
    const memory = new Credited();
    const { perAuthor } = SETTINGS;
    for (let number = 1; number <= perAuthor + 3; number++) memory.credit(["a"], question(number));
    expect(memory.questionsOf("a")).toEqual(numbered(4, perAuthor + 3));
  });

  it("[CR6] no token takes the place of another's that has no more, however much it credits", () => {
    const memory = new Credited();
    const { perAuthor } = SETTINGS;
    for (let number = 1; number <= perAuthor; number++) memory.credit(["a"], question(number, "bob"));
    for (let number = 20; number < 60; number++) memory.credit(["a"], question(number, "eve"));
    expect(memory.questionsOf("a", "bob")).toEqual(numbered(1, perAuthor));
    expect(memory.questionsOf("a", "eve")).toEqual(numbered(60 - (MOST_QUESTIONS - perAuthor), 59));
  });

  it("[SU13] two tokens that fill a node leave a place to a third, and to a fourth, up to their share", () => {
    const memory = new Credited();
    for (const by of ["bob", "eve"])
      for (let number = 1; number <= SETTINGS.perAuthor; number++)
        memory.credit(["a"], question(number + (by === "eve" ? 20 : 0), by));
    for (let number = 40; number < 50; number++)
      for (const by of ["zoe", "kim"])
        expect(memory.credit(["a"], question(number + (by === "kim" ? 10 : 0), by))).toEqual(["a"]);
    const held = ["bob", "eve", "zoe", "kim"].map((by) => memory.questionsOf("a", by).length);
    expect(held.reduce((sum, count) => sum + count)).toBe(MOST_QUESTIONS);
    expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(1);
    expect(memory.questionsOf("a", "zoe")).toContain("question 49");
  });

  it("[CR7] a node without a place is not credited, and not said to be", () => {
    const memory = new Credited();
    for (let number = 1; number <= MOST_QUESTIONS; number++)
      memory.credit(["a"], question(number, `token ${number}`));
    expect(memory.credit(["a", "b"], question(50, "zoe"))).toEqual(["b"]);
    expect(memory.questionsOf("a")).toEqual(numbered(1, MOST_QUESTIONS));
  });

  it("[CR7] what is known already costs no other question its place", () => {
    const memory = new Credited();
    memory.credit(["a"], question(30, "bob"));
    for (let number = 1; number <= SETTINGS.perAuthor; number++) memory.credit(["a"], question(number));
    const before = memory.questionsOf("a");
    expect(memory.credit(["a"], question(30))).toEqual(["a"]);
    expect(memory.questionsOf("a")).toEqual(before);
  });

  it("[CR7] a question without any meaning leads nowhere", () => {
    const memory = new Credited();
    const empty = { asked: { text: "???", by: "ann" }, vector: new Array(DIMENSION).fill(0) };
    expect(memory.credit(["a"], empty)).toEqual([]);
    expect(memory.questionsOf("a")).toEqual([]);
  });
});

describe("a bad outcome", () => {
  it("[CR8] takes the question back, also in other words that hardly differ, and nothing else", () => {
    const memory = new Credited();
    for (const number of [1, 2, 3]) memory.credit(["a", "b"], question(number));
    expect(memory.discredit(["a"], question(2, "bob"))).toEqual(["a"]);
    expect(memory.questionsOf("a")).toEqual(["question 1", "question 3"]);
    const { vector } = question(3);
    const reworded = {
      asked: { text: "question three", by: "bob" },
      vector: Array.from(vector, (entry) => entry + 0.01),
    };
    expect(memory.discredit(["a", "ghost"], reworded)).toEqual(["a"]);
    expect(memory.questionsOf("a")).toEqual(["question 1"]);
    expect(memory.questionsOf("b")).toEqual(numbered(1, 3));
  });

  it("[CR8] takes back nothing that it may not", () => {
    const memory = new Credited();
    memory.credit(["a"], question(1, "bob"));
    expect(memory.discredit(["a"], question(1, "eve"), ({ by }) => by === "eve")).toEqual([]);
    expect(memory.questionsOf("a")).toEqual(["question 1"]);
  });

  it("[SU8] keeps the question as one for which the node misled, apart from those that lead to it", () => {
    const memory = new Credited();
    memory.credit(["a"], question(1));
    for (let time = 0; time < 1000; time++) expect(memory.doubt(["a", "ghost"], question(2))).toEqual(["a"]);
    expect(memory.questionsOf("a", undefined, MISLEADING)).toEqual(["question 2"]);
    expect(memory.questionsOf("a")).toEqual(["question 1"]);
    for (let number = 3; number < 3 + 2 * MOST_QUESTIONS; number++) memory.doubt(["a"], question(number));
    expect(memory.questionsOf("a", undefined, MISLEADING)).toHaveLength(SETTINGS.perAuthor);
    expect(memory.questionsOf("a")).toEqual(["question 1"]);
  });

  it("[SU20] lowers no constitutional node", () => {
    const memory = new Credited();
    expect(memory.doubt(["law", "a"], question(1))).toEqual(["a"]);
    expect(memory.questionsOf("law", undefined, MISLEADING)).toEqual([]);
  });

  it("[CR8] of a question that was never taught changes nothing", () => {
    const memory = new Credited();
    memory.credit(["a"], question(1));
    expect(memory.discredit(["a", "b"], question(2))).toEqual([]);
    expect(memory.questionsOf("a")).toEqual(["question 1"]);
  });
});
