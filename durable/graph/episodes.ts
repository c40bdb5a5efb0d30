// What moved weights, one thing after the other, as far as the journal knows: lessons, links, fading, and the rest.

import type { WalkedPath } from "./learning-path.ts";
import type { Fading } from "./maintenance/decay.ts";
import type { EdgeRecord } from "./records.ts";
import type { WeightChange } from "./weight-changes.ts";

/** A walk and how it went. */
export interface Judged extends WalkedPath {
  readonly outcome: number;
  readonly perNode?: ReadonlyMap<string, number>;
}

/** An edge as it was; a null weight: it was not there. */
export interface EdgeBefore {
  readonly source: string;
  readonly target: string;
  readonly weight: number | null;
  readonly kind: string;
}

/** Something that moved weights. */
export type Episode =
  | {
      readonly type: "learned";
      readonly lesson: Judged;
      readonly changes: readonly WeightChange[];
      /** Sources of which not all changes were noted; null: that of none is known, or steps were left out. */
      readonly incomplete: ReadonlySet<string> | null;
      /** The lesson as it should have been: the same object where nothing differs, null for none. */
      readonly revised: Judged | null;
    }
  | {
      readonly type: "linked";
      /** What was linked with others. */
      readonly node: string;
      /** The edges that this changed, as they were; null: the node was new. */
      readonly before: readonly EdgeBefore[] | null;
      /** Edges that it should have got besides, where they are not there yet. */
      readonly also: readonly EdgeRecord[];
      /** True: it should never have been. The node itself was there before, or stays for another reason. */
      readonly isTakenBack?: boolean;
      /** The older version that the node took its first edges over from. */
      readonly inherits?: string;
      /** Of the edges that it laid those that it should not have laid. */
      readonly without?: readonly (readonly [source: string, target: string])[];
    }
  | { readonly type: "faded"; readonly fading: Fading }
  | { readonly type: "unknown" };

export type Learned = Extract<Episode, { type: "learned" }>;
export type Linked = Extract<Episode, { type: "linked" }>;
