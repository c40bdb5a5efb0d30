// Buckets of requests, one a key: full at first, refilled evenly over a minute; who finds one empty has to wait.

const MINUTE_MS = 60_000;

interface Bucket {
  readonly left: number;
  readonly at: number;
}

export class Buckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #capacity: number;

  /** At most `capacity` keys are remembered; of those the one that was used longest ago is forgotten first. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Takes one from a bucket of `perMinute`; returns the seconds until there is one, 0 when there was. */
  take(key: string, perMinute: number, now: number): number {
    const { left, at } = this.#buckets.get(key) ?? { left: perMinute, at: now };
    const filled = Math.min(perMinute, left + (Math.max(0, now - at) / MINUTE_MS) * perMinute);
    const isAdmitted = filled >= 1;
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: isAdmitted ? filled - 1 : filled, at: now });
    if (this.#buckets.size > this.#capacity) this.#buckets.delete(this.#buckets.keys().next().value!);
    return isAdmitted ? 0 : Math.ceil(((1 - filled) / perMinute) * (MINUTE_MS / 1000));
  }
}
