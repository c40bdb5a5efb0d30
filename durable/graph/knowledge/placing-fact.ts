// What becomes of a new fact beside those that are known of its subject. Only the same property can be told twice or otherwise:
// who lives in one place now does not live in another, and has visited both. Time decides where it is told, and else both stand.

export interface Told {
  readonly relation: string;
  /** As it was said, where the relation does not say it. */
  readonly word: string;
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
  /** False: it holds as long as a memory says it, and so long only, which gives no beginning to what others say. */
  readonly isSaid: boolean;
}

export interface FactPlace {
  /** The fact that says the same. */
  readonly known: string | null;
  /** True: it says when the known one began or ended, and takes its place. */
  readonly corrects: boolean;
  /** Facts that end where it begins. */
  readonly ends: readonly string[];
  /** Facts that say otherwise for the same time. */
  readonly conflicts: readonly string[];
  /** When it ends. */
  readonly to: number | null;
}

/** Relations that say too little for two facts to be the same by them alone. */
const VAGUE = ["RELATES_TO", "DECIDED_TO"];
const FIRST = Number.NEGATIVE_INFINITY;
const LAST = Number.POSITIVE_INFINITY;

export function placeFact(fresh: NewFact, known: readonly KnownFact[]): FactPlace {
  const same = known.filter((one) => saysTheSame(fresh, one));
  const isKept = ({ isAnchored }: KnownFact) => isAnchored || !fresh.isSaid;
  const begun = same.find(
    (one) => !beginsBefore(fresh, one) || (isKept(one) && startOf(one) <= startOf(fresh)),
  );
  if (begun) {
    const corrects = fresh.to !== null && begun.to === null && !begun.isAnchored;
    return { known: begun.id, corrects, ends: [], conflicts: [], to: corrects ? fresh.to : begun.to };
  }
  const next = same.toSorted((a, b) => startOf(a) - startOf(b)).at(0);
  const rivals = known.filter(
    (one) =>
      one.stands && fresh.property !== null && one.property === fresh.property && one.object !== fresh.object,
  );
  // It ends where something begins that is known to be later.
  const later = [
    ...rivals.filter((one) => overlap(one, fresh) && isDatedBefore(fresh, one)),
    ...(next && isKept(next) ? [next] : []),
  ];
  const end = Math.min(fresh.to ?? LAST, ...later.map(startOf));
  const to = end === LAST ? null : end;
  const beside = rivals.filter((one) => overlap(one, { from: fresh.from, to }));
  const isEnded = (one: KnownFact) =>
    fresh.isNews && !one.isAnchored && !(one.isDated && one.from === fresh.from);
  const ends = beside.filter(isEnded).map(({ id }) => id);
  const conflicts = beside.filter((one) => !isEnded(one)).map(({ id }) => id);
  // Where another held in between it tells of a time of its own.
  if (!next || end <= startOf(next)) return { known: null, corrects: false, ends, conflicts, to };
  return { known: next.id, corrects: true, ends, conflicts, to: next.to ?? to };
}

/** Whether it says a beginning that the known one lacks, or an earlier one. */
function beginsBefore(fresh: NewFact, one: KnownFact): boolean {
  return fresh.isDated && (!one.isDated || startOf(fresh) < startOf(one));
}

function isDatedBefore(fresh: NewFact, one: KnownFact): boolean {
  return fresh.isDated && one.isDated && (fresh.from ?? 0) < (one.from ?? 0);
}

function saysTheSame(fresh: NewFact, one: KnownFact): boolean {
  if (
    one.relation !== fresh.relation ||
    one.word !== fresh.word ||
    one.object !== fresh.object ||
    !overlap(one, fresh)
  )
    return false;
  return !VAGUE.includes(fresh.relation) || plain(one.text) === plain(fresh.text);
}

type Span = Pick<Told, "from" | "to">;

function overlap(a: Span, b: Span): boolean {
  return startOf(a) < (b.to ?? LAST) && startOf(b) < (a.to ?? LAST);
}

function startOf({ from }: Pick<Told, "from">): number {
  return from ?? FIRST;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
