// The learning curve of one set: how well questions are answered after more and more feedback on other questions.
// Every group is a memory of its own; it is made once, copied for each seed, and fed on from share to share.

import type { Settings } from "../../durable/graph/settings.ts";
import type { EvaluationSet, Question } from "../quality/evaluation-set.ts";
import { ProductMemory } from "../quality/product-memory.ts";
import type { RememberingEmbedder } from "../quality/remembering-embedder.ts";
import type { Scores } from "../quality/scores.ts";
import { ask, judge, type Ranking } from "./answers.ts";
import { type Fed, feed, type Wanting } from "./feeding.ts";
import { type FedQuestion, FLOORS, type Floor, rankedBy } from "./floors.ts";
import { countOf, type Halves, halvesOf, isAnswerable } from "./halves.ts";

/** Shares of the feedback. */
export const SHARES = [0, 0.1, 0.5, 1] as const;

export const PRODUCT_NAME = "edgebrain";

export interface CurveOptions {
  readonly embedder: RememberingEmbedder;
  readonly seeds: number;
  /** Default: the product's. */
  readonly settings?: Settings;
  readonly shares?: readonly number[];
  readonly wanting?: Wanting;
  /** Also asks the fed questions themselves after all feedback, as the kind `fed`. */
  readonly asksFed?: boolean;
  readonly floors?: readonly Floor[];
  readonly say?: (sentence: string) => void;
}

export type Kind = "related" | "unrelated" | "fed";

/** One question of the second half, asked once. */
export interface Measured {
  readonly system: string;
  readonly seed: number;
  readonly feedback: number;
  readonly kind: Kind;
  readonly question: Question;
  readonly scores: Scores;
}

interface Group {
  /** Knows its documents and nothing else. */
  readonly memory: ProductMemory;
  readonly questions: readonly Question[];
  readonly untaught: ReadonlyMap<Question, Ranking>;
}

export async function curveOf(set: EvaluationSet, options: CurveOptions): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [name, documents] of set.groups) {
    const start = performance.now();
    const questions = set.questions.filter((one) => one.group === name && isAnswerable(one));
    const memory = new ProductMemory(options.embedder, options.settings);
    await memory.ingest(documents);
    const untaught = new Map<Question, Ranking>();
    for (const question of questions) untaught.set(question, await ask(memory, question));
    const fed: Fed[] = [];
    for (let seed = 1; seed <= options.seeds; seed++) {
      const run = new Run({ memory, questions, untaught }, seed, options);
      for await (const one of run.measured(fed)) measured.push(one);
    }
    options.say?.(`learning: ${set.name}, ${name}: ${told(fed)}, ${seconds(start)} s`);
  }
  return measured;
}

/** One memory under one seed. */
class Run {
  readonly #group: Group;
  readonly #seed: number;
  readonly #options: CurveOptions;
  readonly #halves: Halves;

  constructor(group: Group, seed: number, options: CurveOptions) {
    this.#group = group;
    this.#seed = seed;
    this.#options = options;
    this.#halves = halvesOf(group.questions, seed);
  }

  async *measured(given: Fed[]): AsyncIterable<Measured> {
    const { shares = SHARES, wanting, asksFed } = this.#options;
    const halves = this.#halves;
    const memory = this.#group.memory.copy();
    let done = 0;
    for (const share of shares) {
      for (; done < countOf(share, halves); done++) given.push(await feed(memory, halves.fed[done], wanting));
      for (const [kind, questions] of this.#asked(asksFed && (share === 0 || share === 1))) {
        for (const question of questions) {
          const ranking = done === 0 ? this.#untaught(question) : await ask(memory, question);
          yield this.#judged(PRODUCT_NAME, share, kind, question, ranking);
        }
      }
      if (done > 0) yield* this.#floors(share, done);
    }
  }

  async *#floors(share: number, done: number): AsyncIterable<Measured> {
    const { embedder, floors = FLOORS } = this.#options;
    const vectorOf = async ({ text }: Question) => (await embedder.embed([text], "query"))[0];
    const fed: FedQuestion[] = [];
    for (const question of this.#halves.fed.slice(0, done)) {
      fed.push({ question, vector: await vectorOf(question) });
    }
    for (const [kind, questions] of this.#asked(false)) {
      for (const question of questions) {
        const vector = await vectorOf(question);
        for (const floor of floors) {
          const ranking = rankedBy(floor, this.#untaught(question), vector, fed);
          yield this.#judged(floor, share, kind, question, ranking);
        }
      }
    }
  }

  #asked(withFed = false): [Kind, readonly Question[]][] {
    const { fed, related, unrelated } = this.#halves;
    return [
      ["related", related],
      ["unrelated", unrelated],
      ["fed", withFed ? fed : []],
    ];
  }

  #untaught(question: Question): Ranking {
    return this.#group.untaught.get(question) as Ranking;
  }

  #judged(system: string, feedback: number, kind: Kind, question: Question, ranking: Ranking): Measured {
    return { system, seed: this.#seed, feedback, kind, question, scores: judge(ranking, question) };
  }
}

function told(fed: readonly Fed[]): string {
  const sum = (part: keyof Fed) => fed.reduce((all, one) => all + one[part], 0);
  return `${fed.length} feedbacks with ${sum("helped")} helped, ${sum("misled")} misled, ${sum("wanted")} wanted`;
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
