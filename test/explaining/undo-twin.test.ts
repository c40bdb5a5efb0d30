// What is undone was never learned: a memory that never was taught it lives beside, and is the judge.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { taughtId } from "../../durable/operations/taught-node.ts";
import { differences, LivingMemory } from "../support/living-memory.ts";
import { roundNumber } from "../support/small-graph.ts";

const SEED = 20261130;

const NOTES = {
  a: "the ferry to the island leaves from the northern pier",
  b: "tickets for the ferry are sold at the harbour office",
  c: "the harbour office closes at six in the winter months",
  d: "bicycles travel free of charge on the early boat",
  e: "storms stop every boat between the pier and the island",
};
const SAID = [
  "the ferry leaves from the southern pier since spring",
  "the harbour office closes at eight in the winter",
  "bicycles cost three coins on any boat",
];
const ASKED = ["where does the ferry leave", "when does the office close", "what does a bicycle cost"];
const BAD = "bad";

type Act =
  | { readonly does: "learn"; readonly fired: readonly string[]; readonly outcome: number }
  | { readonly does: "inject"; readonly n: number }
  | {
      readonly does: "correct";
      readonly said: number;
      readonly asked: number;
      readonly corrects: readonly string[];
    }
  | { readonly does: "fade" }
  | { readonly does: "merge" };

type Done = Act & { readonly isBad: boolean };

const ids = [...Object.keys(NOTES), ...SAID.map((text) => taughtId("correction", text))];
const named = (most: number) => fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: most });
const learn = fc
  .record({ fired: named(5), outcome: roundNumber(-1, 1) })
  .map((act): Act => ({ does: "learn", ...act }));
const inject = fc.nat(3).map((n): Act => ({ does: "inject", n }));
const notes = fc.uniqueArray(fc.constantFrom(...Object.keys(NOTES)), { minLength: 1, maxLength: 2 });
const correct = fc
  .record({ said: fc.nat(2), asked: fc.nat(2), corrects: notes })
  .map((act): Act => ({ does: "correct", ...act }));
const fade = fc.constant<Act>({ does: "fade" });
const merge = fc.constant<Act>({ does: "merge" });

const life = (...kinds: fc.Arbitrary<Act>[]) =>
  fc.array(
    fc
      .record({ act: fc.oneof(...kinds), isBad: fc.boolean() })
      .map(({ act, isBad }): Done => ({ ...act, isBad })),
    { maxLength: 14 },
  );

/** Does what is not bad, and where `all` also what is; what is of no memory alone is never bad. */
async function lived(acts: readonly Done[], all: boolean): Promise<LivingMemory> {
  const memory = await LivingMemory.with(NOTES);
  for (const act of acts) {
    const isBad = act.isBad && act.does !== "fade" && act.does !== "merge";
    if (isBad && !all) continue;
    const by = isBad ? { author: BAD, role: "agent" as const } : {};
    if (act.does === "learn")
      await memory.do("learn", { fired_ids: [...act.fired], outcome: act.outcome }, by);
    else if (act.does === "inject") {
      const content = `${isBad ? "rumour" : "note"} ${act.n} about boats, the pier and the winter timetable`;
      await memory.do("inject", { content }, by);
    } else if (act.does === "correct") {
      const { query_id } = await memory.do("query", { query: ASKED[act.asked] }, by);
      const request = { query_id, content: SAID[act.said], corrects: [...act.corrects], outcome: 0 };
      await memory.do("correction", request, by);
    } else if (act.does === "fade") await memory.do("maintain", { tasks: ["decay"] });
    else await memory.do("maintain", {});
  }
  return memory;
}

describe("what one token taught, undone", () => {
  it("[UN10] leaves the memory as if it had never been, when lessons, injections and corrections lie between", async () => {
    const counts = { exact: 0, estimated: 0 };
    await fc.assert(
      fc.asyncProperty(life(learn, learn, inject, correct), async (acts) => {
        const [memory, never] = [await lived(acts, true), await lived(acts, false)];
        const { events, estimated } = await memory.do("undo", { author: BAD, since: 0 });
        if (events > 0) counts[estimated === 0 ? "exact" : "estimated"]++;
        const isMeant = ([name]: [string, unknown, unknown]) =>
          estimated === 0 || !name.includes("correction");
        expect(differences(memory.state(), never.state(), 1e-9).filter(isMeant)).toEqual([]);
      }),
      { seed: SEED, numRuns: 150 },
    );
    expect(counts.exact).toBeGreaterThan(2 * counts.estimated);
  });

  it("[UN11] is within the least weight of that when weights have faded between, and is said to be estimated", async () => {
    await fc.assert(
      fc.asyncProperty(life(learn, learn, inject, fade), async (acts) => {
        const [memory, never] = [await lived(acts, true), await lived(acts, false)];
        const reply = await memory.do("undo", { author: BAD, since: 0 });
        const weights = (of: LivingMemory) =>
          new Map(
            [...of.state()].filter(([, value]) => typeof value === "number" && Math.abs(value) >= 0.01),
          );
        const apart = differences(weights(memory), weights(never), 0.01);
        expect(apart.filter(([, a, b]) => a !== undefined && b !== undefined)).toEqual([]);
        const bad = acts.findIndex(({ does, isBad }) => isBad && does === "learn");
        const isFaded = bad >= 0 && acts.findLastIndex(({ does }) => does === "fade") > bad;
        if (!isFaded) expect(reply.estimated).toBe(0);
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it("[UN12] can be undone in two halves, in either order, to the same memory", async () => {
    await fc.assert(
      fc.asyncProperty(life(learn, learn, inject, correct), fc.boolean(), async (acts, lastFirst) => {
        const [memory, never] = [await lived(acts, true), await lived(acts, false)];
        const dry = await memory.do("undo", { author: BAD, since: 0, dry_run: true });
        const { event_ids: events } = dry;
        if (dry.estimated > 0) return;
        for (const event_id of lastFirst ? events.toReversed() : events)
          await memory.do("undo", { event_id });
        expect(differences(memory.state(), never.state(), 1e-9)).toEqual([]);
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it("[UN13] survives a reload, and a dry run changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(life(learn, inject, correct, merge), async (acts) => {
        const memory = await lived(acts, true);
        const before = memory.state();
        const dry = await memory.do("undo", { author: BAD, since: 0, dry_run: true });
        expect(differences(memory.state(), before, 0)).toEqual([]);
        const done = await memory.do("undo", { author: BAD, since: 0 });
        expect({ ...dry, dry_run: false, event_id: done.event_id }).toEqual(done);
        const after = memory.state();
        memory.reload();
        expect(differences(memory.state(), after, 0)).toEqual([]);
        expect((await memory.do("undo", { author: BAD, since: 0 })).events).toBe(0);
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
});
