// Chains of texts from end to end: names are looked up when a question is asked, and an explanation says so.

import { describe, expect, it } from "vitest";
import { SearchedMemory } from "../support/searched-memory.ts";

describe("a question whose words are spread over texts", () => {
  it("[HR63] what shares a rare name with a match comes before what has as many words of the question, and says why", async () => {
    const memory = new SearchedMemory();
    await memory.add({
      o1: "The printer on the second floor needs new paper every week",
      o2: "Invoices are paid within thirty days by bank transfer",
      o3: "Coffee beans are kept in the cupboard beside the window",
      start: "The lighthouse at the cape is kept by Norrholm Tavra",
      other: "An office with a view is to let at Brin Orm",
      wanted: "An office with a view is used by Norrholm Tavra",
      f1: "Pike are caught in winter",
      f2: "Swans come in spring",
      f3: "The bakery opens at seven",
    });
    const { query_id, fired } = await memory.ask(
      "Where is the office of those who keep the lighthouse at the cape?",
    );
    expect(fired.map(({ id }) => id).slice(0, 3)).toEqual(["start", "wanted", "other"]);
    const { fired: explained } = await memory.do("explain", { id: query_id });
    const lent = Object.fromEntries(explained.map(({ id, seed }) => [id, seed?.lent ?? []]));
    expect(lent.wanted).toEqual([{ from: "start", kind: "chain", amount: expect.any(Number) }]);
    expect(lent.other).toEqual([]);
  });
});
