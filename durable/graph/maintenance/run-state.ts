// What a maintenance run is as data: what was ordered, and how far it is. It goes through JSON between two slices.

import type { Health } from "../health.ts";
import type { Json } from "../records.ts";

/** The steps, in the order in which they run. */
export const STEP_ORDER = ["health", "decay", "scale", "split", "prune", "merge", "connect"] as const;
export type StepName = (typeof STEP_ORDER)[number];
export interface MaintenanceOrder {
  /** Names of steps; repeats count once, unknown names become a note. */
  readonly tasks?: readonly string[];
  readonly maxMerges?: number;
  readonly pruneBelow?: number;
  /** The half-life as the last run left it. */
  readonly halfLife: number;
}

/** How far a run is, as data. */
export interface RunState {
  readonly order: MaintenanceOrder;
  readonly tasks: readonly StepName[];
  /** How many of them are done. */
  done: number;
  /** Where the next one goes on; null: at its beginning. */
  place: Json;
  /** What the steps report, by step. */
  readonly counts: Partial<Record<StepName, Record<string, Json>>>;
  readonly notes: string[];
  halfLife: number | null;
  readonly before: Health;
  /** Null until all is done. */
  after: Health | null;
}
