// MT19937 by Matsumoto and Nishimura (1998): the generator of many languages' standard libraries.
// The same seed gives the same draws everywhere, so that a sample can be drawn again. Not for secrets.

const SIZE = 624;
const SHIFT = 397;
const MATRIX = 0x9908b0df;
const UPPER = 0x80000000;
const LOWER = 0x7fffffff;

export class MersenneTwister {
  private readonly state = new Uint32Array(SIZE);
  private index = SIZE;

  /** `seed` is an integer, 0…2³²−1. */
  constructor(seed: number) {
    this.seedFrom(seed >>> 0);
  }

  /** A double in [0, 1) made of 53 random bits. */
  next(): number {
    const high = this.nextBits() >>> 5;
    const low = this.nextBits() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** Fills the state from a list of one key, as `init_by_array` of the reference implementation does. */
  private seedFrom(key: number): void {
    const { state } = this;
    state[0] = 19650218;
    for (let i = 1; i < SIZE; i++) state[i] = Math.imul(1812433253, this.mixed(i - 1)) + i;
    let i = 1;
    for (let turn = 0; turn < SIZE; turn++) {
      state[i] = (state[i] ^ Math.imul(this.mixed(i - 1), 1664525)) + key;
      i = this.advance(i);
    }
    for (let turn = 0; turn < SIZE - 1; turn++) {
      state[i] = (state[i] ^ Math.imul(this.mixed(i - 1), 1566083941)) - i;
      i = this.advance(i);
    }
    state[0] = UPPER;
  }

  private mixed(i: number): number {
    return this.state[i] ^ (this.state[i] >>> 30);
  }

  private advance(i: number): number {
    if (i + 1 < SIZE) return i + 1;
    this.state[0] = this.state[SIZE - 1];
    return 1;
  }

  private nextBits(): number {
    if (this.index === SIZE) this.twist();
    let bits = this.state[this.index++];
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    bits ^= bits >>> 18;
    return bits >>> 0;
  }

  private twist(): void {
    const { state } = this;
    for (let i = 0; i < SIZE; i++) {
      const joined = (state[i] & UPPER) | (state[(i + 1) % SIZE] & LOWER);
      state[i] = state[(i + SHIFT) % SIZE] ^ (joined >>> 1) ^ (joined & 1 ? MATRIX : 0);
    }
    this.index = 0;
  }
}
