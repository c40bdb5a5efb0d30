// [LA] Memories that read alike, stored over HTTP in the real object: about two things both stand, in both homes; of one thing the
// later value takes the place of the earlier one.

import { describe, expect, it } from "vitest";
import { TWO_PROPERTIES, TWO_THINGS, TWO_VALUES } from "../support/look-alikes/labelled.ts";
import { begin } from "../support/remembering.ts";

/** Of any two texts on the same thing. */
const NEAR = { dedup_threshold: 0.3 };

describe("memories that read alike", () => {
  it("[LA1] are stored both where they are about two things, and D1 has them", async () => {
    const { store, memory, object } = await begin();
    const texts = [...new Set(TWO_THINGS.flat())];
    // Each pair in a project of its own: what else reads alike is not what is asked.
    for (const [at, [one, other]] of TWO_THINGS.entries()) {
      const more = { ...NEAR, project: `pair-${at}` };
      const first = await store(one, more);
      const second = await store(other, more);
      expect([first.status, second.status, second.conflicts_with], other).toEqual(["created", "created", []]);
    }
    await object.drained();
    await object.lose();
    const { memories } = await memory.memories({ limit: 200 });
    expect(memories.map(({ content }) => content).sort()).toEqual(texts.toSorted());
    expect(memories.every(({ is_current_version: isCurrent }) => isCurrent)).toBe(true);
  });

  it("[LA2] are versions where they say two values of one thing, in either order", async () => {
    const { store, memory } = await begin();
    for (const [at, pair] of [...TWO_VALUES, ...TWO_VALUES.map(([a, b]) => [b, a] as const)].entries()) {
      const more = { ...NEAR, project: `pair-${at}` };
      const first = await store(pair[0], more);
      const second = await store(pair[1], more);
      expect(second, pair.join(" / ")).toMatchObject({ status: "new_version", supersedes: first.id });
    }
    const { memories } = await memory.memories({ limit: 200 });
    expect(memories).toHaveLength(2 * TWO_VALUES.length);
  });

  it("[LA3] both stand where they say two things of one", async () => {
    const { store } = await begin();
    for (const [one, other] of TWO_PROPERTIES) {
      await store(one);
      expect(await store(other), other).toMatchObject({ status: "created", supersedes: null });
    }
  });

  it("[LA1] are heard again only where they are about one thing", async () => {
    const { store, memory } = await begin();
    const inferred = { source: "post-turn-hook", dedup_threshold: 0.5 };
    for (const [at, pair] of TWO_THINGS.entries())
      for (const one of pair) await store(one, { ...inferred, project: `pair-${at}` });
    const { memories } = await memory.memories({ limit: 200 });
    for (const content of TWO_THINGS.flat()) {
      expect(memories.find((one) => one.content === content)).toMatchObject({ reinforced_count: 0 });
    }
  });
});
