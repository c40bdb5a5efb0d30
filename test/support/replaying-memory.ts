// A memory on a real store that replays session logs as its object does, a slice at a time.

import { RECEIPTS } from "../../durable/operations/erase-receipt.ts";
import { performChore } from "../../durable/operations/perform.ts";
import { replaySlice } from "../../durable/operations/replay-slice.ts";
import { sealerOf } from "../../durable/text/seal.ts";
import type { ReplayReply, ReplayRequest } from "../../wire/replaying.ts";
import { ScriptedModel } from "./teacher-house.ts";
import { WorkspaceMemory } from "./workspace-memory.ts";

/** More slices than any log of a test has. */
const MOST_SLICES = 500;

export const NOTES = {
  "deploys.md": "Deploys run on Fridays after the release meeting.",
  "approvals.md": "A deploy needs an approval by the release manager.",
  "canary.md": "The canary of a deploy runs in zone 3 for an hour.",
  "cats.md": "Cats sleep all day on the warm printer.",
  "backups.md": "Backups of the database run every night at two.",
  "restores.md": "A restore of a backup is rehearsed every month.",
};

export class ReplayingMemory extends WorkspaceMemory {
  readonly model = new ScriptedModel();
  private rings = 0;

  static async begin({ withModel = false } = {}): Promise<ReplayingMemory> {
    const memory = new ReplayingMemory();
    Object.assign(memory.memory, { seal: sealerOf("a secret of the tests", RECEIPTS) });
    if (withModel) Object.assign(memory.memory, { model: () => memory.model });
    await memory.sync(NOTES);
    memory.link(NOTES["deploys.md"], NOTES["approvals.md"], 0.4);
    memory.link(NOTES["approvals.md"], NOTES["canary.md"], 0.3);
    memory.link(NOTES["backups.md"], NOTES["restores.md"], 0.4);
    return memory;
  }

  /** One slice; false when there was nothing to go on with. */
  async ring(): Promise<boolean> {
    const next = this.memory.store.replays.next();
    if (!next) return false;
    const id = `ring${String(this.rings++).padStart(28, "0")}`;
    const call = {
      author: next.teacher,
      now: 5_000 + this.rings,
      id,
      idempotencyKey: null,
      elapsed: () => 0,
    };
    await performChore(this.memory, replaySlice, null, call);
    return true;
  }

  async learnAll(): Promise<void> {
    for (let slices = 0; await this.ring(); slices++)
      if (slices === MOST_SLICES) throw new Error("the replay does not come to an end");
  }

  /** Sends a whole log and learns it. */
  async replay(lines: string, more: Partial<ReplayRequest> = {}): Promise<ReplayReply> {
    await this.perform("replay", { log: "log", lines, end: "here", ...more });
    await this.learnAll();
    return this.perform("replayStatus", { log: more.log ?? "log" });
  }
}
