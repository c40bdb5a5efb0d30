// What is unlearned leaves the weights of a graph that never learned it; a twin that never did is the judge.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Episode } from "../../durable/graph/episodes.ts";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import { relearn } from "../../durable/graph/unlearning.ts";
import {
  type Act,
  beginning,
  distance,
  fading,
  GONE,
  Life,
  learning,
  linking,
  lives,
  moving,
  weightDistance,
} from "../support/two-lives.ts";

const SEED = 20261130;

const LEARNING = fc.array(fc.oneof({ weight: 4, arbitrary: learning }, linking), { maxLength: 25 });
const FADING = fc.array(fc.oneof({ weight: 5, arbitrary: learning }, linking, fading), { maxLength: 25 });
const ANYTHING = fc.array(fc.oneof({ weight: 6, arbitrary: learning }, linking, fading, moving), {
  maxLength: 25,
});

describe.each([
  ["product", PRODUCT],
  ["parity", PARITY],
])("a graph of profile %s that forgets a node", (_, settings) => {
  it("[UN1] is within 1e-9 of one that never had it, when lessons and links lie between", () => {
    fc.assert(
      fc.property(beginning, LEARNING, (begin, acts) => {
        const [lived, never] = lives(settings, begin, acts);
        expect(lived.forget().estimated).toBe(0);
        expect(distance(lived, never)).toBeLessThan(1e-9);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it("[UN2] can forget another one, from what it then knows of its lessons", () => {
    fc.assert(
      fc.property(beginning, LEARNING, (begin, acts) => {
        const [lived, never] = lives(settings, begin, acts, [GONE, "c"]);
        lived.forget();
        lived.forget("c");
        expect(distance(lived, never)).toBeLessThan(1e-9);
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it("[UN3] is within the least weight of one that never had it, when weights have faded between", () => {
    fc.assert(
      fc.property(beginning, FADING, (begin, acts) => {
        const [lived, never] = lives(settings, begin, acts);
        lived.forget();
        expect(weightDistance(lived, never)).toBeLessThan(settings.decay.minWeight);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it("[UN4] comes close to it when something lies between that can't be repeated", () => {
    const forgotten: number[] = [];
    const untouched: number[] = [];
    fc.assert(
      fc.property(beginning, ANYTHING, (begin, acts) => {
        const [[lived, never], [idle]] = [lives(settings, begin, acts), lives(settings, begin, acts)];
        lived.forget();
        idle.draft.removeNode(GONE);
        forgotten.push(weightDistance(lived, never));
        untouched.push(weightDistance(idle, never));
      }),
      { seed: SEED, numRuns: 250 },
    );
    expect(quantile(forgotten, 0.95)).toBeLessThan(0.05);
    expect(quantile(forgotten, 1)).toBeLessThan(0.1);
    expect(mean(forgotten)).toBeLessThan(mean(untouched) / 3);
  });
});

describe("lessons that are taken back", () => {
  it("[UN5] leave the weights of a graph that never had them, whichever they are", () => {
    fc.assert(
      fc.property(beginning, LEARNING, fc.array(fc.nat(24)), (begin, acts, taken) => {
        const [lived] = lives(PRODUCT, begin, acts);
        const [never] = lives(
          PRODUCT,
          begin,
          acts.map((act, place) => (act.does === "learn" && taken.includes(place) ? NOTHING : act)),
        );
        const episodes = lived.episodes.map(
          (episode, place): Episode =>
            episode.type === "learned" && taken.includes(place) ? { ...episode, revised: null } : episode,
        );
        relearn(lived.draft, episodes, new Set(), PRODUCT);
        expect(distance(lived, never)).toBeLessThan(1e-9);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it("[UN6] leave alone every edge that they had no part in, to the last bit", () => {
    const life = new Life(PRODUCT, [
      ["a", "b", 0.3],
      ["a", "x", 0.7],
      ["c", "d", 0.4],
      ["d", "e", 0.6],
    ]);
    const judged = (fired: string[]) =>
      life.do({ does: "learn", lesson: { fired, steps: null, outcome: 0.7 } });
    judged(["c", "d", "e"]);
    judged(["a", "x"]);
    judged(["d", "e"]);
    const before = life.weights();
    life.forget();
    const after = life.weights();
    for (const name of before.keys()) {
      if (/^[cde]/.test(name)) expect([name, after.get(name)]).toEqual([name, before.get(name)]);
    }
    expect(after.get("a stop")).toBe(0);
  });
});

describe("a lesson of which not all changes were kept", () => {
  it("[UN7] leaves in doubt the sources of these changes, and no others", () => {
    fc.assert(
      fc.property(beginning, LEARNING, fc.nat(24), (begin, acts, cut) => {
        const [lived, never] = lives(PRODUCT, begin, acts);
        const episode = lived.episodes[cut];
        if (episode?.type === "learned") {
          const changes = episode.changes.filter(({ source }) => source !== "a");
          lived.episodes[cut] = { ...episode, changes, incomplete: new Set(["a"]) };
        }
        lived.forget();
        const theirs = never.weights();
        for (const [name, weight] of lived.weights()) {
          if (name.startsWith("a ") || typeof weight === "string") continue;
          expect([name, Math.abs(weight - Number(theirs.get(name))) < 1e-9]).toEqual([name, true]);
        }
      }),
      { seed: SEED, numRuns: 150 },
    );
  });
});

const NOTHING: Act = { does: "learn", lesson: { fired: [], steps: null, outcome: 0 } };

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
