// What a teacher taught is explained and taken back like anybody's lesson.

import { expect, it } from "vitest";
import { perform } from "../../durable/operations/perform.ts";
import { HELPS, MISLEADS, scoring, TeacherHouse } from "../support/teacher-house.ts";

it("[TE19] a label can be explained by its edge, and taken back alone or with all that the teacher taught", async () => {
  const house = await TeacherHouse.begin();
  const before = house.edges();
  const undo = async (request: object) => {
    const call = {
      author: "owner",
      role: "owner" as const,
      now: 9_000,
      id: "f".repeat(32),
      idempotencyKey: null,
    };
    const result = await perform(house.memory, "undo", request, { ...call, elapsed: () => 0 });
    expect(result).toMatchObject({ ok: true, value: { estimated: 0 } });
  };
  house.model.says = scoring({ [MISLEADS]: -1 });
  const [alone] = (await house.teach({ dry_run: false })).updates;
  const { fired } = await house.perform("explain", { id: "last" });
  const [step] = fired.find(({ id }) => id === house.idOf(MISLEADS))?.route ?? [];
  expect(step.taught_by).toMatchObject([{ event_id: alone.event_id, author: "teacher", outcome: -0.3 }]);
  const between = house.edges();
  house.model.says = scoring({ [HELPS]: 1 });
  const [second] = (await house.teach({ dry_run: false })).updates;
  await undo({ event_id: second.event_id });
  expect(house.edges()).toEqual(between);
  await undo({ author: "teacher", since: 0 });
  expect(house.edges()).toEqual(before);
});
