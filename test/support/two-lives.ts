// Two lives of one small graph: one that had a node, and one that never did. What they do is random; what they learn is
// noted as the journal notes it.

import fc from "fast-check";
import type { Draft } from "../../durable/graph/draft.ts";
import type { Episode, Judged } from "../../durable/graph/episodes.ts";
import { changesOf, learnWalk } from "../../durable/graph/learning.ts";
import { decayWeights, fadingAt, scaleByAuthority } from "../../durable/graph/maintenance/decay.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { EdgeRecord } from "../../durable/graph/records.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import { type Relearned, relearn } from "../../durable/graph/unlearning.ts";
import type { WeightChange } from "../../durable/graph/weight-changes.ts";
import { type EdgeRow, edgeRecord, emptyMemory, nodeRecord, roundNumber } from "./small-graph.ts";

export const GONE = "x";
const IDS = ["a", "b", "c", "d", "e", GONE];

export type Act =
  | { readonly does: "learn"; readonly lesson: Judged }
  | { readonly does: "link"; readonly node: string; readonly edges: readonly [string, boolean, number][] }
  | { readonly does: "fade"; readonly halfLife: number }
  | { readonly does: "move"; readonly edges: readonly [string, string, number][] };

const id = fc.constantFrom(...IDS);
const path = fc.uniqueArray(id, { minLength: 1, maxLength: 6 });
const judged: fc.Arbitrary<Judged> = fc
  .record({
    fired: path,
    walked: fc.option(
      fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.integer({ min: 1, max: 4 })), { maxLength: 6 }),
    ),
    outcome: roundNumber(-1, 1),
    single: fc.option(fc.tuple(id, roundNumber(-1, 1))),
  })
  .map(({ fired, walked, outcome, single }) => ({
    fired,
    steps:
      walked?.map(([from, to, hop]) => ({
        source: fired[from % fired.length],
        target: fired[to % fired.length],
        hop,
      })) ?? null,
    outcome,
    ...(single && { perNode: new Map([single]) }),
  }));
export const learning = judged.map((lesson): Act => ({ does: "learn", lesson }));
export const linking = fc
  .tuple(
    fc.uniqueArray(fc.tuple(id, fc.boolean(), roundNumber(-1, 1)), { maxLength: 4, selector: ([to]) => to }),
  )
  .map(([edges]): Act => ({ does: "link", node: "", edges }));
export const fading = fc.integer({ min: 40, max: 300 }).map((halfLife): Act => ({ does: "fade", halfLife }));
export const moving = fc
  .array(fc.tuple(id, id, roundNumber(-1, 1)), { maxLength: 3 })
  .map((edges): Act => ({ does: "move", edges }));
export const beginning = fc.uniqueArray(fc.tuple(id, id, roundNumber(-1, 1)), {
  maxLength: 14,
  selector: ([from, to]) => from + to,
});

/** A graph that notes what it does, in a life with or without the node that is to go. */
export class Life {
  readonly memory = emptyMemory();
  readonly episodes: Episode[] = [];
  private readonly settings: Settings;
  private readonly without: ReadonlySet<string>;

  constructor(
    settings: Settings,
    begin: readonly (readonly [string, string, number])[],
    without: string[] = [],
  ) {
    this.settings = settings;
    this.without = new Set(without);
    for (const id of IDS) if (this.knows(id)) this.draft.putNode(nodeRecord(id));
    for (const edge of begin)
      if (this.knows(edge[0]) && this.knows(edge[1])) this.draft.putEdge(record(edge));
  }

  get draft(): Draft {
    return this.memory.draft;
  }

  do(act: Act): void {
    if (act.does === "learn") this.learn(act.lesson);
    else if (act.does === "link") this.link(act);
    else if (act.does === "fade") {
      const fading = fadingAt(act.halfLife, this.settings);
      decayWeights(this.draft, fading, scaleByAuthority(this.draft.graph, this.settings.decay));
      this.episodes.push({ type: "faded", fading });
    } else {
      for (const edge of act.edges) {
        if (!this.knows(edge[0]) || !this.knows(edge[1])) continue;
        const { graph } = this.draft;
        const at = graph.edgeOf(edge[0], edge[1]);
        if (at < 0) this.draft.putEdge(record(edge));
        else this.draft.weigh(at, Math.min(1, Math.max(-1, graph.weights[at] + edge[2])));
      }
      this.episodes.push({ type: "unknown" });
    }
  }

