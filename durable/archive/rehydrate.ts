// Gives an object with an empty disk its agent back from D1. Only a finished rehydration counts: until then the
// store belongs to nobody, and the next attempt starts from nothing.

import { Refusal } from "../../wire/errors.ts";
import type { ProfileName } from "../graph/profiles.ts";
import { RowChanges } from "../store/row-changes.ts";
import type { SqliteStore } from "../store/store.ts";
import type { Archive } from "./archive.ts";

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
    const seq = await archive.appliedSeq(agent);
    if (seq === undefined) throw new Refusal("not_found", `there is no agent ${agent}: create it first`);
    store.clear();
    if (seq > 0) await copyAll(store, archive, agent, seq);
    store.belongTo(agent, profile, seq);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    console.error("rehydration failed", error instanceof Error ? error.message : error);
    throw new Refusal(
      "unavailable",
      "the memory of this agent can't be read just now: try again in a moment",
    );
  }
}

async function copyAll(store: SqliteStore, archive: Archive, agent: string, seq: number): Promise<void> {
  for await (const { table, rows } of archive.pages(agent)) {
    const page = new RowChanges();
    for (const row of rows) page.putCells(table, row);
    store.restore(page);
  }
  if ((await archive.appliedSeq(agent)) !== seq) throw new Error("D1 changed while it was read");
}
