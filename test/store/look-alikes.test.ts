// Facts that differ from a corrected one in a single respect: they are shown for their own questions, and the corrected
// ones for none.

import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readCorrectionFacts } from "../../bench/learning/correction-facts.ts";
import { type Corrections, correctionsOf, STATES } from "../../bench/learning/corrections.ts";
import { RememberingEmbedder } from "../../bench/quality/remembering-embedder.ts";
import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";
import { SearchedMemory } from "../support/searched-memory.ts";

const FACTS = readCorrectionFacts(path.join(import.meta.dirname, "../support/look-alikes"));
const AFTER = STATES.filter((state) => state !== "before");
/** Of unseen wordings. The embedder of the tests knows no synonyms. */
const FOUND = 0.95;

describe("facts that look like a corrected one, in eleven languages", () => {
  let measured: Corrections;
  beforeAll(async () => {
    measured = await correctionsOf(FACTS, { embedder: new RememberingEmbedder(new NgramHashEmbedder()) });
  });

  for (const state of AFTER) {
    it(`[SU6] are shown for their own questions, ${state}`, () => {
      const hidden = measured.lookalikes.filter((one) => one.state === state && one.suppressed);
      expect(hidden.map(({ fact }) => fact.id)).toEqual([]);
    });

    it(`[SU6] come without what was corrected, and it stays away in any wording, ${state}`, () => {
      const asked = measured.facts.filter((one) => one.state === state);
      expect(asked.filter(({ wrongShown }) => wrongShown).map(({ question }) => question)).toEqual([]);
      const unseen = asked.filter(({ as }) => as === "unseen");
      const found = unseen.filter(({ rightFirst }) => rightFirst);
      expect(found.length / unseen.length).toBeGreaterThan(FOUND);
    });
  }
});

describe("a fact that is narrower than the corrected one", () => {
  const notes = {
    nurse: "The nurse works on Sundays",
    night: "The night nurse works on Sundays",
    again: "The nurse works on Sundays, usually",
  };

  async function corrected() {
    const memory = new SearchedMemory();
    await memory.add(notes);
    const { query_id } = await memory.ask("On which day does the nurse work?");
    const content = "The nurse works on Saturdays";
    const { corrected_ids, node_id } = await memory.do("correction", { query_id, content });
    return { memory, corrected: corrected_ids.toSorted(), right: node_id };
  }

  it("[SU4] is shown where the question asks for just that, and nothing is put above it", async () => {
    const { memory } = await corrected();
    const reply = await memory.ask("On which day does the night nurse work?");
    expect(reply.fired.map(({ id }) => id)).toContain("night");
    expect(reply.suppressed.map(({ id }) => id)).not.toContain("night");
    expect(reply.context).not.toContain(notes.again);
  });

  it("[SU4] is suppressed with it for every other question", async () => {
    const { memory, corrected: ids, right } = await corrected();
    expect(ids).toEqual(["again", "night", "nurse"]);
    for (const question of ["On which day does the nurse work?", "Does the nurse work on Sundays?"]) {
      const found = await memory.found(question);
      expect(found[0]).toBe(right);
      for (const id of ids) expect(found).not.toContain(id);
    }
  });

  it("[SU4] is judged by the words of the taught question too", async () => {
    const { memory } = await corrected();
    const { query_id } = await memory.ask("On which day does the night nurse work?");
    await memory.do("correction", { query_id, content: "The nurse works on Saturdays" });
    expect(await memory.found("On which day does the night nurse work?")).not.toContain("night");
  });
});

describe("two facts of which one denies", () => {
  it("[SU4] are told apart by whether the question denies", async () => {
    const memory = new SearchedMemory();
    const notes = {
      terrace: "Guests may smoke on the terrace",
      lobby: "Guests may not smoke in the lobby",
    };
    await memory.add(notes);
    const { query_id } = await memory.ask("Where may guests smoke?");
    await memory.do("correction", { query_id, content: "Guests may smoke in the courtyard only" });
    expect(await memory.found("Where may guests not smoke?")).toContain("lobby");
    expect(await memory.found("Where may guests smoke?")).not.toContain("terrace");
  });
});

describe("a device that was named wrongly, as users reported it", () => {
  it("[SU6] comes back under no wording", async () => {
    const memory = new SearchedMemory();
    await memory.add({
      box: "The box on the shelf is a Brand-A disk station.",
      cable: "The cable of the disk station is in the drawer.",
    });
    const { query_id } = await memory.ask("What is the box on the shelf?");
    const right = "The box on the shelf is a Brand-B disk station.";
    await memory.do("correction", { query_id, content: right });
    for (const question of ["what is the box on the shelf?", "which disk station do we own?"]) {
      const { fired, context } = await memory.ask(question);
      expect(fired[0].text).toBe(right);
      expect(context).not.toContain("Brand-A");
    }
    expect(await memory.found("where is the cable of the disk station?")).toContain("cable");
  });
});
