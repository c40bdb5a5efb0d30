// One alarm for several chores: each has its own time, the alarm is set to the first of them.
// An object has one alarm, which survives it; the times of the chores do not, and are noted anew when it wakes.

type AlarmStorage = Pick<DurableObjectStorage, "getAlarm" | "setAlarm">;

/** Chores that are due so soon after the first come with it: one alarm instead of several. Milliseconds. */
const TOGETHER_MS = 1_000;
/** No chore that something waits for pauses longer: an alarm that is further away was set for what has a date. */
const LONGEST_PAUSE_MS = 10 * 60_000;

export class AlarmClock<Chore extends string> {
  readonly #storage: AlarmStorage;
  readonly #now: () => number;
  readonly #due = new Map<Chore, number>();
  /** What the alarm is set to, as far as is known. */
  #set: number | null = null;

  constructor(storage: AlarmStorage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }

  /** Takes over the alarm of an earlier life: chores that are left from it come when it rings. */
  async wake(left: readonly Chore[], pauseMs: number): Promise<void> {
    this.#set = await this.#storage.getAlarm();
    const now = this.#now();
    const at = this.#set !== null && this.#set <= now + LONGEST_PAUSE_MS ? this.#set : now + pauseMs;
    for (const chore of left) this.#due.set(chore, at);
    await this.arm();
  }

  isDue(chore: Chore): boolean {
    return this.#due.has(chore);
  }

  /** Lets a chore come in so many milliseconds, or when it is due already, if that is sooner. */
  async comeIn(chore: Chore, pauseMs: number): Promise<void> {
    const at = this.#now() + pauseMs;
    this.#due.set(chore, Math.min(at, this.#due.get(chore) ?? at));
    await this.arm();
  }

  /** The alarm rings: the chores that it was set for, which are due no more. */
  take(): Chore[] {
    this.#set = null;
    // An alarm may ring early; then it rings for what comes first.
    const until = Math.max(this.#now(), Math.min(...this.#due.values()) + TOGETHER_MS);
    const taken = [...this.#due].filter(([, at]) => at <= until).map(([chore]) => chore);
    for (const chore of taken) this.#due.delete(chore);
    return taken;
  }

  /** Sets the alarm to what comes next. */
  async arm(): Promise<void> {
    if (this.#due.size === 0) return;
    const first = Math.min(...this.#due.values());
    if (this.#set !== null && this.#set <= first) return;
    this.#set = first;
    await this.#storage.setAlarm(first);
  }
}
