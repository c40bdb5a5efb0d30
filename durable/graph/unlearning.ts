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
  /** Places of those that were estimated. */
  readonly inexact: ReadonlySet<number>;
  /** By place of the episode: what a lesson changes now, where that is not what was noted. */
  readonly changes: ReadonlyMap<number, readonly WeightChange[]>;
  /** Revised lessons, and links taken back, of which everything is exact. */
  readonly exact: number;
  /** Those from before an episode that can't be repeated. */
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
  const revised = episodes.filter(isRevised).length;
  const changes = new Map<number, readonly WeightChange[]>();
  const estimated = new Set<number>();
  const sources = differingSources(draft.graph, episodes, gone);
  for (const [start, group] of Map.groupBy(sources, (source) => startOf(source, episodes))) {
    const bench = new Bench(draft.graph, new Set(group), gone, settings, episodes);
    relearnOn(bench, episodes, start, (place, learned, now) => {
      changes.set(place, bench.noted(changes.get(place) ?? learned.changes, now));
      if (place < start) estimated.add(place);
    });
    for (const [place, episode] of episodes.slice(0, start).entries())
      if (episode.type === "linked" && isRevised(episode)) estimated.add(place);
    bench.handBack(draft);
  }
  for (const [place, episode] of episodes.entries()) {
    if (episode.type !== "learned") continue;
    if (isRevised(episode)) changes.set(place, withoutGone(changes.get(place) ?? episode.changes, gone));
    else if (sameChanges(episode.changes, changes.get(place) ?? [])) changes.delete(place);
  }
  return { changes, inexact: estimated, exact: revised - estimated.size, estimated: estimated.size };
}

type Note = (place: number, learned: Learned, now: WeightChanges) => void;

/** Relearns on the bench what sources did that are known exactly from `start` on. */
function relearnOn(bench: Bench, episodes: readonly Episode[], start: number, note: Note): void {
  const touched = episodes.map((episode) => bench.isTouchedBy(episode));
  for (let place = episodes.length - 1; place >= start; place--) {
    if (touched[place]) bench.undo(episodes[place], place);
  }
  const early = episodes.slice(0, start);
  const estimated = [...early.entries()].filter(
    (entry): entry is [number, Learned] =>
      entry[1].type === "learned" && isRevised(entry[1]) && touched[entry[0]],
  );
  for (const [place, { changes }] of estimated.toReversed()) bench.takeOff(changes, early.slice(place + 1));
  // What such a link was before is known, whatever became of it since.
  for (const episode of early.toReversed()) if (episode.type === "linked") bench.takeBack(episode);
  for (const [place, lesson] of estimated)
    note(place, lesson, bench.learn(lesson.revised, early.slice(place + 1)));
  for (let place = start; place < episodes.length; place++) {
    const episode = episodes[place];
    if (!touched[place]) continue;
    if (episode.type === "learned") note(place, episode, bench.learn(episode.revised));
    else bench.repeat(episode, place);
  }
}

/** Place of the first episode from which on everything that moved the edges of a source can be undone and repeated. */
function startOf(source: string, episodes: readonly Episode[]): number {
  const last = episodes.findLastIndex((episode) => {
    if (episode.type !== "learned") return episode.type === "unknown";
    const { incomplete, lesson } = episode;
    return incomplete ? incomplete.has(source) : lesson.fired.includes(source);
  });
  return last + 1;
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
    if (episode.type === "linked") {
      for (const { source } of episode.also) sources.add(source);
      for (const [source] of episode.without ?? []) sources.add(source);
      if (episode.isTakenBack) for (const { source } of episode.before ?? []) sources.add(source);
      if (episode.inherits !== undefined && sources.has(episode.inherits)) sources.add(episode.node);
    }
    if (episode.type !== "learned" || !isRevised(episode)) continue;
    for (const id of episode.lesson.fired) sources.add(id);
    for (const id of episode.revised?.fired ?? []) sources.add(id);
    for (const { source } of episode.changes) sources.add(source);
  }
  return new Set([...sources].filter((id) => !gone.has(id) && graph.anyPositionOf(id) >= 0));
}

/** Whether an episode was not what it should have been. */
export function isRevised(episode: Episode): boolean {
  if (episode.type === "linked") return episode.isTakenBack === true || episode.without !== undefined;
  return episode.type === "learned" && episode.revised !== episode.lesson;
}

function withoutGone(changes: readonly WeightChange[], gone: ReadonlySet<string>): WeightChange[] {
  return changes.filter(({ source, target }) => !gone.has(source) && !(target !== null && gone.has(target)));
}

function sameChanges(some: readonly WeightChange[], others: readonly WeightChange[]): boolean {
  if (some.length !== others.length) return false;
  const changes = new WeightChanges();
  changes.addAll(some);
  changes.addAll(others.map((one) => ({ ...one, change: -one.change })));
  const left = [...changes];
  return left.length === some.length && left.every(({ change }) => Math.abs(change) <= ROUNDING);
}
