// What tenants use, counted in this isolate after each answer and brought to their meters in batches; and their
// budgets, checked against what the meter said last and what was counted here since. Counts of a month only grow,
// so an old one can admit too much for a moment, and never refuses too early. A meter that fails stops nobody.

import { MeterClient } from "../meter/meter-client.ts";
import type { Endpoint } from "../wire/endpoints.ts";
import { Refusal } from "../wire/errors.ts";
import type { Budget, Budgeted, Counts } from "../wire/usage.ts";
import { monthOf, secondsLeftIn } from "./months.ts";
import { SETTINGS } from "./settings.ts";
import { Tally } from "./tally.ts";
import { numberOf } from "./variables.ts";

export interface Spender {
  readonly tokenId: string;
  readonly tenant: { readonly id: string; readonly budget: Budget | null };
}

const WORDS: Readonly<Record<Budgeted, string>> = {
  queries: "questions",
  writes: "writes",
  embedded_characters: "characters to embed",
};

/** How long counts gather, in milliseconds. Refuses a variable that is wrong. */
export function meterPauseOf(env: Pick<Cloudflare.Env, "METER_EVERY_MS">): number {
  const { everyMs, everyMsMost } = SETTINGS.meter;
  return numberOf(env, "METER_EVERY_MS", everyMs, 0, everyMsMost);
}

/** Which of the counted kinds of requests an endpoint is. */
export function countsAs({ countsAs, writes }: Endpoint): "queries" | "reads" | "writes" {
  return countsAs ?? (writes ? "writes" : "reads");
}

/** What a request to an endpoint is refused for when it is used up; nothing where a tenant deals with what it has. */
export function spendingOf(endpoint: Endpoint): readonly Budgeted[] {
  const kind = countsAs(endpoint);
  return kind === "reads" || endpoint.beyondBudget ? [] : [kind, "embedded_characters"];
}

export class Metering {
  /** By tenant and month. */
  readonly #tallies = new Map<string, Tally>();

  /** Refuses who has used up one of these: `budget_exceeded` with the seconds that the month still has. */
  async requireBudget(
    env: Pick<Cloudflare.Env, "METER">,
    { tenant: { id, budget } }: Spender,
    spends: readonly Budgeted[],
    now: number,
  ): Promise<void> {
    const limited = spends.filter((name) => (budget?.[name] ?? null) !== null);
    if (limited.length === 0) return;
    const tally = this.#tally(id, now);
    await tally.learn(new MeterClient(env.METER), now);
    const used = limited.find((name) => tally.used(name) >= budget![name]!);
    if (used === undefined) return;
    throw new Refusal(
      "budget_exceeded",
      `the tenant's ${budget![used]!.toLocaleString("en-US")} ${WORDS[used]} of ${monthOf(now)} are used: ` +
        "wait for the next month, or ask the operator for more",
      { limit: used, retry_after_s: secondsLeftIn(now) },
    );
  }

  /** Counts what a request used; `later` takes the work of telling the meter. */
  count(
    env: Pick<Cloudflare.Env, "METER" | "METER_EVERY_MS">,
    { tokenId, tenant }: Spender,
    counts: Partial<Counts>,
    now: number,
    later: (work: Promise<unknown>) => void,
  ): void {
    const tally = this.#tally(tenant.id, now);
    tally.add(tokenId, counts);
    if (!tally.claim(now)) return;
    later(tally.sendSoon(new MeterClient(env.METER), meterPauseOf(env)));
  }

  #tally(tenantId: string, now: number): Tally {
    const month = monthOf(now);
    const place = `${tenantId} ${month}`;
    const tally = this.#tallies.get(place) ?? new Tally(tenantId, month);
    // The one used last stands last, so that the idle ones are found first.
    this.#tallies.delete(place);
    this.#tallies.set(place, tally);
    if (this.#tallies.size > SETTINGS.remembered) this.#forgetOne();
    return tally;
  }

  #forgetOne(): void {
    for (const [place, tally] of this.#tallies) {
      if (!tally.isIdle) continue;
      this.#tallies.delete(place);
      return;
    }
  }
}
