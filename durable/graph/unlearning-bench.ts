// A small graph beside the live one, on which episodes are undone and repeated: the edges of the sources that differ,
// without what is gone. Nothing reaches the live graph before `handBack`.

import { Draft } from "./draft.ts";
import type { Episode, Judged, Linked } from "./episodes.ts";
import { changesOf, learnWalk } from "./learning.ts";
import { decayWeights, type Fading, factorOf, scaleByAuthority } from "./maintenance/decay.ts";
import type { EdgeRecord, Words } from "./records.ts";
import { RouteGraph } from "./route-graph.ts";
import type { Settings } from "./settings.ts";
import { isFixedKind } from "./structure.ts";
import { ExactVectors } from "./vectors.ts";
import { type WeightChange, WeightChanges } from "./weight-changes.ts";

/** Weights that differ by less are the same: undoing and repeating a sum rounds. */
export const ROUNDING = 1e-12;
/** An edge that an estimate leaves with no more than this was made by what was taken back. */
const NOTHING = 1e-9;

/** Kind of the edges that a memory lays by itself, from what is said: no heir's. */
const TIED = "mention";

const NO_WORDS: Words = { node: () => undefined, edgeMetadata: () => ({}), asked: () => null };

export class Bench {
  private readonly graph = new RouteGraph();
  private readonly draft = new Draft(this.graph, new ExactVectors(), NO_WORDS);
  private readonly sources: ReadonlySet<string>;
  private readonly gone: ReadonlySet<string>;
  private readonly settings: Settings;
  /** By place of the episode: the edges that it had laid, or left, before it was undone. */
  private readonly laid = new Map<number, EdgeRecord[]>();
  /** What took over from which. */
  private readonly heirs = new Map<string, string>();

  constructor(
    live: RouteGraph,
    sources: ReadonlySet<string>,
    gone: ReadonlySet<string>,
    settings: Settings,
    episodes: readonly Episode[],
  ) {
    this.sources = sources;
    this.gone = gone;
    this.settings = settings;
    for (const source of sources) this.copyNode(live, source);
    for (const episode of episodes) {
      if (episode.type === "learned") for (const id of episode.lesson.fired) this.copyNode(live, id);
      if (episode.type === "learned") for (const id of episode.revised?.fired ?? []) this.copyNode(live, id);
    }
    for (const source of sources) {
      const position = live.anyPositionOf(source);
      for (const edge of live.out.list(position)) {
        const target = live.idAt(live.targets[edge]);
        if (gone.has(target)) continue;
        this.copyNode(live, target);
        const copy = this.graph.addEdge(source, target, live.weights[edge], live.edgeKindAt(edge));
        this.graph.relevances[copy] = live.relevances[edge];
      }
      const here = this.graph.positionOf(source);
      if (here < 0) continue;
      this.graph.stopWeights[here] = live.stopWeights[position];
      this.graph.stopRelevances[here] = live.stopRelevances[position];
    }
  }

  /** Whether an episode had, or should have had, a part in the edges of these sources. */
  isTouchedBy(episode: Episode): boolean {
    if (episode.type !== "learned") return true;
    const { lesson, revised, changes } = episode;
    const has = (id: string) => this.sources.has(id);
    return (
      lesson.fired.some(has) ||
      (revised?.fired.some(has) ?? false) ||
      changes.some(({ source }) => has(source))
    );
  }

  undo(episode: Episode, place: number): void {
    if (episode.type === "learned") this.takeOff(episode.changes);
    else if (episode.type === "linked") this.laid.set(place, this.unlink(episode));
    else if (episode.type === "faded") this.unfade(episode.fading);
  }

  /**
   * Learns a lesson here, and lets what it changed fade as it would have `since`. What it does to sources that are not
   * on the bench means nothing.
   */
  learn(lesson: Judged | null, since: readonly Episode[] = []): WeightChanges {
    const mine = new WeightChanges();
    if (!lesson) return mine;
    const { draft, settings } = this;
    const learned = learnWalk(draft, lesson, lesson.outcome, settings, { perNode: lesson.perNode });
    mine.addAll(this.mine(changesOf(learned, settings)));
    for (const one of mine) this.move(one.source, one.target, (this.fadedSince(one, since) - 1) * one.change);
    return mine;
  }

