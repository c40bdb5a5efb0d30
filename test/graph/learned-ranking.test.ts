// What judged answers teach of all answers, beside a twin that keeps a list and solves for the weights by descending to them.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RankingSettings } from "../../durable/graph/learned-ranking.ts";
import {
  type Contrast,
  contrastOf,
  isContrast,
  LearnedRanking,
  STEPS,
  traitsOf,
} from "../../durable/graph/learned-ranking.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";

const SETTINGS = PRODUCT.taught?.ranking as RankingSettings;
const FEW = { ...SETTINGS, perAuthor: 3 };

interface Entry {
  readonly id: string;
  readonly route: number;
  readonly author: string;
  readonly contrast: Contrast;
}

const steps = fc.integer({ min: -STEPS, max: STEPS });
const entry: fc.Arbitrary<Entry> = fc.record({
  id: fc.constantFrom("a", "b", "a b", "é"),
  route: fc.integer({ min: 1, max: 3 }),
  author: fc.constantFrom("ann", "bob", "cas"),
  contrast: fc.tuple(steps, steps),
});
const change = fc.record({ entry, removes: fc.boolean() });

/** Weights that make w · δ as near to 1 as the ridge lets them, found step by step. */
function descended(entries: readonly Entry[], { ridge, perAuthor }: RankingSettings): number[] {
  const of = (author: string) => entries.filter((one) => one.author === author).length;
  const told = entries.map(({ author, contrast }) => ({
    share: Math.min(1, perAuthor / of(author)),
    delta: contrast.map((step) => step / STEPS),
  }));
  const slopeAt = (w: readonly number[]) =>
    w.map((weight, trait) =>
      told.reduce(
        (sum, { share, delta }) => sum + share * (w[0] * delta[0] + w[1] * delta[1] - 1) * delta[trait],
        ridge * weight,
      ),
    );
  const rate = 1 / (ridge + 2 * told.length);
  let w = [0, 0];
  for (let turn = 0; turn < 2000; turn++) {
    const slope = slopeAt(w);
    w = w.map((weight, trait) => weight - rate * slope[trait]);
  }
  return w;
}

function rankingOf(entries: Iterable<Entry>): LearnedRanking {
  const ranking = new LearnedRanking();
  for (const { id, route, author, contrast } of entries) ranking.put(id, route, author, contrast);
  return ranking;
}

const keyOf = ({ id, route }: Entry) => `${route} ${id}`;

describe("the ranking of all answers", () => {
  it("[RA1] weighs traits by least squares over the contrasts, whatever was put, replaced and removed", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const ranking = new LearnedRanking();
        const held = new Map<string, Entry>();
        for (const { entry, removes } of changes) {
          if (removes) ranking.remove(entry.id, entry.route);
          else ranking.put(entry.id, entry.route, entry.author, entry.contrast);
          if (removes) held.delete(keyOf(entry));
          else held.set(keyOf(entry), entry);
        }
        const weights = ranking.weights(FEW);
        if (held.size === 0) expect(weights).toBeNull();
        else
          for (const [trait, weight] of descended([...held.values()], FEW).entries())
            expect(weights?.[trait]).toBeCloseTo(weight, 6);
        for (const id of ["a", "b", "a b", "é"])
          expect(ranking.hasAnswered(id)).toBe([...held.values()].some((one) => one.id === id));
      }),
    );
  });

  it("[RA2] is to the last bit what it would be without what was removed, in whatever order all came", () => {
    const all = fc.uniqueArray(entry, { maxLength: 12, selector: keyOf });
    fc.assert(
      fc.property(all, all, fc.func(fc.integer()), (kept, taken, order) => {
        const goes = taken.filter((one) => !kept.some((other) => keyOf(other) === keyOf(one)));
        const mixed = [...kept, ...goes].sort((a, b) => order(keyOf(a)) - order(keyOf(b)));
        const ranking = rankingOf(mixed);
        for (const { id, route } of goes) ranking.remove(id, route);
        expect(ranking.weights(SETTINGS)).toStrictEqual(rankingOf(kept).weights(SETTINGS));
      }),
    );
  });

  it("[RA3] counts no author for more than so many contrasts", () => {
    const honest = Array.from({ length: 64 }, (_, at): Entry => {
      return { id: `n${at}`, route: 1, author: "ann", contrast: [STEPS, 40] };
    });
    const flood = Array.from({ length: 5000 }, (_, at): Entry => {
      return { id: `m${at}`, route: 1, author: "eve", contrast: [-STEPS, 0] };
    });
    const flooded = rankingOf([...honest, ...flood]).weights(SETTINGS) as readonly number[];
    const even = rankingOf([...honest, ...flood.slice(0, 64)]).weights(SETTINGS) as readonly number[];
    for (const trait of [0, 1]) expect(flooded[trait]).toBeCloseTo(even[trait], 12);
    expect(flooded[1]).toBeGreaterThan(0);
  });

  it("[RA4] is worth nothing before anything was judged, and on average nothing after, but for what answered before", () => {
    const candidates = [0, 0.5, 1].map((said, at) => ({ id: `n${at}`, traits: traitsOf(said, 10 * at) }));
    expect(new LearnedRanking().leanings(candidates, SETTINGS)).toBeNull();
    const worth = rankingOf([{ id: "n1", route: 1, author: "ann", contrast: [STEPS, 0] }]).leanings(
      candidates,
      SETTINGS,
    ) as number[];
    expect(worth[2]).toBeGreaterThan(worth[0]);
    const bounded = rankingOf([{ id: "n1", route: 1, author: "ann", contrast: [STEPS, 0] }]).leanings(
      candidates,
      { ...SETTINGS, gain: 100, again: 0 },
    ) as number[];
    expect(bounded).toEqual([-SETTINGS.most, expect.anything(), SETTINGS.most]);
    expect(worth.reduce((sum, one) => sum + one, 0)).toBeCloseTo(SETTINGS.again, 12);
  });

  it("[RA5] knows an answer by its contrast to what misled, and by nothing where nothing did", () => {
    expect(contrastOf([STEPS, 100], [])).toBeNull();
    expect(
      contrastOf(
        [STEPS, 100],
        [
          [0, 20],
          [STEPS, 41],
        ],
      ),
    ).toEqual([STEPS / 2, 70]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(100_000), (said, terms) => {
        const traits = traitsOf(said, terms);
        for (const trait of traits) expect(trait >= 0 && trait <= STEPS).toBe(true);
        expect(isContrast(contrastOf(traits, [traitsOf(1 - said, 20)]))).toBe(true);
      }),
    );
    for (const value of [null, [1], [1, 2, 3], [0.5, 0], [STEPS + 1, 0], ["1", 0], {}])
      expect(isContrast(value)).toBe(false);
  });
});
