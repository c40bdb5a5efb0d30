// Repeated strings as small numbers: a name gets its number at first sight and keeps it.

export class Names {
  private readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();

  private readonly limit: number;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit;
  }

  nameOf(number: number): string {
    return this.names[number];
  }

  has(name: string): boolean {
    return this.numbers.has(name);
  }

  /** Number of a name; throws when there is no room for another one. */
  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    if (this.names.length >= this.limit) throw new RangeError(`more than ${this.limit} different names`);
    const number = this.names.push(name) - 1;
    this.numbers.set(name, number);
    return number;
  }
}
