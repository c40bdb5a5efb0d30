// What a correction may name as wrong, and how the walk that it judges is kept until a reviewer has decided.

import { Refusal } from "../../wire/errors.ts";
import type { Feedback } from "../../wire/proposal-payload.ts";
import { mayBeSuppressed } from "../graph/inhibiting.ts";
import type { Work } from "./memory.ts";
import { type NamedWalk, seenWalk, walkOf } from "./walk-of.ts";

const MISLED = -1;

/** Refuses names of what is wrong that name nothing, or something that can't be wrong: a slip must not look like a success. */
export function requireCorrectable(work: Work, ids: readonly string[]): void {
  const { draft, settings } = work;
  const unknown = ids.filter((id) => !draft.graph.has(id));
  if (unknown.length > 0) {
    const message = `corrects names ids that are no nodes: ${unknown.slice(0, 5).join(", ")}. Take ids from a query's fired nodes`;
    throw new Refusal("not_found", message, { unknown_ids: unknown });
  }
  const anchored = ids.filter((id) => !mayBeSuppressed(draft, id, settings));
  if (anchored.length > 0) {
    const message = `${anchored[0]} is constitutional and can't be suppressed: take its anchor away first, or leave it out`;
    throw new Refusal("protected_node", message, { protected_ids: anchored });
  }
}

interface Judging extends NamedWalk {
  readonly outcome?: number | undefined;
  readonly corrects?: readonly string[] | undefined;
}

/** The walk as a proposal keeps it; undefined when neither a walk nor what is wrong is named. */
export function keptFeedback(work: Work, judging: Judging): Feedback | undefined {
  const { query_id, chat_id, lookback = 1, corrects, outcome = MISLED } = judging;
  requireCorrectable(work, corrects ?? []);
  const named = walkOf(work.store, judging);
  const walk = named && seenWalk(work, named);
  if (!walk && !corrects) return undefined;
  const trails = chat_id === undefined ? [] : work.store.recentTrails(chat_id, lookback);
  const asked = query_id === undefined ? trails.map(({ queryId }) => queryId) : [query_id];
  return { outcome, query_ids: asked, fired_ids: walk?.fired ?? [], corrects: corrects ?? null };
}
