// The walk: from seeds along weighted edges, hop by hop, until nothing fires or a limit is reached.
//   score(s → t) = carried(s) · weight · damping^uses  +  suppression(t)  −  penalty if t was seen
// Reflex edges are followed by themselves, habitual ones after a route function chose among them.
// It reads only edges of what it visits, so its cost does not depend on the size of the graph.

import { compareIds } from "./code-points.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { TraversalSettings } from "./settings.ts";
import { isWithheld } from "./structure.ts";
import { type Active, isBlocking, suppressionOf, suppressorsOf } from "./suppression.ts";
import { type Tier, tierOf } from "./tier.ts";
import type { Scored } from "./vectors.ts";
import type { Asking, Choose, Step, Walk } from "./walk.ts";

export type { Choose, Resemblance, Step, Suppression, Walk } from "./walk.ts";

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

/**
 * Walks from seeds; ids that are no nodes are passed over. Without `choose` every habitual edge competes.
 */
export function traverse(
  graph: RouteGraph,
  seeds: readonly Scored[],
  settings: TraversalSettings,
  choose?: Choose,
  asking: Asking = {},
): Walk {
  const traversal = new Traversal(graph, settings, choose, asking);
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
  private fired: number[] = [];
  private readonly scores = new Map<number, number>();
  /** Scores at first firing, before suppression. */
  private readonly owns = new Map<number, number>();
  private readonly uses = new Map<number, number>();
  private readonly steps: Step[] = [];
  private readonly keptOut = new Map<number, KeptOut>();
  private readonly asking: Asking;
  private readonly isHidden: (position: number) => boolean;
  private readonly resemblances = new Map<number, number>();
  private length = 0;
  private edges = 0;
  private hops = 0;

  constructor(graph: RouteGraph, settings: TraversalSettings, choose: Choose | undefined, asking: Asking) {
    this.graph = graph;
    this.settings = settings;
    this.choose = choose;
    this.asking = asking;
    this.isHidden = asking.isHidden ?? ((position) => isWithheld(graph, position));
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
    const { maxHops, beamWidth, beamCutsSeeds, maxFiredNodes, fireThreshold } = this.settings;
    if (maxHops <= 0 || beamWidth <= 0) return [];
    const known = seeds
      .map(([id, own]) => ({ position: this.graph.positionOf(id), own }))
      .filter(({ position }) => position >= 0 && !this.isHidden(position));
    const active = new Map(known.map(({ position, own }) => [position, own]));
    const most = Math.min(beamCutsSeeds ? beamWidth : known.length, maxFiredNodes ?? known.length);
    let firing = 0;
    const frontier = known
      .sort((a, b) => b.own - a.own)
      .map((seed) => ({ ...seed, score: this.reach(seed.position, seed.own, active) }))
      .filter(({ score }) => score >= fireThreshold)
      .filter(({ position }) => this.asking.isSilent?.(position) || ++firing <= most);
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
    this.fired = this.fired.filter((position) => this.scores.has(position));
  }

  /** Lets the strongest suppressor of each node that was kept out stand in for it, with at least its score. */
  standIn(): void {
    for (const [position, { by, own }] of this.keptOut) {
      if (this.scores.has(position)) continue;
      const strength = (suppressor: number) => this.strengthOf(suppressor, position);
      const standIn = [...by]
        .sort((a, b) => strength(b) - strength(a))
        .find((suppressor) => this.reach(suppressor, own, this.scores) >= this.settings.fireThreshold);
      if (standIn === undefined) continue;
      if (this.scores.has(standIn)) {
        this.scores.set(standIn, Math.max(own, this.scores.get(standIn) as number));
        continue;
      }
      if (this.isFull) this.scores.delete(this.fired.pop() as number);
      this.fire({ position: standIn, own, score: own });
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
        if (tier === "dormant" || tier === "inhibitory" || this.isHidden(position)) continue;
        if (this.asking.leads?.(edge) === false) continue;
        const effective = graph.weights[edge] * settings.edgeDamping ** (this.uses.get(edge) ?? 0);
        if (effective <= 0) continue;
        const own = carried * effective * (this.asking.kept?.(graph.idAt(position)) ?? 1);
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
    this.scores.set(position, score);
    this.owns.set(position, own);
    if (this.asking.isSilent?.(position)) return;
    this.fired.push(position);
    this.length += this.graph.lengths[position];
  }

  /** Score that suppression leaves to a target, −∞ when it blocks. Remembers who kept a target from firing. */
  private reach(target: number, own: number, active: Active): number {
    const { graph, settings } = this;
    const inhibitors = graph.inhibitors.counts[target];
    if (inhibitors === 0) return own;
    this.edges += inhibitors;
    const acting = {
      get: (source: number) =>
        this.asking.spares?.(source, target) ? undefined : this.activityOf(source, active),
    };
    const suppression = suppressionOf(graph, target, acting, settings);
    if (suppression === 0) return own;
    const score = isBlocking(suppression, own, settings) ? Number.NEGATIVE_INFINITY : own + suppression;
    if (score < settings.fireThreshold && own >= settings.fireThreshold) {
      const best = Math.max(own, this.keptOut.get(target)?.own ?? 0);
      this.keptOut.set(target, { by: suppressorsOf(graph, target, acting, settings), own: best });
    }
    return score;
  }

  private strengthOf(suppressor: number, target: number): number {
    const edge = this.graph.edgeBetween(suppressor, target);
    return edge < 0 ? 0 : -this.graph.weights[edge] * (this.activityOf(suppressor, this.scores) ?? 0);
  }

  /** What makes a node act: its score, or what it has to do with the question where that is more. */
  private activityOf(position: number, active: Active): number | undefined {
    const score = active.get(position);
    const { resemblance: resembles } = this.asking;
    if (!resembles) return score;
    let resemblance = this.resemblances.get(position);
    if (resemblance === undefined) {
      resemblance = this.graph.isNode[position] ? resembles(this.graph.idAt(position)) : 0;
      this.resemblances.set(position, resemblance);
    }
    return resemblance > (score ?? 0) ? resemblance : score;
  }
}
