// How sure it is that a question is about a memory: what each part says, and what the lack of one does.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { confidenceOf, type Evidence } from "../../durable/graph/confidence.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { SilenceSettings } from "../../durable/graph/recall-settings.ts";

const SETTINGS = PRODUCT.silence as SilenceSettings;

const Share = fc.double({ min: 0, max: 1, noNaN: true });
const Similarities = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 100 })
  .map((all) => all.toSorted((a, b) => b - a));
const AnyEvidence: fc.Arbitrary<Evidence> = fc
  .record({ words: Share, similarities: fc.option(Similarities), strangers: Share, more: fc.nat(1000) })
  .map(({ more, ...evidence }) => ({ ...evidence, crowd: (evidence.similarities?.length ?? 0) + more }));

const confidence = (evidence: Evidence) => confidenceOf(evidence, SETTINGS);
const crowdOf = (count: number, similarity: number) => new Array(count).fill(similarity);

describe("confidence", () => {
  it("[SL1] is a number between 0 and 1, whatever is known", () => {
    fc.assert(
      fc.property(AnyEvidence, (evidence) => {
        expect(confidence(evidence)).toBeGreaterThan(0);
        expect(confidence(evidence)).toBeLessThan(1);
      }),
      { seed: 1 },
    );
  });

  it("[SL2] never falls when a node holds more of the words, or fewer names are unknown", () => {
    fc.assert(
      fc.property(AnyEvidence, Share, (evidence, other) => {
        const [less, more] = [evidence.words, other].sort((a, b) => a - b);
        expect(confidence({ ...evidence, words: more })).toBeGreaterThanOrEqual(
          confidence({ ...evidence, words: less }),
        );
        const [few, many] = [evidence.strangers, other].sort((a, b) => a - b);
        expect(confidence({ ...evidence, strangers: few })).toBeGreaterThanOrEqual(
          confidence({ ...evidence, strangers: many }),
        );
      }),
      { seed: 1 },
    );
  });

  it("[SL2] never falls when the nearest node comes nearer, or the crowd stays further behind", () => {
    fc.assert(
      fc.property(AnyEvidence, fc.double({ min: 0, max: 1, noNaN: true }), (evidence, step) => {
        const { similarities } = evidence;
        fc.pre(similarities !== null && similarities.length > 1);
        const [first, ...rest] = similarities as number[];
        const nearer = { ...evidence, similarities: [first + step, ...rest] };
        const apart = { ...evidence, similarities: [first, ...rest.map((one) => one - step)] };
        expect(confidence(nearer)).toBeGreaterThanOrEqual(confidence(evidence));
        expect(confidence(apart)).toBeGreaterThanOrEqual(confidence(evidence));
      }),
      { seed: 1 },
    );
  });

  it("[SL3] without a vector is that of words and names alone, as if one node stood out as usual", () => {
    const { usualProminence, unrelated } = SETTINGS;
    const evidence = { words: 0.3, strangers: 0.5, crowd: 1 };
    const usual = { ...evidence, similarities: [unrelated + usualProminence] };
    expect(confidence({ ...evidence, similarities: null })).toBeCloseTo(confidence(usual), 12);
  });

  it("[SL4] in a memory of few nodes measures against what is unrelated, since there is no crowd", () => {
    const evidence = { words: 0, strangers: 0, crowd: 3 };
    const near = confidence({ ...evidence, similarities: [0.9, 0.9, 0.9] });
    expect(near).toBeGreaterThan(0.9);
    expect(confidence({ ...evidence, similarities: [0.05, 0, 0] })).toBeLessThan(SETTINGS.leastConfidence);
    expect(confidence({ ...evidence, crowd: 0, similarities: [] })).toBeLessThan(SETTINGS.leastConfidence);
  });

  it("[SL4] takes nodes for no crowd whose vectors are missing, or may not be shown", () => {
    const evidence = { words: 0, strangers: 0, similarities: [0.9] };
    expect(confidence({ ...evidence, crowd: 5000 })).toBe(confidence({ ...evidence, crowd: 1 }));
  });

  it("[SL5] is low where everything is as near as the nearest, and high where one stands out", () => {
    const evidence = { words: 0, strangers: 0, crowd: 100 };
    const alike = confidence({ ...evidence, similarities: crowdOf(100, 0.6) });
    const oneStandsOut = confidence({ ...evidence, similarities: [0.9, ...crowdOf(99, 0.3)] });
    expect(alike).toBeLessThan(SETTINGS.leastConfidence);
    expect(oneStandsOut).toBeGreaterThan(0.9);
  });
});
