// What each step of a maintenance run does in one slice. A step leaves in the slice where it goes on, and null when it
// is through; its counts add up over the slices. A merge and a split are one whole, and have a slice for themselves.

import type { Draft } from "../draft.ts";
import { degreeOf } from "../health.ts";
import type { Json } from "../records.ts";
import type { Settings } from "../settings.ts";
import { connectLearningNodes, learningNodesOf } from "./connect.ts";
import { decayWeights, fadingAt, scaleByAuthority } from "./decay.ts";
import { halfLifeAt } from "./homeostasis.ts";
import { isMergeable, mergePair, type Pair, suggestMerges } from "./merge.ts";
import { pruneEdges, pruneOrphans } from "./prune.ts";
import type { RunState, StepName } from "./run-state.ts";
import { scaleWeights } from "./scale.ts";
import type { Slice } from "./slice.ts";
import { betterSplits, partsOf, type SplitSuggestion, splitNode } from "./split.ts";
import type { TextTools, VectorOf } from "./text-tools.ts";

export interface StepWork {
  readonly draft: Draft;
  readonly run: RunState;
  /** Of this step, named as they are published. */
  readonly counts: Record<string, Json>;
  readonly settings: Settings;
  readonly tools: TextTools;
  readonly vectorOf: VectorOf | null;
}

type Step = (work: StepWork, slice: Slice) => void;

export const STEPS: Record<Exclude<StepName, "health">, Step> = {
  decay({ draft, run, counts, settings }, slice) {
    const { decay, homeostasis } = settings;
    const { reflex_pct: share, edges } = run.before;
    run.halfLife ??= halfLifeAt(edges === 0 ? null : share, run.order.halfLife, homeostasis);
    const fading = fadingAt(Math.trunc(run.halfLife), settings);
    counts.decay_half_life = run.halfLife;
    add(counts, "edges_decayed", decayWeights(draft, fading, scaleByAuthority(draft.graph, decay), slice));
    const { inhibitoryHalfLife, lasting = [] } = fading;
    if (inhibitoryHalfLife) counts.inhibitory_half_life = inhibitoryHalfLife;
    if (lasting.length > 0) counts.lasting = lasting;
  },

  scale({ draft, counts, settings }, slice) {
    const isExempt = (position: number) => draft.graph.authorityAt(position) === "constitutional";
    const { scaling, upkeep } = settings;
    add(counts, "nodes_scaled", scaleWeights(draft, scaling, isExempt, upkeep.lasting, slice));
  },

  split: (work, slice) => {
    const { draft, counts, run, settings, vectorOf } = work;
    const { structure } = settings;
    let { from, best, left } = (slice.place ?? { from: null, best: [], left: null }) as unknown as SplitPlace;
    if (left === null) {
      slice.place = from;
      best = betterSplits(best, draft.graph, structure, structure.splitSuggestions, slice);
      from = slice.place;
      if (from === null) left = best.filter((one) => !one.needsConfirmation).map(({ id }) => id);
      if (left)
        Object.assign(counts, { suggested: left.length, applied: 0, max_splits: structure.splitsPerRun });
      if (left && vectorOf === null) {
        run.notes.push("split skipped: embed_fn is required for split_node");
        left = [];
      }
    }
    while (left && left.length > 0 && Number(counts.applied) < structure.splitsPerRun && slice.isFree()) {
      const [id, ...rest]: string[] = left;
      if (splitOne(work, id, slice)) add(counts, "applied", 1);
      left = rest;
    }
    const isOver = left !== null && (left.length === 0 || Number(counts.applied) >= structure.splitsPerRun);
    slice.place = isOver ? null : ({ from, best: left ? [] : best, left } as unknown as Json);
  },

  prune({ draft, counts, run, settings: { structure, upkeep } }, slice) {
    const below = run.order.pruneBelow ?? structure.pruneBelow;
    let { from, isAtNodes } = (slice.place ?? { from: null, isAtNodes: false }) as unknown as PrunePlace;
    slice.place = from;
    if (!isAtNodes) {
      add(counts, "edges_removed", pruneEdges(draft, below, structure, upkeep.lasting, slice));
      isAtNodes = slice.place === null;
    }
    if (isAtNodes && !slice.isSpent) {
      add(counts, "nodes_removed", pruneOrphans(draft, structure, slice));
      if (slice.place === null) return;
    }
    from = slice.place;
    slice.place = { from, isAtNodes };
  },

  merge: (work, slice) => {
    const { draft, counts, run, settings } = work;
    const { structure } = settings;
    const limit = run.order.maxMerges ?? structure.mergesPerRun;
    let { from, pairs, isFound } = (slice.place ?? {
      from: null,
      pairs: [],
      isFound: false,
    }) as unknown as MergePlace;
    if (!isFound) {
      slice.place = from;
      const found = suggestMerges(draft.graph, structure, slice).filter((pair) =>
        isMergeable(draft, pair, structure),
      );
      from = slice.place;
      isFound = from === null;
      add(counts, "suggested", found.length);
      Object.assign(counts, { applied: 0, max_merges: limit });
      pairs = apart([...pairs, ...found]).slice(0, limit);
    }
    while (isFound && pairs.length > 0 && slice.isFree()) {
      const [pair, ...rest] = pairs;
      if (mergeOne(work, pair, slice)) add(counts, "applied", 1);
      pairs = rest;
    }
    slice.place = isFound && pairs.length === 0 ? null : ({ from, pairs, isFound } as unknown as Json);
  },

  connect({ draft, counts, run, settings: { structure } }, slice) {
    if (slice.place === null && learningNodesOf(draft.graph, structure).length === 0) {
      run.notes.push("connect skipped: no learning nodes found");
      Object.assign(counts, { connected: 0, reason: "no learning nodes found" });
      return;
    }
    add(counts, "connected", connectLearningNodes(draft, structure, slice));
  },
};

