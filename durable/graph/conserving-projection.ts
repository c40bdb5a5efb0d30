// Moves weights within their bounds and keeps their total: what clipping cuts off one weight is spread evenly
// over those that still have room. The total is kept to 1e-12 wherever the bounds allow it, and they always do
// when the weights before were within them.

/** Differences this small count as none. */
const SETTLED = 1e-12;
/** Rounds per weight; each round but the last fills a weight up to its bound, so that few are ever needed. */
const ROUNDS_PER_WEIGHT = 5;

/** `weights` moved by `moves`, inside the bounds, with the total of `weights`. */
export function projected(
  weights: readonly number[],
  moves: readonly number[],
  [low, high]: readonly [low: number, high: number],
): number[] {
  const total = sumOf(weights);
  const moved = weights.map((weight, index) => Math.min(high, Math.max(low, weight + moves[index])));
  let excess = sumOf(moved) - total;
  for (let round = 0; round < ROUNDS_PER_WEIGHT * moved.length; round++) {
    if (Math.abs(excess) <= SETTLED) break;
    const hasRoom = (weight: number) => (excess > 0 ? weight > low + SETTLED : weight < high - SETTLED);
    const free = [...moved.keys()].filter((index) => hasRoom(moved[index]));
    if (free.length === 0) break;
    const share = excess / free.length;
    for (const index of free) moved[index] = Math.min(high, Math.max(low, moved[index] - share));
    excess = sumOf(moved) - total;
  }
  return moved;
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}
