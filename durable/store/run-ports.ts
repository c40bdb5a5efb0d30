// The part of ports.ts that is about runs of agents whose parts arrive.

import type { Json } from "../graph/records.ts";

export interface StoredRun {
  readonly id: string;
  /** When it was last heard of. */
  readonly at: number;
  readonly conversation: string | null;
  /** Its parts; null once it has ended. */
  readonly body: Json;
  /** What came of it; null while it is open. */
  readonly result: Json;
}

/** Everything here is part of the open transaction. */
export interface Runs {
  find(id: string): StoredRun | undefined;
  put(run: StoredRun): void;
  /** The run of a conversation that ended last, since a time. */
  lastOf(conversation: string, since: number): StoredRun | undefined;
  /** Runs that have not ended. */
  readonly open: number;
  /** Lets go of open runs that nothing was heard of, and of what came of old ones. */
  dropOld(now: number): void;
  clear(): void;
}