interface SplitPlace {
  readonly from: Json;
  readonly best: SplitSuggestion[];
  /** Null while nodes are still compared. */
  readonly left: string[] | null;
}

interface PrunePlace {
  readonly from: Json;
  readonly isAtNodes: boolean;
}

interface MergePlace {
  readonly from: Json;
  readonly pairs: Pair[];
  readonly isFound: boolean;
}

function add(counts: Record<string, Json>, name: string, count: number): void {
  counts[name] = Number(counts[name] ?? 0) + count;
}

/** Pairs without those of which an earlier one takes a node. */
function apart(pairs: readonly Pair[]): Pair[] {
  const taken = new Set<string>();
  return pairs.filter((pair) => {
    if (pair.some((id) => taken.has(id))) return false;
    for (const id of pair) taken.add(id);
    return true;
  });
}

/** Splits a node that was chosen in an earlier slice, if that may still be done. */
function splitOne({ draft, run, settings, tools, vectorOf }: StepWork, id: string, slice: Slice): boolean {
  const { structure } = settings;
  const node = draft.graph.has(id) ? draft.node(id) : undefined;
  if (node?.authority !== "overlay") return false;
  const parts = partsOf(node.text, structure, tools);
  if (parts.length < structure.splitMinParts || parts.length === 0) return false;
  if (isTooMuch(draft, [id], slice))
    run.notes.push(`split skipped for ${id}: it has too many edges for one slice`);
  else if (splitNode(draft, id, parts, vectorOf as VectorOf, structure, tools)) {
    slice.end();
    return true;
  } else run.notes.push(`split skipped for ${id}: the vector of a part is not at hand`);
  return false;
}

function mergeOne({ draft, run, settings, tools, vectorOf }: StepWork, pair: Pair, slice: Slice): boolean {
  const { structure } = settings;
  if (!pair.every((id) => draft.graph.has(id)) || !isMergeable(draft, pair, structure)) return false;
  const names = pair.join(" and ");
  if (isTooMuch(draft, pair, slice))
    run.notes.push(`merge skipped for ${names}: they have too many edges for one slice`);
  else if (mergePair(draft, pair, vectorOf ?? NO_VECTOR, structure, tools)) {
    slice.end();
    return true;
  } else run.notes.push(`merge skipped for ${names}: the vector of their text is not at hand`);
  return false;
}

/** Whether moving the edges of these nodes is more than a slice may do. */
function isTooMuch({ graph }: Draft, ids: readonly string[], { limits }: Slice): boolean {
  return ids.reduce((sum, id) => sum + degreeOf(graph, graph.positionOf(id)), 0) > limits.changes;
}

const NO_VECTOR: VectorOf = () => undefined;
