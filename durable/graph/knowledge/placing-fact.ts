// What becomes of a new fact beside those that are known of its subject. Only the same property can be told twice or otherwise:
// who lives in one place now does not live in another, and has visited both. Time decides where it is told, and else both stand.

export interface Told {
  readonly relation: string;
  /** What it tells, where only one thing can be told at a time; null: any number can. */
  readonly property: string | null;
  /** Id of the entity. */
  readonly object: string;
  readonly text: string;
  /** When it holds, in milliseconds since 1970; null: without beginning, or end. */
  readonly from: number | null;
  readonly to: number | null;
  /** Whether somebody said since when it holds. */
  readonly isDated: boolean;
}

export interface KnownFact extends Told {
  readonly id: string;
  /** False: nobody says it any more. It may be said again. */
  readonly stands: boolean;
  /** True: it is not this caller's to end. */
  readonly isAnchored: boolean;
}

export interface NewFact extends Told {
  /** Whether it says that it is new, in a date or in words. */
  readonly isNews: boolean;
}

export interface FactPlace {
  /** The fact that says the same. */
  readonly known: string | null;
  /** True: it says when the known one ended, and takes its place. */
  readonly closes: boolean;
  /** Facts that end where it begins. */
  readonly ends: readonly string[];
  /** Facts that say otherwise for the same time. */
  readonly conflicts: readonly string[];
  /** When it ends. */
  readonly to: number | null;
}

/** Relations that say too little for two facts to be the same by them alone. */
const VAGUE = ["RELATES_TO", "DECIDED_TO"];

export function placeFact(fresh: NewFact, known: readonly KnownFact[]): FactPlace {
  const same = known.find((one) => saysTheSame(fresh, one));
  if (same) {
    const closes = fresh.to !== null && same.to === null && !same.isAnchored;
    return { known: same.id, closes, ends: [], conflicts: [], to: closes ? fresh.to : same.to };
  }
  const ends: string[] = [];
  const conflicts: string[] = [];
  let { to } = fresh;
  for (const one of known) {
    const isRival = one.stands && one.property === fresh.property && one.object !== fresh.object;
    if (fresh.property === null || !isRival) continue;
    if (!overlap(one, { from: fresh.from, to })) continue;
    const isEarlier = fresh.isDated && one.isDated && (fresh.from ?? 0) < (one.from ?? 0);
    if (isEarlier) to = Math.min(to ?? Number.POSITIVE_INFINITY, one.from ?? 0);
    else if (fresh.isNews && !one.isAnchored && !(one.isDated && one.from === fresh.from)) ends.push(one.id);
    else conflicts.push(one.id);
  }
  return { known: null, closes: false, ends, conflicts, to };
}

function saysTheSame(fresh: NewFact, one: KnownFact): boolean {
  if (one.relation !== fresh.relation || one.object !== fresh.object || !overlap(one, fresh)) return false;
  return !VAGUE.includes(fresh.relation) || plain(one.text) === plain(fresh.text);
}

type Span = Pick<Told, "from" | "to">;

function overlap(a: Span, b: Span): boolean {
  const first = Number.NEGATIVE_INFINITY;
  const last = Number.POSITIVE_INFINITY;
  return (a.from ?? first) < (b.to ?? last) && (b.from ?? first) < (a.to ?? last);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
