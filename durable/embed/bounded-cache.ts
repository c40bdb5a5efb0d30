// A memory of computed values that can't grow without end: when full it forgets everything and starts over.

export class BoundedCache<Value> {
  private readonly most: number;
  private readonly values = new Map<string, Value>();

  constructor(most: number) {
    this.most = most;
  }

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  /** Remembers a value and hands it back. */
  set(key: string, value: Value): Value {
    if (this.values.size >= this.most) this.values.clear();
    this.values.set(key, value);
    return value;
  }
}
