// The journal as a client reads it.

import { expect, it } from "vitest";
import { LIMITS } from "../../wire/limits.ts";
import { ReviewHouse } from "../support/review-house.ts";

it("[MN40] an entry is read however much it tells, also more than a request could bring", async () => {
  const { owner } = await ReviewHouse.begin();
  const long = "x".repeat(LIMITS.nodeId - 20);
  const nodes = Array.from({ length: 40 }, (_, at) => ({
    id: `${long}${at}`,
    content: `The harbour ferry number ${at} leaves from pier ${at}.`,
  }));
  await owner.injectBatch({ nodes });
  await owner.learn({ fired_ids: nodes.map(({ id }) => id), outcome: 1 });
  const { entries } = await owner.journal({ type: "learn" });
  expect(JSON.stringify(entries[0].body).length).toBeGreaterThan(LIMITS.metadataBytes);
});
