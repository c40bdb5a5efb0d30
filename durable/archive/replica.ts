// Keeps D1 in step with the object: sends what waits, in order, and sends everything anew where D1 was set back.
// One thing at a time; nothing leaves the outbox before D1 has it.

import { REMEMBERED, TABLE_NAMES } from "../../schema/replica.ts";
import { Refusal } from "../../wire/errors.ts";
import { POLICY } from "../store/kept-settings.ts";
import type { Commits, Place } from "../store/outbox.ts";
import type { Replica, Restorable, Traces } from "../store/ports.ts";
import type { SqliteStore } from "../store/store.ts";
import type { Archive, PastRow, Position } from "./archive.ts";
import { differencesIn } from "./differences.ts";
import { Step } from "./history.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60 * 1_000;
/** Share of a pause that chance adds, so that objects do not come back all at once. */
const JITTER = 0.25;
/** A comparison of both homes that writes keep overtaking is given up after so many. */
const COMPARISONS = 3;

export class D1Replica implements Replica {
  private readonly store: SqliteStore;
  private readonly archive: Archive;
  private readonly clock: () => number;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(store: SqliteStore, archive: Archive, clock: () => number = Date.now) {
    this.store = store;
    this.archive = archive;
    this.clock = clock;
  }

  /**
   * Sends one batch. Returns the milliseconds until the next one is due, or null when nothing waits.
   * Never throws: a failure is counted on disk and answered with a longer pause. `chance` is a number in 0…1.
   */
  drain(chance: number): Promise<number | null> {
    return this.inTurn(async () => {
      try {
        await this.send();
        return this.store.outbox.isEmpty ? null : 0;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const failures = this.store.outbox.fail(message);
        console.error("drain failed", failures, message);
        const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
        return Math.round(pause * (1 + JITTER * chance));
      }
    });
  }

  flush(): Promise<void> {
    return this.inTurn(() => this.sendAll());
  }

  restorable(seq: number | null): Promise<Restorable> {
    return this.inTurn(async () => {
      for (let comparisons = 0; comparisons < COMPARISONS; comparisons++) {
        const compared = await reachable(() => this.compare(seq));
        if (compared) return compared;
      }
      throw new Refusal(
        "unavailable",
        "the memory kept changing while it was compared with its replica: try again when fewer writes come in",
      );
    });
  }

