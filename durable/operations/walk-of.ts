// Which walk a feedback is about: named by a query, by a conversation and how far to look back, or by the fired ids.

import { Refusal } from "../../wire/errors.ts";
import type { WalkedPath } from "../graph/learning-path.ts";
import type { Asked } from "../graph/records.ts";
import type { Store, Trail } from "../store/ports.ts";
import type { Work } from "./memory.ts";

export interface NamedWalk {
  readonly query_id?: string;
  readonly chat_id?: string;
  readonly lookback?: number;
  readonly fired_ids?: readonly string[];
}

export interface Walk extends WalkedPath {
  /** Score of each fired node, where it is known. */
  readonly scores: ReadonlyMap<string, number>;
  /** The newest question that was asked, where it is known. */
  readonly question: Asked | null;
}

/** The walk that a request names, or null when it names none. Refuses a query or conversation that left no trail. */
export function walkOf(store: Store, named: NamedWalk): Walk | null {
  if (named.query_id !== undefined) {
    const trail = store.trail(named.query_id);
    if (trail) return mergedWalk([trail]);
    throw new Refusal(
      "unknown_query",
      "this agent keeps no trail of that query_id: query again, or name the walk by chat_id or fired_ids",
    );
  }
  if (named.chat_id !== undefined) {
    const trails = store.recentTrails(named.chat_id, named.lookback ?? 1);
    if (trails.length > 0) return mergedWalk(trails);
    throw new Refusal(
      "unknown_chat",
      "nothing was asked in that chat_id: query with it first, or name the walk by fired_ids",
    );
  }
  return named.fired_ids === undefined ? null : walkOfIds(named.fired_ids);
}

/** The walk as far as who judges it sees it: others may have asked its question. */
export function seenWalk<One extends Walk>({ draft }: Pick<Work, "draft">, walk: One): One {
  return { ...walk, fired: walk.fired.filter((id) => !draft.hides(id)) };
}

/** A walk of which only the fired ids are known. */
export function walkOfIds(fired: readonly string[]): Walk {
  return { fired, steps: null, scores: new Map(), question: null };
}

/** One walk out of several trails, newest first; each id counts once. */
export function mergedWalk(trails: readonly Trail[]): Walk {
  const scores = new Map<string, number>();
  for (const { fired, scores: given } of trails) {
    fired.forEach((id, index) => {
      if (!scores.has(id)) scores.set(id, given[index] ?? 0);
    });
  }
  return {
    fired: [...scores.keys()],
    steps: trails.flatMap((trail) => trail.steps),
    scores,
    question: trails[0] ? { text: trails[0].query, by: trails[0].author } : null,
  };
}

/** The fired ids of a walk, best first; the order of firing where scores are equal or unknown. */
export function bestFirst(walk: Walk): string[] {
  const scoreOf = (id: string) => walk.scores.get(id) ?? 0;
  return [...walk.fired].sort((a, b) => scoreOf(b) - scoreOf(a));
}