  repeat(episode: Episode, place: number): void {
    if (episode.type === "linked") {
      if (episode.isTakenBack) return;
      const isMeant = ({ source, target }: EdgeRecord) =>
        !episode.without?.some((ends) => ends[0] === source && ends[1] === target);
      if (episode.inherits !== undefined) this.heirs.set(episode.node, episode.inherits);
      for (const edge of (this.laid.get(place) ?? []).flatMap((edge) => this.inherited(edge) ?? []))
        if (isMeant(edge)) this.draft.putEdge(edge);
      for (const edge of episode.also)
        if (this.graph.edgeOf(edge.source, edge.target) < 0) this.draft.putEdge(edge);
    } else if (episode.type === "faded") {
      decayWeights(this.draft, episode.fading, scaleByAuthority(this.graph, this.settings.decay));
    }
  }

  /** An edge as an heir takes it over now; null where there is nothing to take over, the same where it is no heir's. */
  private inherited(edge: EdgeRecord): EdgeRecord | null {
    const [source, target] = [edge.source, edge.target].map((id) => this.heirs.get(id) ?? id);
    const isOwn = (source === edge.source && target === edge.target) || isFixedKind(edge.kind);
    if (isOwn || edge.kind === TIED || !this.sources.has(source)) return edge;
    const number = this.graph.edgeOf(source, target);
    return number < 0 ? null : { ...edge, weight: this.graph.weights[number] };
  }

  /** Takes away what a link should not have laid, where what came after it can't be repeated. */
  takeBack(episode: Linked): void {
    if (episode.isTakenBack) this.unlink(episode);
    for (const [source, target] of episode.without ?? []) {
      const edge = this.graph.edgeOf(source, target);
      if (edge >= 0) this.draft.cutEdge(edge);
    }
  }

  /** Undoes the changes of a lesson; where the weights of the time are not known, as far as they have not faded `since`. */
  takeOff(changes: readonly WeightChange[], since?: readonly Episode[]): void {
    for (const one of this.mine(changes)) {
      const { source, target, change, kindBefore } = one;
      const edge = this.move(source, target, -change * this.fadedSince(one, since), kindBefore ?? undefined);
      if (edge < 0 || kindBefore !== null) continue;
      // Others may have added to the edge since then, in ways that are not known.
      if (!since || Math.abs(this.graph.weights[edge]) <= NOTHING) this.draft.cutEdge(edge);
    }
  }

  /** What the journal should say of a lesson: new for sources on the bench, as it was for the others. */
  noted(changes: readonly WeightChange[], now: WeightChanges): WeightChange[] {
    const others = changes.filter(({ source }) => !this.sources.has(source));
    return [...others, ...[...now].filter(({ change }) => change !== 0)];
  }

  /** Brings the live graph in line with the bench. */
  handBack(live: Draft): void {
    const { graph } = this;
    const [low, high] = this.settings.learning.weightBounds;
    for (const source of this.sources) {
      const position = live.graph.anyPositionOf(source);
      for (const edge of live.graph.out.list(position)) {
        const target = live.graph.idAt(live.graph.targets[edge]);
        if (this.gone.has(target)) continue;
        const mine = graph.edgeOf(source, target);
        if (mine < 0) live.cutEdge(edge);
        else {
          const [before, after] = [live.graph.weights[edge], graph.weights[mine]];
          const weight = differs(before, after) ? Math.min(high, Math.max(low, after)) : before;
          live.weigh(edge, weight, graph.edgeKindAt(mine));
        }
      }
      for (const edge of graph.out.list(graph.anyPositionOf(source))) {
        if (live.graph.edgeOf(source, graph.idAt(graph.targets[edge])) < 0) live.putEdge(this.record(edge));
      }
      const here = graph.positionOf(source);
      if (here >= 0 && differs(live.graph.stopWeights[position], graph.stopWeights[here]))
        live.setStop(position, graph.stopWeights[here]);
    }
  }

