// What the life of memories comes to at an instant: which have had their time, which say the same as a surer one, and who is right
// in a dispute. What is over is closed, so that a question about an earlier time still finds it, and what had a time of its own to
// live goes some time after that.

import { lifeEnd } from "./ending.ts";
import { CONSOLIDATED } from "./likeness.ts";
import type { MemoryRecord } from "./memory-record.ts";

export const PHASES = ["expired", "decayed", "consolidated", "retired", "conflicts_resolved"] as const;
export type Phase = (typeof PHASES)[number];
export type LifeReport = Readonly<Record<Phase, number>>;

export interface Closing {
  readonly id: string;
  readonly because: Phase;
  /** What stands in its place, where something does. */
  readonly supersededBy: string | null;
}

export interface LifePlan {
  readonly closings: readonly Closing[];
  /** Winners of disputes. */
  readonly settled: readonly string[];
  /** Those that had their time so long ago that they go. */
  readonly gone: readonly string[];
}

/** Confidences that differ by less do not decide a dispute. */
const CLOSE = 0.01;

/** Which of these memories resemble each other more than that, and say the same; earlier ones first. */
export type Pairs = (ids: readonly string[], above: number) => Iterable<readonly [string, string]>;

/** `graceMs`: how long after its time a memory is kept; null: for good. */
export function lifePlan(
  memories: readonly MemoryRecord[],
  now: number,
  pairs: Pairs,
  graceMs: number | null = null,
): LifePlan {
  const gone = memories.filter((memory) => graceMs !== null && hadItsTime(memory, now - graceMs));
  const goes = new Set(gone.map(({ id }) => id));
  const current = memories.filter(({ id, validTo }) => validTo === null && !goes.has(id));
  const closings = new Map<string, Closing>();
  const close = (id: string, because: Phase, supersededBy: string | null = null) => {
    if (!closings.has(id)) closings.set(id, { id, because, supersededBy });
  };
  const isOver = (memory: MemoryRecord) => (lifeEnd(memory) ?? Number.POSITIVE_INFINITY) <= now;
  for (const memory of current) {
    if (memory.scope === "ttl" && isOver(memory)) close(memory.id, "expired");
    if (memory.scope === "session" && isOver(memory)) close(memory.id, "decayed");
  }
  consolidate(current, pairs, closings, close);
  for (const memory of current) if (isOver(memory)) close(memory.id, "retired");
  const settled = settle(current, closings, close);
  return { closings: [...closings.values()], settled, gone: [...goes] };
}

/** Whether it was its own time that ended a memory, and that by then: what somebody ended, or something replaced, is kept. */
function hadItsTime(memory: MemoryRecord, by: number): boolean {
  const over = lifeEnd(memory);
  return over !== null && over <= by && (memory.validTo === null || memory.validTo >= over);
}

export function reportOf({ closings }: LifePlan): LifeReport {
  const count = (phase: Phase) => closings.filter(({ because }) => because === phase).length;
  return Object.fromEntries(PHASES.map((phase) => [phase, count(phase)])) as Record<Phase, number>;
}

/** Of two that say the same the less sure one goes, or the later one. Those of different owners, or other projects, stay. */
function consolidate(
  current: readonly MemoryRecord[],
  pairs: Pairs,
  closings: ReadonlyMap<string, Closing>,
  close: (id: string, because: Phase, supersededBy: string) => void,
): void {
  const lasting = current.filter(({ id, scope }) => scope === "permanent" && !closings.has(id));
  const known = new Map(lasting.map((memory) => [memory.id, memory]));
  for (const [first, second] of pairs([...known.keys()], CONSOLIDATED)) {
    const [a, b] = [known.get(first), known.get(second)];
    if (!a || !b || !areTogether(a, b) || closings.has(first) || closings.has(second)) continue;
    const [kept, dropped] = b.confidence > a.confidence ? [b, a] : [a, b];
    close(dropped.id, "consolidated", kept.id);
  }
}

/** Whether two memories may stand for each other. */
export function areTogether(
  a: Pick<MemoryRecord, "project" | "visibility" | "userId">,
  b: Pick<MemoryRecord, "project" | "visibility" | "userId">,
): boolean {
  return a.project === b.project && a.visibility === b.visibility && a.userId === b.userId;
}

function settle(
  current: readonly MemoryRecord[],
  closings: ReadonlyMap<string, Closing>,
  close: (id: string, because: Phase, supersededBy: string) => void,
): string[] {
  const groups = new Map<string, MemoryRecord[]>();
  for (const memory of current) {
    if (memory.conflictGroup === null || memory.conflictStatus !== "active" || closings.has(memory.id))
      continue;
    groups.set(memory.conflictGroup, [...(groups.get(memory.conflictGroup) ?? []), memory]);
  }
  return [...groups.values()].map((members) => {
    const [winner, ...losers] = members.toSorted(bySureness);
    for (const { id } of losers) close(id, "conflicts_resolved", winner.id);
    return winner.id;
  });
}

function bySureness(a: MemoryRecord, b: MemoryRecord): number {
  const surer = b.confidence - a.confidence;
  return Math.abs(surer) > CLOSE ? surer : b.createdAt - a.createdAt;
}
