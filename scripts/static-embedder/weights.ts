// What a word counts for in a sum: the commoner, the less (smooth inverse frequency, with Zipf's law for the frequencies).

/** Rank of words that the list of ranks lacks. */
const UNLISTED = 60_000;
/** Share of the commonest word, about; and ranks by which Zipf's curve is flatter at its top. */
const TOP_SHARE = 0.06;
const FLATTENING = 3;
/** Frequency at which a word counts half. */
const HALF = 4e-4;

/** 0 … 1, by the rank of a word among all, from 0. */
export function weightOf(rank: number | undefined): number {
  const frequency = TOP_SHARE / ((rank ?? UNLISTED) + FLATTENING);
  return HALF / (HALF + frequency);
}
