// Scores of a ranking, the interval of a difference, thresholds: each beside its definition, worked out naively.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrationOf } from "../../bench/quality/calibration.ts";
import { differenceOf } from "../../bench/quality/interval.ts";
import { scoresOf } from "../../bench/quality/scores.ts";

const IDS = Array.from({ length: 30 }, (_, index) => `d${index}`);
const rankings = fc.shuffledSubarray(IDS);
const golds = fc.subarray(IDS, { minLength: 1, maxLength: 12 });

describe("scores", () => {
  it("[BQ3] of a ranking with the right ids in places 2 and 7 of three right ones", () => {
    const ranking = ["x1", "a", "x2", "x3", "x4", "x5", "b", "x6"];
    expect(scoresOf(ranking, new Set(["a", "b", "c"]))).toEqual({
      "rec@1": 0,
      "rec@5": 1 / 3,
      "rec@10": 2 / 3,
      "all@5": 0,
      "any@5": 1,
      mrr: 1 / 2,
      "ndcg@10": expect.closeTo((1 / Math.log2(3) + 1 / Math.log2(8)) / (1 + 1 / Math.log2(3) + 1 / 2), 12),
    });
  });

  it("[BQ3] follow their definitions on any ranking", () => {
    fc.assert(
      fc.property(rankings, golds, (ranking, gold) => {
        const scores = scoresOf(ranking, new Set(gold));
        const rankOf = (id: string) => (ranking.includes(id) ? ranking.indexOf(id) + 1 : Infinity);
        for (const k of [1, 5, 10] as const) {
          expect(scores[`rec@${k}`]).toBe(gold.filter((id) => rankOf(id) <= k).length / gold.length);
        }
        expect(scores["all@5"]).toBe(gold.every((id) => rankOf(id) <= 5) ? 1 : 0);
        expect(scores["any@5"]).toBe(gold.some((id) => rankOf(id) <= 5) ? 1 : 0);
        const first = Math.min(...gold.map(rankOf));
        expect(scores.mrr).toBe(first <= 10 ? 1 / first : 0);
        let [gain, best] = [0, 0];
        for (let rank = 1; rank <= 10; rank++) {
          if (gold.includes(ranking[rank - 1])) gain += Math.LN2 / Math.log(rank + 1);
          if (rank <= gold.length) best += Math.LN2 / Math.log(rank + 1);
        }
        expect(scores["ndcg@10"]).toBeCloseTo(gain / best, 12);
      }),
    );
  });

  it("[BQ3] are all 1 for a ranking of the one right id, and all 0 for an empty one", () => {
    expect(new Set(Object.values(scoresOf(["a"], new Set(["a"]))))).toEqual(new Set([1]));
    expect(new Set(Object.values(scoresOf([], new Set(["a"]))))).toEqual(new Set([0]));
  });
});

describe("the interval of a difference", () => {
  it("[BQ4] is of no width where every question differs by the same", () => {
    expect(differenceOf([0.25, 0.25, 0.25])).toEqual({ mean: 0.25, low: 0.25, high: 0.25 });
  });

  it("[BQ4] holds its mean, is the same for the same input, and is narrower with more questions", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 2, maxLength: 60 }),
        (differences) => {
          const { mean, low, high } = differenceOf(differences);
          expect(mean).toBeCloseTo(differences.reduce((a, b) => a + b) / differences.length, 12);
          expect(low).toBeLessThanOrEqual(mean + 1e-9);
          expect(high).toBeGreaterThanOrEqual(mean - 1e-9);
          expect(differenceOf(differences)).toEqual({ mean, low, high });
          const often = differenceOf(Array.from({ length: 16 }, () => differences).flat());
          expect(often.high - often.low).toBeLessThanOrEqual(high - low + 1e-9);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("[BQ4] comes near the interval of the normal distribution", () => {
    const differences = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? 1 : 0));
    const half = 1.96 * Math.sqrt(0.25 / 400);
    const { low, high } = differenceOf(differences);
    expect(low).toBeCloseTo(0.5 - half, 2);
    expect(high).toBeCloseTo(0.5 + half, 2);
  });
});

describe("thresholds of confidence", () => {
  const confidences = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 200 });

  it("[BQ7] refuse what lies below them, and a larger one never refuses less", () => {
    fc.assert(
      fc.property(confidences, confidences, (own, foreign) => {
        let last = { own: 0, foreign: 0 };
        for (const { threshold, ...below } of calibrationOf(own, foreign)) {
          expect(below.own).toBe(own.filter((one) => one < threshold).length / own.length);
          expect(below.foreign).toBe(foreign.filter((one) => one < threshold).length / foreign.length);
          expect(below.own).toBeGreaterThanOrEqual(last.own);
          expect(below.foreign).toBeGreaterThanOrEqual(last.foreign);
          last = below;
        }
      }),
    );
  });

  it("[BQ7] of a system that says no confidence there are none", () => {
    expect(calibrationOf([null, null], [null])).toEqual([]);
    expect(calibrationOf([0.5], [])).toEqual([]);
  });

  it("[BQ7] one refuses at most a twentieth of a memory's own questions and every foreign one, where these can be parted", () => {
    const own = Array.from({ length: 100 }, (_, index) => 0.5 + index / 200);
    const best = calibrationOf(own, [0.1, 0.2, 0.3]).findLast((threshold) => threshold.own <= 0.05);
    expect(best).toMatchObject({ own: 0.04, foreign: 1 });
  });
});
