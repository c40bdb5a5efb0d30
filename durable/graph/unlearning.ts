// Takes learning back: weights become those of a graph that never took certain lessons, or took them otherwise.
//   undo the episodes from the newest back to where it differs, then repeat them forward as they should have been
// What a lesson does to the edges of one source depends on that source alone (its edges, its stop), so only sources
// that differ are undone; that is exact. Back behind an episode that can't be repeated, the weights of the time are not
// known: there the noted changes of a revised lesson are taken off, and what it would have changed is put on.

import type { Draft } from "./draft.ts";
import type { Episode, Learned } from "./episodes.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { Settings } from "./settings.ts";
import { Bench, ROUNDING } from "./unlearning-bench.ts";
import { type WeightChange, WeightChanges } from "./weight-changes.ts";

export interface Relearned {
  /** By place of the episode: what a lesson changes now, where that is not what was noted. */
  readonly changes: ReadonlyMap<number, readonly WeightChange[]>;
  /** Revised lessons that were taken back exactly. */
  readonly exact: number;
  /** Revised lessons from before an episode that can't be repeated. */
  readonly estimated: number;
}

/**
 * Makes the graph what it would be if the lessons had been as revised and the nodes in `gone` had never been there.
 * These are left in the graph: removing them is the caller's affair.
 * @param episodes oldest first, all of them since the first that differs
 */
export function relearn(
  draft: Draft,
  episodes: readonly Episode[],
  gone: ReadonlySet<string>,
  settings: Settings,
): Relearned {
  const sources = differingSources(draft.graph, episodes, gone);
  const touched = episodes.map((episode) => touches(episode, sources));
  const start = 1 + episodes.findLastIndex((episode, place) => touched[place] && !isRepeatable(episode));
  const bench = new Bench(draft.graph, sources, gone, settings, episodes);
  const result = { changes: new Map<number, readonly WeightChange[]>(), exact: 0, estimated: 0 };
  const note = (place: number, learned: Learned, now: WeightChanges) => {
    const noted = bench.noted(learned, now);
    if (!isRevised(learned) && sameChanges(learned.changes, noted)) return;
    result.changes.set(place, noted);
    if (!isRevised(learned)) return;
    if (place < start) result.estimated++;
    else result.exact++;
  };
  for (let place = episodes.length - 1; place >= start; place--) {
    if (touched[place]) bench.undo(episodes[place], place);
  }
  const early = episodes.slice(0, start);
  const estimated = [...early.entries()].filter((entry): entry is [number, Learned] => isRevised(entry[1]));
  for (const [place, { changes }] of estimated.toReversed()) bench.takeOff(changes, early.slice(place + 1));
  for (const [place, lesson] of estimated)
    note(place, lesson, bench.learn(lesson.revised, early.slice(place + 1)));
  for (let place = start; place < episodes.length; place++) {
    const episode = episodes[place];
    if (!touched[place]) continue;
    if (episode.type === "learned") note(place, episode, bench.learn(episode.revised));
    else bench.repeat(episode, place);
  }
  bench.handBack(draft);
  return result;
}

/** Sources whose edges would not be what they are: they led to what is gone, or had a part in a revised lesson. */
function differingSources(
  graph: RouteGraph,
  episodes: readonly Episode[],
  gone: ReadonlySet<string>,
): Set<string> {
  const sources = new Set<string>();
  for (const id of gone) {
    const position = graph.anyPositionOf(id);
    if (position < 0) continue;
    for (const edge of graph.into.list(position)) sources.add(graph.idAt(graph.sources[edge]));
  }
  for (const episode of episodes) {
    if (episode.type === "linked") for (const { source } of episode.also) sources.add(source);
    if (episode.type !== "learned" || !isRevised(episode)) continue;
    for (const id of episode.lesson.fired) sources.add(id);
    for (const id of episode.revised?.fired ?? []) sources.add(id);
    for (const { source } of episode.changes) sources.add(source);
  }
  return new Set([...sources].filter((id) => !gone.has(id) && graph.anyPositionOf(id) >= 0));
}

/** Whether an episode had, or should have had, a part in the edges of these sources. */
function touches(episode: Episode, sources: ReadonlySet<string>): boolean {
  if (episode.type !== "learned") return sources.size > 0;
  return (
    isRevised(episode) ||
    episode.lesson.fired.some((id) => sources.has(id)) ||
    episode.changes.some(({ source }) => sources.has(source))
  );
}

function isRevised(episode: Episode): boolean {
  return episode.type === "learned" && episode.revised !== episode.lesson;
}

function isRepeatable(episode: Episode): boolean {
  return episode.type === "learned" ? episode.isWhole : episode.type !== "unknown";
}

function sameChanges(some: readonly WeightChange[], others: readonly WeightChange[]): boolean {
  if (some.length !== others.length) return false;
  const changes = new WeightChanges();
  changes.addAll(some);
  changes.addAll(others.map((one) => ({ ...one, change: -one.change })));
  const left = [...changes];
  return left.length === some.length && left.every(({ change }) => Math.abs(change) <= ROUNDING);
}
