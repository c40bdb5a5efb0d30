// The alarm sees to the life of memories, in the real object: nobody asks for it.

import { expect, it } from "vitest";
import { begin } from "../support/remembering.ts";

const HOUR = 3_600_000;

it("[LF5] the alarm closes what is over in an agent that was left alone, once a day, and health tells of it", async () => {
  const { memory, object, store } = await begin();
  const { id } = await store("The lamp of the pier is lit at dusk", {
    ttl_seconds: 1,
    valid_from: "2026-01-01",
  });
  /** As if nobody had asked or taught for so long, and the memory had been stored before that. */
  const leftAlone = async (hours: number) => {
    await object.inside(({ sql }) => {
      sql.exec("update journal set at = at - ?", hours * HOUR);
      sql.exec(
        `update nodes set metadata = json_set(metadata, '$.memory.createdAt', created_at - ?) where id = ?`,
        hours * HOUR,
        id,
      );
    });
    await object.evict();
    await memory.info();
    await object.drained();
  };
  await leftAlone(23);
  expect((await memory.health()).lifecycle).toMatchObject({ last_run: null, looked_at: null });
  await leftAlone(2);
  const { last_run: run, looked_at: looked, next_due: next } = (await memory.health()).lifecycle;
  expect(run).toMatchObject({
    author: "edgebrain",
    state: "done",
    closed: 1,
    deleted: 0,
    can_be_undone: true,
  });
  expect(next).toBeGreaterThan((looked as number) + 23 * HOUR);
  expect((await memory.memory(id)).valid_to).not.toBeNull();
  await memory.undo({ event_id: run?.event_id as string });
  await leftAlone(2);
  const after = (await memory.health()).lifecycle;
  expect(after).toMatchObject({ looked_at: looked, last_run: { state: "undone" } });
});
