// How well the transformer finds notes that share few words with their question, beside the reference's token hash.
// One question is 0.017: the bounds leave room for a few, and nothing is tuned on this set.

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { LexicalIndex } from "../../bench/quality/lexical-index.ts";
import { readNotes } from "../../bench/quality/read-notes.ts";
import { type Metric, mean, type Scores, scoresOf } from "../../bench/quality/scores.ts";
import type { Embedder } from "../../durable/embed/embedder.ts";
import { HashEmbedder } from "../../durable/embed/hash.ts";
import { UseLiteEmbedder } from "../../durable/embed/use-lite.ts";
import { fuse } from "../../durable/graph/hybrid.ts";
import { PackedVectors } from "../../durable/graph/packed-vectors.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { Scored, Vector } from "../../durable/graph/vectors.ts";
import { folderAssets } from "../../golden/folder-assets.ts";
import { panelKernel } from "../../golden/panel-kernel.ts";

/** Evaluation data is no part of the project; it lies beside it where it is had. */
const NOTES = path.join(import.meta.dirname, "../../../shared/data/ops-notes.json");

describe.skipIf(!fs.existsSync(NOTES))("the development notes, where they lie beside the project", () => {
  const encoder = new UseLiteEmbedder(folderAssets(), panelKernel());

  it("[UL7] vectors alone find the note among the first five for at least 58 of 100 questions", async () => {
    expect((await measured(encoder, ranked))["rec@5"]).toBeGreaterThanOrEqual(0.58);
  });

  it("[UL7] with words they find it for at least 60 of 100, and far better than the token hash", async () => {
    const combined = await measured(encoder, withWords);
    const hash = await measured(new HashEmbedder(), ranked);
    expect(combined["rec@5"]).toBeGreaterThanOrEqual(0.6);
    expect(combined["ndcg@10"]).toBeGreaterThanOrEqual(0.5);
    expect(combined["ndcg@10"]).toBeGreaterThanOrEqual(hash["ndcg@10"] + 0.25);
  });
});

type Ranking = (
  question: string,
  vector: Vector,
  index: PackedVectors,
  words: LexicalIndex,
) => readonly Scored[];

const ranked: Ranking = (_, vector, index) => index.search(vector, 10);

const withWords: Ranking = (question, vector, index, words) =>
  fuse(new Map(words.search(question, 100)), new Map(index.search(vector, 100)), {
    ...PRODUCT.hybrid!,
    yielding: 0,
  });

async function measured(embedder: Embedder, ranking: Ranking): Promise<Record<Metric, number>> {
  const { name, groups, questions } = readNotes(NOTES);
  const notes = groups.get(name)!;
  const index = new PackedVectors(embedder.dimension);
  const words = new LexicalIndex();
  const kept = await embedder.embed(
    notes.map(({ text }) => text),
    "document",
  );
  for (const [place, { id, text }] of notes.entries()) {
    index.set(id, 0, kept[place]);
    words.add(id, text);
  }
  const asked = await embedder.embed(
    questions.map(({ text }) => text),
    "query",
  );
  const scores: Scores[] = questions.map(({ text, gold }, place) =>
    scoresOf(
      ranking(text, asked[place], index, words).map(([id]) => id),
      gold,
    ),
  );
  const metrics = Object.keys(scores[0]) as Metric[];
  return Object.fromEntries(
    metrics.map((metric) => [metric, mean(scores.map((one) => one[metric]))]),
  ) as Record<Metric, number>;
}