  /** Everything that learning could have changed. */
  weights(): Map<string, number | string> {
    const { graph } = this.draft;
    const all = new Map<string, number | string>();
    for (const edge of graph.allEdges()) {
      const ends = `${graph.idAt(graph.sources[edge])} ${graph.idAt(graph.targets[edge])}`;
      all.set(ends, graph.weights[edge]);
      all.set(`${ends} kind`, graph.edgeKindAt(edge));
    }
    for (const [id, position] of graph.entries()) all.set(`${id} stop`, graph.stopWeights[position]);
    return all;
  }

  forget(gone = GONE): Relearned {
    const revised = this.episodes.map((episode): Episode => {
      if (episode.type !== "learned" || !episode.lesson.fired.includes(gone)) return episode;
      return { ...episode, revised: without(gone, episode.lesson) };
    });
    const relearned = relearn(this.draft, revised, new Set([gone]), this.settings);
    this.draft.removeNode(gone);
    for (const [place, episode] of revised.entries()) {
      if (episode.type !== "learned") continue;
      const lesson = episode.revised as Judged;
      const changes = relearned.changes.get(place) ?? episode.changes;
      this.episodes[place] = { ...episode, lesson, revised: lesson, changes: asKept(changes) };
    }
    return relearned;
  }

  private learn(whole: Judged): void {
    const lesson = [...this.without].reduce((left, gone) => without(gone, left), whole);
    const learned = learnWalk(this.draft, lesson, lesson.outcome, this.settings, { perNode: lesson.perNode });
    const changes = asKept(changesOf(learned, this.settings));
    this.episodes.push({ type: "learned", lesson, changes, incomplete: new Set(), revised: lesson });
  }

  private link({ edges }: Extract<Act, { does: "link" }>): void {
    const node = `n${this.episodes.length}`;
    this.draft.putNode(nodeRecord(node));
    for (const [other, leads, weight] of edges) {
      if (!this.knows(other)) continue;
      this.draft.putEdge(record(leads ? [other, node, weight] : [node, other, weight]));
    }
    this.episodes.push({ type: "linked", node, before: null, also: [] });
  }

  private knows(id: string): boolean {
    return !this.without.has(id);
  }
}

function without(gone: string, { fired, steps, ...rest }: Judged): Judged {
  return {
    ...rest,
    fired: fired.filter((one) => one !== gone),
    steps: steps?.filter(({ source, target }) => source !== gone && target !== gone) ?? null,
  };
}

/** An edge whose kind says what its weight says, as in every graph that learns. */
function record(edge: EdgeRow): EdgeRecord {
  const suppresses = edge[2] < PRODUCT.traversal.inhibitoryThreshold;
  return edgeRecord(edge, suppresses ? { kind: "inhibitory" } : {});
}

/** As the journal keeps them. */
function asKept(changes: readonly WeightChange[]): WeightChange[] {
  return JSON.parse(JSON.stringify(changes));
}

/** The largest difference between two lives; infinite where an edge, or its kind, is not in both. */
export function distance(one: Life, other: Life): number {
  const [mine, theirs] = [one.weights(), other.weights()];
  let largest = mine.size === theirs.size ? 0 : Number.POSITIVE_INFINITY;
  for (const [name, value] of mine) {
    const its = theirs.get(name);
    if (typeof value === "string" || typeof its !== "number") {
      if (value !== its) return Number.POSITIVE_INFINITY;
    } else largest = Math.max(largest, Math.abs(value - its));
  }
  return largest;
}

/** The largest difference in weight, where an edge that is not there counts as 0. */
export function weightDistance(one: Life, other: Life): number {
  const [mine, theirs] = [one.weights(), other.weights()];
  const weightOf = (value: number | string | undefined) => (typeof value === "number" ? value : 0);
  const names = new Set([...mine.keys(), ...theirs.keys()]);
  return Math.max(
    0,
    ...Array.from(names, (name) => Math.abs(weightOf(mine.get(name)) - weightOf(theirs.get(name)))),
  );
}

export function lives(
  settings: Settings,
  begin: [string, string, number][],
  acts: readonly Act[],
  gone = [GONE],
): [lived: Life, never: Life] {
  const [lived, never] = [new Life(settings, begin), new Life(settings, begin, gone)];
  for (const act of acts) for (const life of [lived, never]) life.do(act);
  return [lived, never];
}
