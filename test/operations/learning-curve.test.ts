// The learning curve over HTTP, as questions, verdicts, corrections and undoing make it.

import { beforeEach, expect, it } from "vitest";
import { LIMITS } from "../../wire/limits.ts";
import { ReviewHouse } from "../support/review-house.ts";

let house: ReviewHouse;

beforeEach(async () => {
  house = await ReviewHouse.begin();
  await house.owner.inject({ content: "The harbour ferry leaves from pier four." });
});

it("[LC1] a useful answer, a misleading one and a correction are counted; what is undone goes", async () => {
  const ask = async () =>
    (await house.owner.query({ query: "Where does the harbour ferry leave?" })).query_id;
  await house.owner.learn({ query_id: await ask(), outcome: 1 });
  const { event_id } = await house.owner.learn({ query_id: await ask(), outcome: -1 });
  await house.owner.correction({
    query_id: await ask(),
    content: "The harbour ferry leaves from pier five.",
  });
  const day = new Date().toISOString().slice(0, 10);
  const { days } = await house.owner.learningCurve();
  expect(days).toEqual([{ day, asked: 3, answered: 3, judged: 3, useful: 1 }]);
  await house.owner.undo({ event_id });
  expect((await house.owner.learningCurve()).days).toEqual([
    { day, asked: 3, answered: 3, judged: 2, useful: 1 },
  ]);
});

it("[LC3] goes back at most so many days", async () => {
  await house.owner.learningCurve({ days: LIMITS.curveDays });
  for (const days of [0, LIMITS.curveDays + 1])
    await expect(house.owner.learningCurve({ days })).rejects.toMatchObject({ code: "invalid_request" });
});