  traces(erasure: string, at: number): Promise<Traces & { readonly appliedSeq: number }> {
    return reachable(async () => {
      const agent = this.store.state.get("agent") as string;
      const here = await this.archive.position(agent);
      if (here === undefined) throw new Error("D1 does not know this agent");
      return { appliedSeq: here.applied, ...(await this.archive.traces(agent, erasure, at)) };
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  private async sendAll(): Promise<void> {
    await reachable(async () => {
      do await this.send();
      while (!this.store.outbox.isEmpty);
    });
  }

  private async send(): Promise<void> {
    const { state, outbox } = this.store;
    const agent = state.get("agent");
    if (agent === undefined) return;
    const here = await this.archive.position(agent);
    if (here === undefined) throw new Error("D1 does not know this agent");
    const { applied, writer } = here;
    if (applied > this.store.revision) {
      throw new Error(
        `D1 holds change ${applied}, the object only made ${this.store.revision}: restore the agent`,
      );
    }
    const isOurs = writer === this.store.writer && state.get("in_doubt") === undefined;
    if (isOurs) outbox.drop(applied);
    const commits = outbox.next();
    const next = commits?.first ?? this.store.revision + 1;
    if (!isOurs || applied + 1 !== next) await this.sendAnew(agent);
    else if (commits) await this.sendCommits(agent, here, commits);
    outbox.succeed();
  }

  private async sendCommits(agent: string, here: Position, commits: Commits): Promise<void> {
    await this.sendParts(
      agent,
      here,
      commits.last,
      { seq: here.applied, part: Number.MAX_SAFE_INTEGER },
      false,
    );
    this.store.outbox.drop(commits.last);
  }

  /**
   * Sends the whole memory where it differs from what D1 has. Until the end D1 stays at its number, and rows that
   * changed are told by history: who loads the agent meanwhile finds it as it was at that number.
   */
  private async sendAnew(agent: string): Promise<void> {
    const { store, archive } = this;
    store.state.set("in_doubt", 1);
    const here = await archive.claim(agent, store.writer);
    if (here === undefined) throw new Error("D1 does not know this agent");
    store.state.set("writer", here.writer);
    const begun = store.revision;
    for (const table of TABLE_NAMES) {
      for await (const differences of differencesIn(table, agent, store, archive)) {
        const step = new Step();
        for (const { key, own } of differences) {
          step.write(
            here.applied + 1,
            table,
            own ? { verb: "put", cells: own } : { verb: "cut", cells: key },
          );
        }
        await archive.write(agent, step, here, this.clock());
      }
    }
    // Of changes made meanwhile some rows are there already; now the rest of them.
    const last = store.revision;
    await this.sendParts(agent, here, last, { seq: begun, part: Number.MAX_SAFE_INTEGER }, true);
    store.outbox.drop(last);
    store.state.unset("in_doubt");
  }

  /** Sends what waits in the outbox after a place and up to a change, in pieces; with the last one D1 has it all. */
  private async sendParts(
    agent: string,
    here: Position,
    last: number,
    after: Place,
    anew: boolean,
  ): Promise<void> {
    const { archive, store } = this;
    const forgotten: Step["forgotten"] = [];
    for (let place = after; ; ) {
      const { parts, isEnd } = store.outbox.slice(place, last);
      const step = new Step();
      for (const part of parts) step.add(anew ? here.applied + 1 : part.seq, part);
      // What has to be forgotten may be told by any piece.
      forgotten.push(...step.forgotten.splice(0));
      if (isEnd) {
        step.forgotten.push(...forgotten);
        return archive.apply(agent, step, here, last, this.clock(), anew);
      }
      await archive.write(agent, step, here, this.clock());
      place = parts[parts.length - 1];
    }
  }

  /** Stages what differs from D1 as of a number; undefined when writes came in between. */
  private async compare(seq: number | null): Promise<Restorable | undefined> {
    const { store, archive } = this;
    const agent = store.state.get("agent") as string;
    let here = await archive.position(agent);
    const isBehind = here !== undefined && here.applied > store.revision;
    if (!isBehind) {
      await this.sendAll();
      here = await archive.position(agent);
    }
    if (here === undefined) throw new Error("D1 does not know this agent");
    const { applied, historyFrom } = here;
    const asOf = seq ?? applied;
    if (asOf < historyFrom || asOf > applied) {
      throw new Refusal(
        "not_found",
        `this agent can be restored to ${historyFrom} … ${applied}, not to ${asOf}: take a number of that range`,
        { oldest: historyFrom, newest: applied },
      );
    }
    const { revision } = store;
    const { staged } = store.past;
    const begun = staged.begin();
    for await (const past of archive.history(agent, asOf)) if (!isPolicy(past)) staged.add(past);
    for (const table of isBehind ? TABLE_NAMES : REMEMBERED) {
      for await (const differences of differencesIn(table, agent, store, archive)) {
        for (const { key, archived } of differences) {
          // Whoever goes back does not take the owner's word back; what D1 knows later is that word.
          if (isBehind || !isPolicy({ table, key })) staged.add({ table, key, row: archived });
        }
      }
    }
    const later = await archive.position(agent);
    if (store.revision !== revision || later?.applied !== applied) return undefined;
    return { seq: asOf, oldest: historyFrom, newest: applied, revision, isStaged: () => staged.isAt(begun) };
  }
}

function isPolicy({ table, key }: Pick<PastRow, "table" | "key">): boolean {
  return table === "settings" && key[0] === POLICY;
}

/** What D1 refuses is `unavailable` to who waits for it. */
async function reachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    console.error("D1 failed", error instanceof Error ? error.message : error);
    throw new Refusal("unavailable", "the replica can't be reached just now: try again in a moment");
  }
}