  private copyNode(live: RouteGraph, id: string): void {
    const position = live.positionOf(id);
    if (position < 0 || this.gone.has(id) || this.graph.has(id)) return;
    this.graph.setNode({
      id,
      kind: live.kindAt(position),
      origin: live.originAt(position),
      authority: live.authorityAt(position),
      file: null,
      chunk: null,
      length: 0,
    });
  }

  private mine(changes: readonly WeightChange[]): WeightChange[] {
    return changes.filter(({ source, target }) => this.sources.has(source) && !this.isGone(target));
  }

  private isGone(id: string | null): boolean {
    return id !== null && this.gone.has(id);
  }

  /** Moves a weight; returns the edge, −1 where it is the choice to stop or there is none. */
  private move(source: string, target: string | null, change: number, kind?: string): number {
    const { graph, draft } = this;
    if (target !== null) {
      const edge = graph.edgeOf(source, target);
      if (edge >= 0) draft.weigh(edge, graph.weights[edge] + change, kind);
      return edge;
    }
    const position = graph.positionOf(source);
    if (position >= 0) draft.setStop(position, graph.stopWeights[position] + change);
    return -1;
  }

  /** Undoes an episode that laid edges; returns what it had laid. */
  private unlink({ node, before }: Linked): EdgeRecord[] {
    const { graph, draft } = this;
    const edges = before
      ? before.map(({ source, target }) => graph.edgeOf(source, target)).filter((edge) => edge >= 0)
      : this.edgesAt(node);
    const laid = edges.map((edge) => this.record(edge));
    for (const { source, target, weight, kind } of before ?? []) {
      const edge = graph.edgeOf(source, target);
      if (edge >= 0 && weight !== null) draft.weigh(edge, weight, kind);
      else if (edge >= 0) draft.cutEdge(edge);
    }
    if (!before) for (const edge of edges) draft.cutEdge(edge);
    return laid;
  }

  private edgesAt(id: string): number[] {
    const position = this.graph.anyPositionOf(id);
    if (position < 0) return [];
    const { out, into } = this.graph;
    return [...new Set([...out.list(position), ...into.list(position)])];
  }

  /** A weight that has faded to 0 stays there: what it was is lost, and was less than the least weight. */
  private unfade(fading: Fading): void {
    for (const source of this.sources) {
      for (const edge of this.graph.out.list(this.graph.anyPositionOf(source))) {
        this.draft.weigh(edge, this.graph.weights[edge] / this.factorOf(edge, fading));
      }
    }
  }

  /** What is left of a change; the choice to stop does not fade, and an edge that is gone did as the change would. */
  private fadedSince({ source, target, change }: WeightChange, since: readonly Episode[] = []): number {
    if (target === null) return 1;
    const edge = this.graph.edgeOf(source, target);
    const position = this.graph.anyPositionOf(source);
    const factors = since.map((one) => {
      if (one.type !== "faded") return 1;
      return edge < 0 ? this.factorAt(position, change, "", one.fading) : this.factorOf(edge, one.fading);
    });
    return factors.reduce((product, factor) => product * factor, 1);
  }

  private factorOf(edge: number, fading: Fading): number {
    const { graph } = this;
    return this.factorAt(graph.sources[edge], graph.weights[edge], graph.edgeKindAt(edge), fading);
  }

  private factorAt(position: number, weight: number, kind: string, fading: Fading): number {
    const scale = scaleByAuthority(this.graph, this.settings.decay)(position);
    return factorOf(fading, { weight, kind, scale }) ?? 1;
  }

  private record(edge: number): EdgeRecord {
    const { graph } = this;
    const relevance = graph.relevances[edge];
    return {
      source: graph.idAt(graph.sources[edge]),
      target: graph.idAt(graph.targets[edge]),
      weight: graph.weights[edge],
      kind: graph.edgeKindAt(edge),
      relevance: Number.isNaN(relevance) ? null : relevance,
      metadata: this.draft.edgeMetadata(graph.idAt(graph.sources[edge]), graph.idAt(graph.targets[edge])),
    };
  }
}

function differs(a: number, b: number): boolean {
  return Math.abs(a - b) > ROUNDING;
}
