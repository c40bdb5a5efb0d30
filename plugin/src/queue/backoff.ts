// When it is time to try again: after pauses that grow while nothing gets through, when a server says, or at once when
// address or token have changed.

import type { Verdict } from "./verdict.ts";
import type { Write } from "./write.ts";

/** How long, and for whom. */
export type Pause = Pick<Extract<Verdict, { kind: "later" }>, "scope" | "afterMs" | "isTold">;

const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** No server may name a time beyond this: a proxy's mistake would stop delivery for good. */
const LONGEST_TOLD_MS = 60 * 60_000;

export class Backoff {
  readonly #now: () => number;
  readonly #chance: () => number;
  #failures = 0;
  #notBefore = 0;
  /** Whether a server named the time; then even who wants to can't hurry. */
  #isTold = false;
  #identity = "";
  readonly #held = new Map<string, number>();

  constructor(now: () => number, chance: () => number = Math.random) {
    this.#now = now;
    this.#chance = chance;
  }

  /** Whether to try now; `isWanted`: somebody waits for it. */
  isTime(identity: string, isWanted: boolean): boolean {
    if (identity !== this.#identity) {
      this.#identity = identity;
      this.#held.clear();
      this.succeeded();
    }
    if (isWanted && !this.#isTold) {
      this.#held.clear();
      return true;
    }
    return !this.#isAhead(this.#notBefore);
  }

  /** Whether a write waits with others of its agent or its kind. */
  isHeld({ agentId, name }: Write): boolean {
    return [holdOf(agentId), holdOf(agentId, name)].some((hold) => this.#isAhead(this.#held.get(hold) ?? 0));
  }

  succeeded(): void {
    this.#failures = 0;
    this.#notBefore = 0;
    this.#isTold = false;
  }

  failed({ scope, afterMs: told, isTold }: Pause, write?: Write): void {
    const afterMs = told === null ? null : Math.min(told, LONGEST_TOLD_MS);
    if (scope !== "all" && write) {
      const hold = scope === "agent" ? holdOf(write.agentId) : holdOf(write.agentId, write.name);
      this.#held.set(hold, this.#now() + (afterMs ?? LONGEST_MS));
      return;
    }
    const grown = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.#failures++, 20));
    this.#isTold = isTold;
    // Not all at the same moment, when a service is back.
    this.#notBefore = this.#now() + (afterMs ?? grown * (0.5 + this.#chance() / 2));
  }

  /** A time that is further ahead than any pause is long was set before the clock was set back. */
  #isAhead(time: number): boolean {
    const left = time - this.#now();
    return left > 0 && left <= LONGEST_TOLD_MS;
  }

  /** Until it is time, at most so long. */
  pauseMs(most: number): number {
    const left = this.#notBefore - this.#now();
    return left > 0 ? Math.min(left, most) : most;
  }
}

function holdOf(agentId: string, name = ""): string {
  return JSON.stringify([agentId, name]);
}
