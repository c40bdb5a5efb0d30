// At any point where the machine may stop, whatever was acknowledged is kept, and nothing by halves.
// A seed makes the whole story: `npx vitest run test/durability/faults.test.ts -t "seed 7 "` tells it again.

import { describe, expect, it, vi } from "vitest";
import { Trial } from "../support/trial.ts";

const SEEDS = 24;
const FAULTS_PER_SEED = 22;
/** Not every fault that is armed strikes. */
const MOST_ROUNDS = 3 * FAULTS_PER_SEED;

describe("a fault", () => {
  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    `[DU40] loses nothing and leaves no half: seed %i meets ${FAULTS_PER_SEED} of them`,
    async (seed) => {
      vi.spyOn(console, "error").mockReturnValue(undefined);
      const trial = await Trial.begin(seed);
      let faults = 0;
      for (let round = 1; faults < FAULTS_PER_SEED && round <= MOST_ROUNDS; round++) {
        try {
          if (await trial.meetFault()) faults++;
        } catch (error) {
          throw new Error(`seed ${seed}, fault ${faults + 1}, round ${round}`, { cause: error });
        }
      }
      await trial.end();
      expect(faults).toBe(FAULTS_PER_SEED);
    },
  );
});
