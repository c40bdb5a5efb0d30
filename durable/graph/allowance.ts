// How far the verdicts of one token move the routes of a node: of those of some days only so much counts, for or against.
//   counted(o) = clamp(net + o, −most, most) − net        net: the sum of what counted before
// A verdict moves each weight by no more than rate · |o|, so one token moves none by more than rate · 2 · most, from one end to
// the other, however often it judges and in whatever words it asks.

export interface AllowanceSettings {
  /** Whole verdicts of one token on one node that count, for it or against it. */
  readonly most: number;
  /** In so many days. */
  readonly days: number;
}

export interface Judgement {
  readonly fired: readonly string[];
  readonly outcome: number;
  /** Of single nodes, in place of the shared one. */
  readonly perNode: ReadonlyMap<string, number> | undefined;
}

/** What counts of a judgement, by node; null where all of it does. `netOf`: what counted before. */
export function allowedOf(
  { fired, outcome, perNode }: Judgement,
  netOf: (id: string) => number,
  { most }: AllowanceSettings,
): Map<string, number> | null {
  const counted = new Map<string, number>();
  let isCut = false;
  for (const id of fired) {
    const given = perNode?.get(id) ?? outcome;
    const net = netOf(id);
    const left =
      given > 0 ? Math.max(0, Math.min(given, most - net)) : Math.min(0, Math.max(given, -most - net));
    counted.set(id, left);
    isCut ||= left !== given;
  }
  return isCut ? counted : null;
}
