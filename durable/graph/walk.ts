// What goes into a walk beside its seeds, and what comes out of it.

import type { Tier } from "./tier.ts";

/** Chooses among the habitual edges of one source, given by edge number; returns those to follow. */
export type Choose = (source: number, edges: readonly number[]) => readonly number[];

export interface Step {
  readonly source: string;
  readonly target: string;
  /** Weight of the edge, undamped. */
  readonly weight: number;
  readonly effective: number;
  readonly tier: Tier;
  /** 1 for the first hop after the seeds. */
  readonly hop: number;
  /** Score with which the target was reached. */
  readonly score: number;
}

export interface Suppression {
  readonly id: string;
  /** Nodes whose inhibitory edges kept it out, or had it withdrawn. */
  readonly by: readonly string[];
}

export interface Walk {
  /** In order of firing. A seed given twice fires twice. */
  readonly fired: readonly string[];
  /** Score of each fired node, at its last or best visit as the settings say. */
  readonly scores: ReadonlyMap<string, number>;
  readonly steps: readonly Step[];
  /** Nodes that would have fired if nothing had suppressed them. */
  readonly suppressed: readonly Suppression[];
  /** False when nothing fired, or the seeds alone reached a limit. */
  readonly walked: boolean;
  readonly work: { readonly edges: number; readonly hops: number };
}

/** How much a node resembles the question, by its id: 0 … 1. */
export type Resemblance = (id: string) => number;

/** Whether a suppressor leaves a target alone, since the question asks what it is silent on; by position. */
export type Spares = (source: number, target: number) => boolean;

/** What a walk knows of the question that it answers. */
export interface Asking {
  /** With it a node suppresses also where it has not fired, in proportion to what it has to do with the question. */
  readonly resemblance?: Resemblance;
  readonly spares?: Spares;
  /** Share of what a step brings that a node keeps: less where it misled for such questions. Absent: all of it. */
  readonly kept?: (id: string) => number;
  /** What neither fires nor is passed through, nor keeps anything out, by position. Absent: what was superseded. */
  readonly isHidden?: (position: number) => boolean;
  /** What is passed through, and never fires, by position. Absent: nothing. */
  readonly isSilent?: (position: number) => boolean;
  /** Whether an edge may be followed. Absent: all may. */
  readonly leads?: (edge: number) => boolean;
}
