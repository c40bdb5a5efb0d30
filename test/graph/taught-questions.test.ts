// Taught questions by their words, beside a twin that keeps a list and reads all of it for each question.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Likeness, type TaughtBy, TaughtQuestions } from "../../durable/graph/taught-questions.ts";

class NaiveQuestions {
  private all: (TaughtBy & {
    readonly id: string;
    readonly route: number;
    readonly terms: readonly string[];
  })[] = [];

  get size(): number {
    return this.all.length;
  }

  put(id: string, route: number, terms: readonly string[], { by, at }: TaughtBy): void {
    this.remove(id, route);
    this.all.push({ id, route, terms, by, at });
  }

  remove(id: string, route: number): void {
    this.all = this.all.filter((one) => one.id !== id || one.route !== route);
  }

  like(terms: readonly string[], least: number, apart: boolean): Likeness[] {
    const asked = new Set(terms);
    const near = this.all
      .filter((one) => one.terms.some((term) => asked.has(term)))
      .map(({ id, route, by, at, terms: own }) => {
        const common = this.weightOf(own.filter((term) => asked.has(term)));
        const resemblance = (2 * common) / (this.weightOf([...asked]) + this.weightOf(own));
        return { id, route, by, at, resemblance };
      })
      .sort((a, b) => b.resemblance - a.resemblance || (a.id < b.id ? -1 : 1) || a.route - b.route);
    const firstOf = ({ id, by }: Likeness) => near.find((one) => one.id === id && (!apart || one.by === by));
    return near.filter((one) => one.resemblance >= least && one === firstOf(one));
  }

  private weightOf(terms: readonly string[]): number {
    return terms.reduce((sum, term) => {
      const holding = this.all.filter((one) => one.terms.includes(term)).length;
      return sum + Math.log(1 + (this.size - holding + 0.5) / (holding + 0.5));
    }, 0);
  }
}

const Id = fc.constantFrom("a", "b", "c", "a b", "é");
const Route = fc.integer({ min: 1, max: 4 });
const Terms = fc.uniqueArray(fc.constantFrom("tls", "proxy", "port", "dog", "1 a", "七"), { maxLength: 5 });
const By = fc.record({ by: fc.constantFrom("bob", "eve"), at: fc.constantFrom(null, 7) });
const Step = fc.oneof(
  fc.record({ put: fc.tuple(Id, Route, Terms, By) }),
  fc.record({ remove: fc.tuple(Id, Route) }),
);

function taught(questions: Readonly<Record<string, readonly string[]>>): TaughtQuestions {
  const all = new TaughtQuestions();
  for (const [id, terms] of Object.entries(questions)) all.put(id, 1, terms);
  return all;
}

describe("taught questions", () => {
  it("[CR1] are found as by reading all of them, whatever was put, replaced and removed", () => {
    const life = fc.array(Step, { maxLength: 40 });
    fc.assert(
      fc.property(life, Terms, fc.constantFrom(0, 0.35, 0.9), fc.boolean(), (steps, asked, least, apart) => {
        const held = new TaughtQuestions();
        const naive = new NaiveQuestions();
        for (const step of steps) {
          for (const one of [held, naive]) {
            if ("put" in step) one.put(...step.put);
            else one.remove(...step.remove);
          }
        }
        expect(held.size).toBe(naive.size);
        const byId = (likes: readonly Likeness[]) =>
          new Map(
            likes.map(({ id, by, resemblance }) => [apart ? `${id} ${by}` : id, resemblance.toFixed(9)]),
          );
        expect(byId(held.like(asked, least, apart))).toEqual(byId(naive.like(asked, least, apart)));
        const scores = held.like(asked, least, apart).map(({ resemblance }) => resemblance);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("[CR2] resemble fully in the same terms in any order, and not at all without a shared one", () => {
    const all = taught({ a: ["tls", "proxy"], b: ["dog", "walk"] });
    expect(all.like(["proxy", "tls", "tls"], 0)).toMatchObject([{ id: "a", route: 1, resemblance: 1 }]);
    expect(all.like(["cake"], 0)).toEqual([]);
    expect(all.like([], 0)).toEqual([]);
  });

  it("[CR2] resemble little in a word that everybody asks with, and much in a rare one", () => {
    const all = taught({
      a: ["when", "tls"],
      b: ["when", "dog"],
      c: ["when", "cake"],
      d: ["when", "port"],
    });
    const [rare, ...common] = all.like(["when", "tls", "certificate"], 0);
    expect(rare.id).toBe("a");
    for (const { resemblance } of common) expect(resemblance).toBeLessThan(rare.resemblance / 3);
  });

  it("[CR3] of one node that resemble alike, the oldest counts, in whatever order they were read", () => {
    const all = new TaughtQuestions();
    for (const route of [3, 1, 2]) all.put("a", route, ["tls", `other${route}`]);
    expect(all.like(["tls"], 0)).toMatchObject([{ id: "a", route: 1 }]);
  });
});
