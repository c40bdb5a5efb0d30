// What an agent's object does by itself when its alarm rings: it sends changes to D1, indexes what came without a draft,
// embeds what waits for a vector, goes on with a re-embedding, learns from session logs, reads captured turns, lets
// proposals and old memory expire, sees to the life of memories, maintains what is idle, and tells Vectorize. Chores that are
// due run beside each other, so none waits for another; each does one slice and says when it wants to come again.

import type { AlarmClock } from "./alarm-clock.ts";
import type { D1Replica } from "./archive/replica.ts";
import { whereOf } from "./error-place.ts";
import type { Settings } from "./graph/settings.ts";
import { policyOf } from "./operations/capture-policy.ts";
import { takeTurns } from "./operations/capture-tries.ts";
import { embedPending } from "./operations/embed-pending.ts";
import { expireProposals } from "./operations/expire-proposals.ts";
import { knowTurn } from "./operations/know-turn.ts";
import { maintenanceSlice, ownRun } from "./operations/maintenance-slice.ts";
import type { Call, Memory, Operation } from "./operations/memory.ts";
import { performChore } from "./operations/perform.ts";
import { readTurn } from "./operations/read-turn.ts";
import { reembedSlice } from "./operations/reembed-slice.ts";
import { retryAtOf } from "./operations/replay-progress.ts";
import { replaySlice } from "./operations/replay-slice.ts";
import { limitsAge, retainSlice } from "./operations/retention.ts";
import { ownLifecycle } from "./operations/run-lifecycle.ts";
import { secondLook } from "./operations/second-look.ts";
import { indexWaiting } from "./operations/tying.ts";
import { msUntilLifecycle, msUntilRun } from "./operations/upkeep-due.ts";
import type { SqliteStore } from "./store/store.ts";
import type { VectorDrain } from "./vectorize/drain.ts";

export const CHORES = [
  "drain",
  "index",
  "embed",
  "reembed",
  "replay",
  "capture",
  "vectorize",
  "pack",
  "expire",
  "retain",
  "look",
  "lifecycle",
  "maintain",
] as const;
export type Chore = (typeof CHORES)[number];
/** Chores with a time of their own: an alarm that rings for something else is none for them. */
const TIMED: readonly Chore[] = ["expire", "retain", "lifecycle", "maintain"];

/** How long a chore waits for more of what it is for. */
const SOON_MS: Readonly<Record<Chore, number>> = {
  drain: 1_000,
  index: 0,
  embed: 100,
  reembed: 100,
  replay: 50,
  capture: 0,
  vectorize: 1_500,
  // Before an idle object may lose its memory.
  pack: 5_000,
  expire: 0,
  retain: 0,
  // Writes often come together.
  look: 2_000,
  lifecycle: 0,
  // Whoever asks meanwhile finds the object free for most of the time.
  maintain: 50,
};
/** What waits here has times of its own: what comes now must not wait for what is tried again later. */
const HASTENED: readonly Chore[] = ["capture", "replay"];
/** A chore that met a defect comes again after this. */
const AFTER_DEFECT_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** Changes that D1 lacks, beyond which a replay and a maintenance run wait for it. */
const MOST_BEHIND = 2_000;
/** Who stands beside what the object does by itself. */
const AUTHOR = "edgebrain";

export interface Household {
  readonly clock: AlarmClock<Chore>;
  readonly store: SqliteStore;
  readonly replica: D1Replica;
  /** Absent where there is no index. */
  readonly vectorize?: VectorDrain;
  /** Those of the agent; undefined while the object belongs to nobody. */
  settings(): Settings | undefined;
  /** The memory, woken if need be; undefined while the object belongs to nobody. */
  awake(): Promise<Memory | undefined>;
  call(author: string): Call;
  /** After something went wrong memory may be in doubt. */
  reload(): void;
  /** Memory may hold vectors that it need not hold any longer. */
  lighten(): void;
  /** Whoever listens hears of changes. */
  tell(): void;
}

export class Chores {
  readonly #house: Household;

