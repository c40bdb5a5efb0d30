// The walk: from seeds along weighted edges, hop by hop, until nothing fires or a limit is reached.
//   score(s → t) = carried(s) · weight · damping^uses  +  suppression(t)  −  penalty if t was seen
// Reflex edges are followed by themselves, habitual ones after a route function chose among them.
// It reads only edges of what it visits, so its cost does not depend on the size of the graph.

import { compareIds } from "./code-points.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { TraversalSettings } from "./settings.ts";
import { type Active, isBlocking, suppressionOf, suppressorsOf } from "./suppression.ts";
import { type Tier, tierOf } from "./tier.ts";
import type { Scored } from "./vectors.ts";

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

interface Front {
  readonly position: number;
  readonly score: number;
  /** Score before suppression. */
  readonly own: number;
}

interface KeptOut {
  readonly by: readonly number[];
  /** Best score that it would have had. */
  readonly own: number;
}

interface Candidate extends Front {
  readonly source: number;
  readonly edge: number;
  readonly effective: number;
  readonly tier: Tier;
}

/** Walks from seeds; ids that are no nodes are passed over. Without `choose` every habitual edge competes. */
export function traverse(
  graph: RouteGraph,
  seeds: readonly Scored[],
  settings: TraversalSettings,
  choose?: Choose,
): Walk {
  const traversal = new Traversal(graph, settings, choose);
  let frontier = traversal.start(seeds);
  const walked = frontier.length > 0 && !traversal.isFull;
  for (let hop = 1; hop <= settings.maxHops && frontier.length > 0 && !traversal.isFull; hop++) {
    frontier = traversal.advance(frontier, hop);
  }
  if (settings.withdraw) traversal.withdraw();
  if (settings.standIn) traversal.standIn();
  return traversal.result(walked);
}

class Traversal {
  private readonly graph: RouteGraph;
  private readonly settings: TraversalSettings;
  private readonly choose: Choose | undefined;
  private readonly fired: number[] = [];
  private readonly scores = new Map<number, number>();
  /** Scores at first firing, before suppression. */
  private readonly owns = new Map<number, number>();
  private readonly uses = new Map<number, number>();
  private readonly steps: Step[] = [];
  private readonly keptOut = new Map<number, KeptOut>();
  private length = 0;
  private edges = 0;
  private hops = 0;

  constructor(graph: RouteGraph, settings: TraversalSettings, choose: Choose | undefined) {
    this.graph = graph;
    this.settings = settings;
    this.choose = choose;
  }

  get isFull(): boolean {
    const { maxFiredNodes, maxContextChars } = this.settings;
    return (
      (maxFiredNodes !== null && this.fired.length >= maxFiredNodes) ||
      (maxContextChars !== null && this.length >= maxContextChars)
    );
  }

  /** Fires the seeds that pass. Seeds too weak to fire still suppress other seeds. */
  start(seeds: readonly Scored[]): Front[] {
    const { maxHops, beamWidth, maxFiredNodes, fireThreshold } = this.settings;
    if (maxHops <= 0 || beamWidth <= 0) return [];
    const known = seeds
      .map(([id, own]) => ({ position: this.graph.positionOf(id), own }))
      .filter(({ position }) => position >= 0);
    const active = new Map(known.map(({ position, own }) => [position, own]));
    const frontier = known
      .sort((a, b) => b.own - a.own)
      .map((seed) => ({ ...seed, score: this.reach(seed.position, seed.own, active) }))
      .filter(({ score }) => score >= fireThreshold)
      .slice(0, Math.min(beamWidth, maxFiredNodes ?? beamWidth));
    for (const front of frontier) this.fire(front);
    return frontier;
  }

  /** One hop: the next frontier, empty when nothing can be reached. */
  advance(frontier: readonly Front[], hop: number): Front[] {
    const candidates = this.ordered(this.candidates(frontier));
    if (candidates.length > 0) this.hops = hop;
    const reached = new Map<number, Front>();
    // The beam is cut before duplicates go, so a crowded target costs its rivals their place.
    for (const candidate of candidates.slice(0, this.settings.beamWidth)) {
      if (reached.has(candidate.position)) continue;
      reached.set(candidate.position, candidate);
      this.step(candidate, hop);
      if (this.isFull) break;
    }
    return [...reached.values()];
  }

  /** Takes back what would not have fired had all that fired been active from the start: last first. */
  withdraw(): void {
    const standing = new Map(this.scores);
    for (const position of this.fired.toReversed()) {
      const score = standing.get(position);
      if (score === undefined) continue;
      standing.delete(position);
      const own = this.owns.get(position) as number;
      if (this.reach(position, own, standing) >= this.settings.fireThreshold) standing.set(position, score);
      else this.scores.delete(position);
    }
  }

