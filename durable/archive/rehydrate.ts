// Gives an object with an empty disk its agent back from D1. Only a finished rehydration counts: until then the
// store belongs to nobody, and the next attempt starts from nothing.

import { TABLE_NAMES } from "../../schema/replica.ts";
import { Refusal } from "../../wire/errors.ts";
import type { ProfileName } from "../graph/profiles.ts";
import { RowChanges } from "../store/row-changes.ts";
import type { SqliteStore } from "../store/store.ts";
import type { Archive, Position } from "./archive.ts";

/**
 * Fills the store with what D1 holds of an agent: nothing, when the agent is new.
 * Refuses when D1 can't be read, or doesn't know the agent: a memory never starts empty in doubt.
 */
export async function rehydrate(
  store: SqliteStore,
  archive: Archive,
  agent: string,
  profile: ProfileName,
): Promise<void> {
  try {
    // What an earlier life of the object has sent, and is still under way, must not arrive behind this one's back.
    const here = await archive.claim(agent, store.writer);
    if (here === undefined) throw new Refusal("not_found", `there is no agent ${agent}: create it first`);
    store.clear();
    const isWhole = await copyAll(store, archive, agent, here);
    if (!isWhole) store.state.set("in_doubt", 1);
    store.belongTo(agent, profile, here.applied, here.writer);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    console.error("rehydration failed", error instanceof Error ? error.message : error);
    throw new Refusal(
      "unavailable",
      "the memory of this agent can't be read just now: try again in a moment",
    );
  }
}

/** Copies the agent as of the number where D1 is; false when D1 holds more than that, of a change that was cut short. */
async function copyAll(
  store: SqliteStore,
  archive: Archive,
  agent: string,
  { applied, writer }: Position,
): Promise<boolean> {
  for (const table of TABLE_NAMES) {
    for await (const rows of archive.pages(agent, table)) {
      const page = new RowChanges();
      for (const row of rows) page.putCells(table, row);
      store.restore(page);
    }
  }
  let isWhole = true;
  const { staged } = store.past;
  staged.begin();
  for await (const row of archive.history(agent, applied)) {
    staged.add(row);
    isWhole = false;
  }
  for (const rows of staged.pages()) {
    const before = new RowChanges();
    for (const { table, key, row } of rows) {
      if (row) before.putCells(table, row);
      else before.cut(table, key);
    }
    store.restore(before);
  }
  staged.clear();
  const there = await archive.position(agent);
  if (there?.applied !== applied || there.writer !== writer) throw new Error("D1 changed while it was read");
  return isWhole;
}