  constructor(house: Household) {
    this.#house = house;
  }

  /** Takes over what an earlier life of the object left. */
  async wake(): Promise<void> {
    const left = CHORES.filter((chore) => this.#isNeeded(chore));
    const timed = left.filter((chore) => TIMED.includes(chore));
    await this.#house.clock.wake(
      left.filter((chore) => !timed.includes(chore)),
      SOON_MS.drain,
    );
    for (const chore of timed) await this.#house.clock.comeIn(chore, this.#restOf(chore));
  }

  /** Lets every chore come for which there is something to do. */
  async comeSoon(): Promise<void> {
    const { clock } = this.#house;
    for (const chore of CHORES) {
      if ((clock.isDue(chore) && !HASTENED.includes(chore)) || !this.#isNeeded(chore)) continue;
      await clock.comeIn(chore, Math.max(SOON_MS[chore], this.#restOf(chore)));
    }
  }

  /** Does what is due. Never throws. */
  async ring(): Promise<void> {
    const { clock } = this.#house;
    await Promise.all(clock.take().map((chore) => this.#do(chore)));
    await clock.arm();
  }

  async #do(chore: Chore): Promise<void> {
    const { clock, reload } = this.#house;
    let pause: number | null;
    try {
      pause = await this.#slice(chore);
    } catch (error) {
      console.error("chore failed", chore, whereOf(error));
      reload();
      pause = AFTER_DEFECT_MS;
    }
    if (pause !== null) await clock.comeIn(chore, pause);
  }

  /** One slice; returns the milliseconds until the next, or null when nothing is left. */
  async #slice(chore: Chore): Promise<number | null> {
    const { replica, store, vectorize, lighten } = this.#house;
    if (chore === "drain") return replica.drain(Math.random());
    if (!this.#isNeeded(chore)) return null;
    if (chore === "vectorize") {
      const pause = (await vectorize?.drain(Math.random())) ?? null;
      lighten();
      return pause;
    }
    if (TIMED.includes(chore) && this.#restOf(chore) > 0) return this.#restOf(chore);
    if (chore === "index") await this.#perform(indexWaiting, null);
    else if (chore === "pack") store.transaction(() => store.packed.pack());
    else if (chore === "expire") await this.#perform(expireProposals, null);
    else if (chore === "retain") return this.#retain();
    else if (chore === "look") return this.#look();
    else if (chore === "capture") await this.#capture();
    else if (chore === "embed") await this.#perform(embedPending, null);
    else if (chore === "lifecycle") await this.#perform(ownLifecycle, null);
    else if (chore === "replay") await this.#perform(replaySlice, null, store.replays.next()?.teacher);
    else if (chore === "maintain") {
      const { job } = store.maintenance;
      await this.#perform(job ? maintenanceSlice : ownRun, null, job?.author);
      if (store.maintenance.job) return Math.max(SOON_MS.maintain, this.#restOf(chore));
    } else await this.#perform(reembedSlice, null);
    return this.#isNeeded(chore) ? this.#restOf(chore) : null;
  }

  async #perform<Request, Reply>(
    // biome-ignore lint/suspicious/noExplicitAny: what an operation awaits is its own affair
    operation: Operation<Request, Reply, any>,
    request: Request,
    author = AUTHOR,
  ): Promise<Reply | undefined> {
    const { awake, call, tell, clock } = this.#house;
    const memory = await awake();
    if (!memory) return undefined;
    const reply = await performChore(memory, operation, request, call(author));
    tell();
    if (this.#isNeeded("drain") && !clock.isDue("drain")) await clock.comeIn("drain", SOON_MS.drain);
    return reply;
  }

  /** Keeps back what is over by its age, slice by slice; then the next look is a day away. */
  async #retain(): Promise<number | null> {
    const { state } = this.#house.store;
    const now = Date.now();
    const isMore = await this.#perform(retainSlice, { lookedAt: this.#retainedAt() });
    if (isMore) return SOON_MS.retain;
    state.set("retained_at", now);
    return this.#restOf("retain");
  }

  #retainedAt(): number {
    return Number(this.#house.store.state.get("retained_at") ?? 0);
  }

  /** Lets a model look at what is new, some texts at a time. */
  async #look(): Promise<number | null> {
    const { store } = this.#house;
    const rank = store.state.get("looked_to");
    const looked = await this.#perform(secondLook, { rank: rank === undefined ? null : Number(rank) });
    if (!looked) return null;
    store.state.set("looked_to", looked.rank);
    if (looked.retryMs !== null || looked.isMore) return looked.retryMs ?? 0;
    store.state.set("looked_revision", store.revision);
    return null;
  }

  /** Takes up captured turns, and reads them beside each other. */
  async #capture(): Promise<void> {
    const taken = (await this.#perform(takeTurns, null)) ?? [];
    const read = await Promise.allSettled(
      taken.map((turn) => this.#perform(turn.isRead ? knowTurn : readTurn, turn, turn.author)),
    );
    const defect = read.find((one) => one.status === "rejected");
    if (defect) throw defect.reason;
  }

  #isNeeded(chore: Chore): boolean {
    const { store } = this.#house;
    if (chore === "drain") return !store.outbox.isEmpty;
    if (chore === "pack") return store.packed.isDue;
    if (chore === "index") return store.lexicon.isBehind;
    if (chore === "vectorize") return this.#house.vectorize !== undefined && store.vectorized.isNeeded;
    if (chore === "replay") return store.replays.next() !== undefined;
    if (chore === "capture") return store.captures.nextDue !== null;
    if (chore === "expire") return store.proposals.nextExpiry !== null;
    if (chore === "retain") return limitsAge({ store });
    if (chore === "look")
      return policyOf({ store }).model_check && store.state.get("looked_revision") !== String(store.revision);
    if (chore === "lifecycle" || chore === "maintain") return this.#msUntil(chore) !== null;
    return chore === "embed" ? !store.pending.isEmpty : store.reembedding.isRunning;
  }

  /** How long an embedder that failed is left alone, from now on. */
  #restOf(chore: Chore): number {
    const { store } = this.#house;
    if (chore === "pack") return 0;
    if (chore === "drain" || chore === "index" || chore === "vectorize" || chore === "look") return 0;
    if (chore === "replay") return restOfReplay(store, Date.now());
    if (chore === "capture") return restOfCaptures(store, Date.now());
    if (chore === "lifecycle" || chore === "maintain")
      return Math.max(this.#msUntil(chore) ?? 0, restWhileBehind(store));
    if (chore === "expire") return Math.max(0, (store.proposals.nextExpiry ?? 0) - Date.now());
    if (chore === "retain") return Math.max(0, this.#retainedAt() + DAY_MS - Date.now());
    const identity = chore === "embed" ? store.setting("embedder") : store.reembedding.job?.to;
    const { name } = (identity ?? {}) as { readonly name?: string };
    const retryAt = name === undefined ? undefined : store.failures.of(name).get()?.retryAt;
    return Math.max(0, (retryAt ?? 0) - Date.now());
  }

  #msUntil(chore: "lifecycle" | "maintain"): number | null {
    const { store } = this.#house;
    const settings = this.#house.settings();
    if (!settings) return null;
    return (chore === "lifecycle" ? msUntilLifecycle : msUntilRun)({ store, settings }, Date.now());
  }
}

function restWhileBehind({ outbox }: SqliteStore): number {
  return outbox.backlog().changes > MOST_BEHIND ? SOON_MS.drain : 0;
}

/** How long a replay is left alone: what it waits for failed, or D1 is far behind. */
function restOfReplay(store: SqliteStore, now: number): number {
  const next = store.replays.next();
  return next === undefined ? 0 : Math.max(restWhileBehind(store), retryAtOf(next) - now);
}

/** How long captured turns are left alone: none is due, or the model that reads them fails. */
function restOfCaptures({ captures }: SqliteStore, now: number): number {
  return Math.max(0, (captures.nextDue ?? now) - now, captures.rest.until - now);
}
