// What many facts of one subject are to each other: another value of one property ends nothing else.

import { describe, expect, it } from "vitest";
import { begin } from "../support/remembering.ts";

describe("forty facts of one subject", () => {
  it("[CF3] stay, whatever is told of others that they are related to", async () => {
    const { memory } = await begin();
    const subject = "Harbour website";
    const relations = [
      "USES",
      "DEPENDS_ON",
      "PART_OF",
      "IMPLEMENTS",
      "RELATES_TO",
      "COLLABORATES_WITH",
      "MANAGES",
    ];
    const ids: string[] = [];
    for (let number = 0; number < 36; number++)
      ids.push(
        (await memory.storeFact({ subject, relation: relations[number % 7], object: `Part ${number}` })).id,
      );
    for (const [relation, object] of [
      ["LOCATED_IN", "Frankfurt"],
      ["REPORTS_TO", "Kim"],
      ["HAS_ROLE", "shop window"],
      ["WORKS_AT", "Port Office"],
    ])
      ids.push((await memory.storeFact({ subject, relation, object, valid_from: "2019" })).id);
    for (const other of [
      { subject: "Mobile app", relation: "LOCATED_IN", object: "Dublin", valid_from: "2024" },
      { subject: "Mobile app", relation: "USES", object: subject, valid_from: "2024" },
      { subject: "Design system", relation: "REPORTS_TO", object: "Orla", valid_from: "2024" },
    ])
      expect(await memory.storeFact(other)).toMatchObject({ ended: [], conflicts_with: [] });
    const { facts } = await memory.facts({ entity: subject, limit: 100 });
    expect(new Set(facts.map(({ id }) => id)).isSupersetOf(new Set(ids))).toBe(true);
    expect(facts.filter(({ conflict_status }) => conflict_status !== null)).toEqual([]);
  });
});
