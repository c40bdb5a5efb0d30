// The part of settings.ts that is about upkeep: what maintenance leaves alone, how it is cut, and when it runs by itself.

export interface UpkeepSettings {
  /** Kinds of edges that hold the memory together: they neither fade, nor are they scaled or pruned. */
  readonly lasting: readonly string[];
  readonly slice: SliceLimits;
  /** When the alarm runs maintenance; null: never (the reference). */
  readonly own: OwnUpkeep | null;
  /** When the alarm sees to the life of memories; null: never, and none is deleted. */
  readonly lifecycle: LifecycleUpkeep | null;
}

/** What one breath of a run does at the most, counted; no clock has a say in it. */
export interface SliceLimits {
  /** Nodes and edges that are looked at. */
  readonly reads: number;
  /** Nodes and edges that are changed. */
  readonly changes: number;
}

export interface LifecycleUpkeep {
  /** Nobody asked or taught for so long. */
  readonly idleMinutes: number;
  /** Between two runs. */
  readonly leastHours: number;
  /** How long a memory is kept after its time; null: for good. */
  readonly graceDays: number | null;
  /** New memories that a run looks for doubles of. */
  readonly compared: number;
}

export interface OwnUpkeep {
  readonly tasks: readonly string[];
  /** Nobody asked or taught for so long. */
  readonly idleMinutes: number;
  /** Lessons, corrections, syncs and other writes since the last run; fewer are not worth one. */
  readonly leastChanges: number;
  /** Between the beginnings of two runs. */
  readonly leastHours: number;
}