  /** Gives what still stands the scores of the nodes that it kept out. */
  standIn(): void {
    for (const [position, { by, own }] of this.keptOut) {
      if (this.scores.has(position)) continue;
      for (const suppressor of by) {
        const score = this.scores.get(suppressor);
        if (score !== undefined && score < own) this.scores.set(suppressor, own);
      }
    }
  }

  result(walked: boolean): Walk {
    const { graph, scores, steps, edges, hops } = this;
    const idOf = (position: number) => graph.idAt(position);
    return {
      fired: this.fired.filter((position) => scores.has(position)).map(idOf),
      scores: new Map(Array.from(scores, ([position, score]) => [idOf(position), score])),
      steps,
      suppressed: Array.from(this.keptOut)
        .filter(([position]) => !scores.has(position))
        .map(([position, { by }]) => ({ id: idOf(position), by: by.map(idOf) })),
      walked,
      work: { edges, hops },
    };
  }

  private candidates(frontier: readonly Front[]): Candidate[] {
    const { graph, settings } = this;
    const candidates: Candidate[] = [];
    for (const { position: source, score: carried } of frontier) {
      const start = graph.out.starts[source];
      const end = start + graph.out.counts[source];
      this.edges += end - start;
      for (let index = start; index < end; index++) {
        const edge = graph.out.items[index];
        const position = graph.targets[edge];
        if (!graph.isNode[position]) continue;
        const tier = tierOf(graph.weights[edge], settings);
        if (tier === "dormant" || tier === "inhibitory") continue;
        const effective = graph.weights[edge] * settings.edgeDamping ** (this.uses.get(edge) ?? 0);
        if (effective <= 0) continue;
        const own = carried * effective;
        const penalty = this.scores.has(position) ? settings.visitPenalty : 0;
        const score = this.reach(position, own, this.scores) - penalty;
        if (score < settings.fireThreshold) continue;
        candidates.push({ source, position, edge, effective, tier, own, score });
      }
    }
    return candidates;
  }

  /** Best first; at equal scores habitual before reflex, then as found. */
  private ordered(candidates: readonly Candidate[]): Candidate[] {
    const habitual = candidates.filter(({ tier }) => tier === "habitual");
    const reflex = candidates.filter(({ tier }) => tier === "reflex");
    return [...this.routed(habitual), ...reflex].sort((a, b) => b.score - a.score);
  }

  /** The habitual candidates that the route function keeps, source by source in the order of their ids. */
  private routed(habitual: readonly Candidate[]): readonly Candidate[] {
    const { graph, choose } = this;
    if (!choose) return habitual;
    const bySource = [...Map.groupBy(habitual, ({ source }) => source)];
    bySource.sort(([a], [b]) => compareIds(graph.idAt(a), graph.idAt(b)));
    return bySource.flatMap(([source, rivals]) => {
      const chosen = new Set(
        choose(
          source,
          rivals.map(({ edge }) => edge),
        ),
      );
      return rivals.filter(({ edge }) => chosen.has(edge));
    });
  }

  private step(candidate: Candidate, hop: number): void {
    const { graph, uses } = this;
    const { source, position, edge, effective, tier, score } = candidate;
    const known = this.scores.get(position);
    if (known === undefined) this.fire(candidate);
    else if (this.settings.keptScore === "last" || score > known) this.scores.set(position, score);
    uses.set(edge, (uses.get(edge) ?? 0) + 1);
    this.steps.push({
      source: graph.idAt(source),
      target: graph.idAt(position),
      weight: graph.weights[edge],
      effective,
      tier,
      hop,
      score,
    });
  }

  private fire({ position, own, score }: Front): void {
    this.fired.push(position);
    this.scores.set(position, score);
    this.owns.set(position, own);
    this.length += this.graph.lengths[position];
  }

  /** Score that suppression leaves to a target, −∞ when it blocks. Remembers who kept a target from firing. */
  private reach(target: number, own: number, active: Active): number {
    const { graph, settings } = this;
    this.edges += graph.inhibitors.counts[target];
    const suppression = suppressionOf(graph, target, active, settings);
    if (suppression === 0) return own;
    const score = isBlocking(suppression, own, settings) ? Number.NEGATIVE_INFINITY : own + suppression;
    if (score < settings.fireThreshold && own >= settings.fireThreshold) {
      const best = Math.max(own, this.keptOut.get(target)?.own ?? 0);
      this.keptOut.set(target, { by: suppressorsOf(graph, target, active, settings), own: best });
    }
    return score;
  }
}
