// Edges between neighbouring chunks of a file, both ways, with a first weight near one half:
//   weight = clamp(1/2 + (digest mod 2001 − 1000) / 100000, 0.4, 0.6)
// The jitter, from a digest of file and offset, keeps the neighbours of a fresh graph from tying.

export const SIBLING = "sibling";

/** First weight of the edges between two neighbours; `digest` is a whole number in 0…2³²−1. */
export function siblingWeight(digest: number): number {
  const jitter = ((digest % 2001) - 1000) / 100_000;
  return Math.min(0.6, Math.max(0.4, 0.5 + jitter));
}
