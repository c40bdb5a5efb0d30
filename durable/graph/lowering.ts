// What verdicts take from a node: it comes lower for questions that resemble those for which it misled, and for no others.
//   of one token:  p = byAuthor · likeness · 0.5^(age / half-life), of its question that takes the most
//   of all:        kept = max(1 − byAll, Π (1 − p));  score' = score · kept
// So whatever one token says, and however often, a node keeps 1 − byAuthor of its score, and 1 − byAll after any number of tokens.

export interface LoweringSettings {
  /** The most that the verdicts of one token take, as a share of the score, 0 … 1. */
  readonly byAuthor: number;
  /** The most that all verdicts take. */
  readonly byAll: number;
  /** Days until a verdict takes half as much. */
  readonly halfLifeDays: number;
  /** From this resemblance on a question counts: likeness = ((r − floor) / (1 − floor))^steepness. */
  readonly floor: number;
  readonly steepness: number;
}

const DAY = 86_400_000;

/** A question for which a node misled. */
export interface Verdict {
  readonly id: string;
  readonly route: number;
  readonly by: string;
  /** When it was given; null where that is not known: as if just now. */
  readonly at: number | null;
  /** How much it counts for the question that is asked, 0 … 1. */
  readonly likeness: number;
}

export interface Lowered {
  /** Share of the score that is left. */
  readonly kept: number;
  /** Rows of the questions that took something, the most first. */
  readonly routes: readonly number[];
}

/** What is left of nodes, by id; of all others everything. */
export function loweredBy(
  verdicts: readonly Verdict[],
  now: number,
  { byAuthor, byAll, halfLifeDays }: LoweringSettings,
): Map<string, Lowered> {
  const shareOf = ({ likeness, at }: Verdict) =>
    byAuthor * Math.min(1, likeness) * 0.5 ** (Math.max(0, now - (at ?? now)) / DAY / halfLifeDays);
  const lowered = new Map<string, Lowered>();
  for (const [id, all] of Map.groupBy(verdicts, (verdict) => verdict.id)) {
    const taken = all
      .map((verdict) => ({ ...verdict, share: shareOf(verdict) }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share || a.route - b.route);
    const strongest = [...Map.groupBy(taken, ({ by }) => by).values()].map(([first]) => first);
    if (strongest.length === 0) continue;
    const left = strongest.reduce((kept, { share }) => kept * (1 - share), 1);
    lowered.set(id, { kept: Math.max(1 - byAll, left), routes: strongest.map(({ route }) => route) });
  }
  return lowered;
}
