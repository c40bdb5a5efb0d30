// Corrections end to end: what was wrong is in the memory, is asked for and corrected, and then asked for in other words.

import type { Settings } from "../../durable/graph/settings.ts";
import type { QueryReply } from "../../wire/query.ts";
import { ProductMemory } from "../quality/product-memory.ts";
import type { RememberingEmbedder } from "../quality/remembering-embedder.ts";
import type { CorrectionFact } from "./correction-facts.ts";
import { distractors } from "./distractors.ts";

/** How what is right comes in: as a correction of the answer, or as one more note, for comparison. */
export type Means = "correction" | "note";
/** Before it came in, after it did, and after maintenance and a reload. */
export const STATES = ["before", "taught", "maintained"] as const;
export type State = (typeof STATES)[number];
/** Which wording of the question: those that nobody used before, the one that was corrected. */
export type AskedAs = "unseen" | "taught";

const FIRST = 3;
const MAINTENANCE_RUNS = 10;

/** A question about a corrected fact. */
export interface AskedFact {
  readonly state: State;
  readonly fact: CorrectionFact;
  readonly question: string;
  readonly as: AskedAs;
  /** What is right is among the first three. */
  readonly rightFirst: boolean;
  readonly wrongFirst: boolean;
  /** The wrong text is shown, among the fired or in the context. */
  readonly wrongShown: boolean;
}

/** The question about a true fact that looks like a corrected one. */
export interface AskedLookalike {
  readonly state: State;
  readonly fact: CorrectionFact;
  readonly first: boolean;
  /** Kept out by an inhibitory route, or shown before the corrections and not now. */
  readonly suppressed: boolean;
}

export interface Corrections {
  readonly facts: readonly AskedFact[];
  readonly lookalikes: readonly AskedLookalike[];
}

export interface CorrectionOptions {
  readonly embedder: RememberingEmbedder;
  readonly settings?: Settings;
  /** Notes about other things in the same memory. */
  readonly distractors?: number;
  readonly means?: Means;
}

/** All facts are in one memory, and all are corrected before any is asked for again. */
export async function correctionsOf(
  facts: readonly CorrectionFact[],
  options: CorrectionOptions,
): Promise<Corrections> {
  const memory = new ProductMemory(options.embedder, options.settings);
  const others = distractors(options.distractors ?? 0);
  await memory.ingest([
    ...facts.map(({ id, wrong }) => ({ id: `wrong ${id}`, text: wrong })),
    ...facts.map(({ id, lookalike }) => ({ id: lookalikeId(id), text: lookalike.text })),
    ...others.map((text, index) => ({ id: `other ${index}`, text })),
  ]);
  const exam = new Exam(memory, facts);
  await exam.take("before");
  for (const fact of facts) await teach(memory, fact, options.means ?? "correction");
  await exam.take("taught");
  for (let run = 0; run < MAINTENANCE_RUNS; run++) await memory.perform("maintain", {});
  memory.reload();
  await exam.take("maintained");
  return exam.corrections;
}

/** As who got the wrong answer would: the walk is named, and what was wrong with it is not. */
async function teach(memory: ProductMemory, { asked, right }: CorrectionFact, means: Means): Promise<void> {
  if (means === "note") {
    await memory.perform("inject", { content: right });
    return;
  }
  const { query_id } = await memory.query(asked);
  await memory.perform("correction", { query_id, content: right });
}

/** All questions, once in each state. */
class Exam {
  readonly #memory: ProductMemory;
  readonly #facts: readonly CorrectionFact[];
  readonly #shownBefore = new Set<CorrectionFact>();
  readonly corrections = { facts: [] as AskedFact[], lookalikes: [] as AskedLookalike[] };

  constructor(memory: ProductMemory, facts: readonly CorrectionFact[]) {
    this.#memory = memory;
    this.#facts = facts;
  }

  async take(state: State): Promise<void> {
    for (const fact of this.#facts) {
      for (const question of fact.unseen) await this.#askFact(state, fact, question, "unseen");
      await this.#askFact(state, fact, fact.asked, "taught");
      await this.#askLookalike(state, fact);
    }
  }

  async #askFact(state: State, fact: CorrectionFact, question: string, as: AskedAs): Promise<void> {
    const reply = await this.#memory.query(question);
    const first = firstOf(reply);
    const wrongShown = isShown(reply.fired, fact.wrong) || reply.context.includes(fact.wrong);
    const [rightFirst, wrongFirst] = [fact.right, fact.wrong].map((text) => isShown(first, text));
    this.corrections.facts.push({ state, fact, question, as, rightFirst, wrongFirst, wrongShown });
  }

  async #askLookalike(state: State, fact: CorrectionFact): Promise<void> {
    const reply = await this.#memory.query(fact.lookalike.question);
    const { text } = fact.lookalike;
    const shown = isShown(reply.fired, text);
    if (state === "before" && shown) this.#shownBefore.add(fact);
    const node = this.#memory.nodeOf(lookalikeId(fact.id));
    const keptOut = reply.suppressed.some(({ id }) => id === node);
    const suppressed = !shown && (keptOut || this.#shownBefore.has(fact));
    this.corrections.lookalikes.push({ state, fact, first: isShown(firstOf(reply), text), suppressed });
  }
}

function lookalikeId(fact: string): string {
  return `lookalike ${fact}`;
}

function firstOf({ fired }: QueryReply): QueryReply["fired"] {
  return fired.slice(0, FIRST);
}

/** By the text: maintenance may have merged its node with another. */
function isShown(fired: QueryReply["fired"], text: string): boolean {
  return fired.some((node) => node.text.includes(text));
}
