// After some failures in a row automatic recall pauses, so that a service that is down does not slow every turn.
// When the pause is over one recall tries again; a failure then makes the next pause longer.

const FAILURES = 3;
const FIRST_MS = 30_000;
const LONGEST_MS = 300_000;

export class Pause {
  readonly #now: () => number;
  #failures = 0;
  #until = 0;
  #about = "";

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Another address, token or agent begins anew. */
  about(what: string): void {
    if (what !== this.#about) this.succeeded();
    this.#about = what;
  }

  get isOn(): boolean {
    const left = this.#until - this.#now();
    // Longer than any pause: the clock was set back.
    return left > 0 && left <= LONGEST_MS;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  /** Counts a failure; the milliseconds of the pause that it begins, or null. */
  failed(): number | null {
    this.#failures++;
    if (this.#failures < FAILURES) return null;
    const length = Math.min(LONGEST_MS, FIRST_MS * 2 ** (this.#failures - FAILURES));
    this.#until = this.#now() + length;
    return length;
  }
}
