// Replayed questions, and the generator whose draws can be repeated.

import { describe, expect, it } from "vitest";
import { MersenneTwister } from "../../durable/graph/mersenne-twister.ts";
import { type ReplayPlan, replay } from "../../durable/graph/replay.ts";
import { wordTokens } from "../../durable/text/word-tokens.ts";
import { openGraph } from "../../golden/state.ts";

const nodes = [
  { id: "a", content: "deploy the service", metadata: { file: "a.md" } },
  { id: "b", content: "rollback plan", metadata: { file: "b.md" } },
];
const edges = [{ source: "a", target: "b", weight: 0.5 }];
const alone: ReplayPlan = { outcome: 1, decayEvery: null, shards: null, batch: 1 };

async function replayed(questions: { query: string; response?: string }[], plan = alone) {
  const open = await openGraph({ graph: { nodes, edges } });
  const draft = open.draft();
  const textOf = (id: string) => draft.node(id)?.text ?? "";
  const report = replay(
    draft,
    questions.map(({ query, response = null }) => ({ words: wordTokens(query), response })),
    plan,
    open.settings,
    { textOf, wordsOf: (id) => wordTokens(textOf(id)) },
  );
  return { report, weight: open.graph.weights[open.graph.edgeOf("a", "b")] };
}

describe("replay", () => {
  it("[SE7] a question that finds nothing teaches nothing", async () => {
    const { report, weight } = await replayed([{ query: "zzz" }]);
    expect(report).toMatchObject({ replayed: 1, edgesReinforced: 0 });
    expect(weight).toBe(0.5);
  });

  it("[SE7] an answer that quotes a fired node counts for more", async () => {
    const plain = await replayed([{ query: "deploy", response: "done" }]);
    const quoting = await replayed([{ query: "deploy", response: "see the Rollback Plan" }]);
    expect(quoting.weight).toBeGreaterThan(plain.weight);
  });

  it("[SE8] one shard with batches of one learns in the order of the questions", async () => {
    const questions = [{ query: "deploy" }, { query: "rollback" }, { query: "deploy plan" }];
    const sharded = await replayed(questions, { ...alone, shards: 1 });
    expect(sharded.report.batches).toBe(3);
    expect(sharded.report.replayed).toBe(3);
  });
});

describe("the Mersenne twister", () => {
  it("[SE9] draws numbers in [0, 1), the same for a seed", () => {
    const [one, two, other] = [new MersenneTwister(5), new MersenneTwister(5), new MersenneTwister(6)];
    const drawn = Array.from({ length: 2_000 }, () => one.next());
    expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(Array.from({ length: 2_000 }, () => two.next())).toEqual(drawn);
    expect(other.next()).not.toBe(drawn[0]);
    expect(drawn.reduce((a, b) => a + b) / drawn.length).toBeCloseTo(0.5, 1);
  });
});
