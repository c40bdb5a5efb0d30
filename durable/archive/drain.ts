// Brings waiting changes to D1: whole commits, in order, the last write of a row only.
// A failure is counted on disk and answered with a longer pause; nothing is dropped before D1 has it.

import { RowChanges } from "../store/row-changes.ts";
import type { SqliteStore } from "../store/store.ts";
import type { Archive } from "./archive.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60 * 1_000;
/** Share of a pause that chance adds, so that objects do not come back all at once. */
const JITTER = 0.25;

/**
 * Sends one batch. Returns the milliseconds until the next one is due, or null when nothing waits.
 * Never throws. `chance` is a number in 0…1.
 */
export async function drain(store: SqliteStore, archive: Archive, chance: number): Promise<number | null> {
  try {
    await sendBatch(store, archive);
    return store.outbox.isEmpty ? null : 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failures = store.outbox.fail(message);
    console.error("drain failed", failures, message);
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    return Math.round(pause * (1 + JITTER * chance));
  }
}

async function sendBatch({ state, outbox, revision }: SqliteStore, archive: Archive): Promise<void> {
  const agent = state.get("agent");
  const batch = outbox.next();
  if (agent === undefined || batch === undefined) return;
  const applied = await archive.appliedSeq(agent);
  if (applied === undefined) throw new Error("D1 does not know this agent");
  if (applied > revision) throw new Error(`D1 holds change ${applied}, the object only made ${revision}`);
  if (applied < batch.first - 1) {
    throw new Error(
      `D1 holds changes up to ${applied}, those before ${batch.first} are gone from the outbox`,
    );
  }
  if (applied < batch.last) {
    const rows = new RowChanges();
    for (const part of batch.parts) rows.add(part);
    await archive.apply(agent, rows.parts(), batch.last);
  }
  outbox.drop(batch.last);
}
