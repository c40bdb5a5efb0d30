// At any point where the machine may stop, whatever was acknowledged is kept, and nothing by halves.
// A seed makes the whole story: `npx vitest run test/durability/faults.test.ts -t "seed 7 "` tells it again.

import { describe, expect, it, vi } from "vitest";
import { type Agent, newAgent } from "../support/agent-story.ts";
import { archived, seen } from "../support/both-homes.ts";
import { arm, deliverLate, disarm, type Fate } from "../support/faults.ts";
import { addNote } from "../support/lived-agent.ts";
import { Trial } from "../support/trial.ts";

const SEEDS = 24;
const FAULTS_PER_SEED = 21;
/** Not every fault that is armed strikes. */
const MOST_ROUNDS = 3 * FAULTS_PER_SEED;

/** More than fits in one batch: a long text each. */
const PIECES = 3;

async function changeMuch(agent: Agent, letter: string): Promise<void> {
  await agent.write((draft) => {
    for (let index = 0; index < PIECES; index++) {
      addNote(draft, `n${index}`, "n0", 0.1, letter.repeat(520_000));
    }
    draft.putVector("n0", new Float64Array(draft.vectors.dimension).fill(letter.charCodeAt(0)));
  });
}

/** Rows with what is too long to be shown as its beginning and length. */
const shortened = (rows: unknown) =>
  JSON.stringify(rows, (_, cell) =>
    typeof cell === "string" && cell.length > 5_000 ? `${cell.slice(0, 4)}… ${cell.length}` : cell,
  );

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

  it.each(Array.from({ length: PIECES }, (_, index) => index + 1))(
    "[DU41] at piece %i of a large change leaves it whole, or not there, wherever it is loaded",
    async (piece) => {
      vi.spyOn(console, "error").mockReturnValue(undefined);
      const agent = await newAgent();
      await changeMuch(agent, "a");
      await agent.drained();
      let before = shortened((await seen(agent)).disk);
      let letter = "a";
      for (const fate of ["unanswered", "given up"] satisfies Fate[]) {
        letter = String.fromCharCode(letter.charCodeAt(0) + 1);
        await changeMuch(agent, letter);
        const after = shortened((await seen(agent)).disk);
        arm({ at: "batch", after: piece - 1, fate });
        await agent.ring();
        expect(disarm(), fate).toBe(true);
        await agent.lose();
        const isThere = piece === PIECES && fate === "unanswered";
        expect(shortened((await seen(agent)).disk), fate).toBe(isThere ? after : before);
        await deliverLate();
        await agent.write((draft) => addNote(draft, "n0", "n1", 0.2));
        await agent.drained();
        before = shortened((await seen(agent)).disk);
        expect(shortened(await archived(agent)), fate).toBe(before);
      }
    },
  );
});
