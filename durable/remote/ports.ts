// What the outside world gives the talk with a provider: clock, chance, pauses, and where spending is remembered.

/** What was sent to a provider on one day. */
export interface DaySpent {
  /** Day in UTC, as `2026-11-30`. */
  readonly day: string;
  /** Estimated tokens, those of failed attempts too. */
  readonly tokens: number;
}

/** Keeps what was spent where it outlives the program. */
export interface SpendLedger {
  read(): DaySpent | undefined;
  write(spent: DaySpent): void;
}

export interface RemotePorts {
  /** Milliseconds since 1970. */
  now(): number;
  /** A number from 0 to below 1. */
  chance(): number;
  sleep(ms: number): Promise<void>;
  readonly ledger: SpendLedger;
}

/** A ledger that forgets with the program. */
export function ledgerInMemory(): SpendLedger {
  let spent: DaySpent | undefined;
  return {
    read: () => spent,
    write: (now) => {
      spent = now;
    },
  };
}

/** The platform's own clock and chance. */
export function platformPorts(ledger: SpendLedger = ledgerInMemory()): RemotePorts {
  return {
    now: () => Date.now(),
    chance: () => Math.random(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ledger,
  };
}
