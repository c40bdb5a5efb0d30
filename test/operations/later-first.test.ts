// [SM17] Which of two memories that answer alike comes first, over HTTP.

import { describe, expect, it } from "vitest";
import { begin } from "../support/remembering.ts";

const EARLIER = "2026-01-10";
const LATER = "2026-05-10";
const PAIRS: readonly (readonly [earlier: string, later: string, question: string])[] = [
  [
    "The favourite tea of the clerk is rooibos",
    "The favourite tea of the clerk is jasmine",
    "Which tea does the clerk like?",
  ],
  [
    "The workshop by the canal has three lathes",
    "One lathe was sold, two are left in the workshop",
    "How many lathes has the workshop?",
  ],
  [
    "Der Lieblingstee des Pförtners ist Rooibos",
    "Der Lieblingstee des Pförtners ist Jasmin",
    "Was ist der Lieblingstee des Pförtners?",
  ],
  ["食堂的招牌菜是红烧鱼", "食堂的招牌菜是宫保鸡丁", "食堂的招牌菜是什么?"],
];

describe("of memories that answer about equally well", () => {
  it.each(PAIRS)("[SM17] of %j and %j the later one comes first", async (earlier, later, query) => {
    for (const order of [
      [earlier, later],
      [later, earlier],
    ]) {
      const { store, memory } = await begin();
      for (const content of order) {
        const since = content === earlier ? EARLIER : LATER;
        await store(content, { skip_dedup: true, valid_from: since });
      }
      const { fired } = await memory.query({ query });
      expect(fired.map(({ text }) => text)).toEqual([later, earlier]);
    }
  });

  it("[SM17] one of another subject, or that answers much less, stays where it is", async () => {
    const { store, memory } = await begin();
    await store("The favourite tea of the clerk is rooibos", { valid_from: EARLIER });
    await store("The favourite tea of the porter is jasmine", { valid_from: LATER });
    await store("The clerk wears a coat", { valid_from: LATER });
    const { fired } = await memory.query({ query: "What is the favourite tea of the clerk?" });
    expect(fired[0].text).toBe("The favourite tea of the clerk is rooibos");
  });

  it("[SM17] of an earlier time the one that held then comes first", async () => {
    const { store, memory } = await begin();
    const [[earlier, later, query]] = PAIRS;
    await store(earlier, { skip_dedup: true, valid_from: EARLIER });
    await store(later, { skip_dedup: true, valid_from: LATER });
    const { fired } = await memory.query({ query, as_of: "2026-02-01" });
    expect(fired.map(({ text }) => text)).toEqual([earlier]);
  });
});
