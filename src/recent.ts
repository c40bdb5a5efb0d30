// A bounded memory that forgets: entries live for a fixed time, and the oldest leave first when it is full.

export class Recent<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();
  readonly #livesMs: number;
  readonly #capacity: number;

  constructor(livesMs: number, capacity: number) {
    this.#livesMs = livesMs;
    this.#capacity = capacity;
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.until > now) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: Value, now: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: now + this.#livesMs });
    if (this.#entries.size > this.#capacity) this.#entries.delete(this.#entries.keys().next().value!);
  }
}
