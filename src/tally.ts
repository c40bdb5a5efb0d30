// What one tenant used in one month, as far as this isolate knows: the meter's last word, and what was counted here
// since. A batch stays the same until the meter has confirmed it, so that sending it again counts nothing twice.
// Lost is only what an isolate holds when it ends: about a second's requests, more while the meter fails.

import { add, type Batch, nothing, OTHER_TOKENS } from "../meter/ledger.ts";
import type { MeterClient } from "../meter/meter-client.ts";
import type { Counted, Counts } from "../wire/usage.ts";
import { SETTINGS } from "./settings.ts";

export class Tally {
  readonly #tenantId: string;
  readonly #month: string;
  /** The month's total when the meter was heard last. */
  #known: Counts | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** Counted here and not yet part of `#known`. */
  #unsent = nothing();
  #waiting = new Map<string, Counts>();
  #batch: Batch | null = null;
  /** From when on somebody may promise to send what waits. */
  #claimableAt = Number.NEGATIVE_INFINITY;

  constructor(tenantId: string, month: string) {
    this.#tenantId = tenantId;
    this.#month = month;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0 && this.#batch === null;
  }

  used(name: Counted): number {
    return (this.#known?.[name] ?? 0) + this.#unsent[name];
  }

  add(token: string, used: Partial<Counts>): void {
    const counts = { ...nothing(), ...used };
    add(this.#unsent, counts);
    const place =
      this.#waiting.has(token) || this.#waiting.size < SETTINGS.meter.tokensPerBatch ? token : OTHER_TOKENS;
    if (!this.#waiting.has(place)) this.#waiting.set(place, nothing());
    add(this.#waiting.get(place)!, counts);
  }

  /** Asks the meter when it has never been heard; not again for a while when that fails. */
  async learn(meter: MeterClient, now: number): Promise<void> {
    if (this.#known !== null || now - this.#askedAt < SETTINGS.meter.retryMs) return;
    this.#askedAt = now;
    try {
      const { total } = await meter.usage(this.#tenantId, this.#month);
      this.#known ??= total;
    } catch (error) {
      logFailure("usage", error);
    }
  }

  /** True for the one caller who is to send what waits. A promise lapses: the request that gave it may have ended. */
  claim(now: number): boolean {
    if (now < this.#claimableAt) return false;
    this.#claimableAt = now + SETTINGS.meter.claimMs;
    return true;
  }

  /** Sends what is counted until a moment from now, and what comes in meanwhile. Never throws. */
  async sendSoon(meter: MeterClient, pauseMs: number): Promise<void> {
    try {
      const until = Date.now() + SETTINGS.meter.sendsForMs;
      while (!this.isIdle && Date.now() <= until) {
        await scheduler.wait(pauseMs);
        await this.#send(meter);
      }
      this.#claimableAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      this.#claimableAt = Date.now() + SETTINGS.meter.retryMs;
      logFailure("record", error);
    }
  }

  async #send(meter: MeterClient): Promise<void> {
    const batch = this.#batch ?? this.#nextBatch();
    this.#batch = batch;
    const total = await meter.record(this.#tenantId, batch);
    this.#known = total;
    if (this.#batch !== batch) return;
    this.#batch = null;
    this.#unsent = nothing();
    for (const counts of this.#waiting.values()) add(this.#unsent, counts);
  }

  #nextBatch(): Batch {
    const tokens = [...this.#waiting];
    this.#waiting = new Map();
    return { id: crypto.randomUUID(), month: this.#month, tokens };
  }
}

function logFailure(call: string, error: unknown): void {
  console.error(
    JSON.stringify({ code: "meter_failed", call, error: error instanceof Error ? error.name : typeof error }),
  );
}
