// The guard over spending: so many tokens a UTC day, and then none until the next.

import { ProviderFailure } from "./failure.ts";
import type { Party } from "./party.ts";
import type { RemotePorts } from "./ports.ts";

const DAY_MS = 86_400_000;

export class DailyAllowance {
  readonly #most: number | null;
  readonly #party: Party;
  readonly #ports: Pick<RemotePorts, "now" | "ledger">;

  /** `most`: estimated tokens a day; null: no bound. */
  constructor(most: number | null, party: Party, ports: Pick<RemotePorts, "now" | "ledger">) {
    this.#most = most;
    this.#party = party;
    this.#ports = ports;
  }

  /** Notes tokens that are about to be sent. Throws `budget` where they are more than is left of the day. */
  spend(tokens: number): void {
    if (this.#most === null) return;
    const { ledger, now } = this.#ports;
    const at = now();
    const day = new Date(at).toISOString().slice(0, 10);
    const noted = ledger.read();
    const before = noted?.day === day ? noted.tokens : 0;
    if (before + tokens > this.#most) {
      const { purpose, variables } = this.#party;
      const message = `the allowance of ${this.#most} tokens a day for ${purpose} is used up until 00:00 UTC (${variables.dailyTokens})`;
      throw new ProviderFailure("budget", message, untilNextDay(at));
    }
    ledger.write({ day, tokens: before + tokens });
  }
}

/** Milliseconds from a moment to the next midnight, UTC. */
export function untilNextDay(at: number): number {
  return DAY_MS - (((at % DAY_MS) + DAY_MS) % DAY_MS);
}
