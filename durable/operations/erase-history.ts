// Unlearning what is erased: the journal's entries become episodes, the graph takes them back (graph/unlearning.ts),
// and the entries then say what the lessons change now.

import type { Episode, Judged } from "../graph/episodes.ts";
import { relearn } from "../graph/unlearning.ts";
import type { JournalEntry } from "../store/ports.ts";
import { type KeptLesson, lessonBody, lessonOf, withoutNodes } from "./lesson-entry.ts";
import type { Work } from "./memory.ts";

/** Episodes that are undone and repeated at most; what is older is estimated. */
const REPEATED = 5_000;

export interface Unlearned {
  /** Entries of lessons that are not what they were; null: nothing of the lesson is left. */
  readonly entries: ReadonlyMap<number, JournalEntry | null>;
  /** Lessons taken back exactly, and those of which the share was estimated. */
  readonly exact: number;
  readonly estimated: number;
}

interface Told {
  readonly entry: JournalEntry;
  readonly episode: Episode;
}

/** Takes back what nodes contributed to weights that stay. They are still in the graph. `since`: when the oldest was made. */
export function unlearn(work: Work, gone: ReadonlySet<string>, since: number): Unlearned {
  const { draft, settings } = work;
  const told = historyOf(work, gone, since);
  const episodes = told.map(({ episode }) => episode);
  const { changes, exact, estimated } = relearn(draft, episodes, gone, settings);
  const entries = new Map<number, JournalEntry | null>();
  for (const [place, now] of changes) {
    const { entry, episode } = told[place];
    if (episode.type !== "learned") continue;
    const { event } = entry.body;
    const kept: KeptLesson = { ...episode, lesson: episode.revised as Judged, changes: now };
    const isLeft = kept.lesson.fired.length > 0;
    const body = { event, ...lessonBody(kept, draft.graph) };
    entries.set(entry.seq, isLeft ? { ...entry, body } : null);
  }
  return { entries, exact, estimated };
}

/** What may have moved the weights that are not what they should be, oldest first. */
function historyOf({ graph, store }: Work, gone: ReadonlySet<string>, since: number): Told[] {
  const touched = new Set<string>(gone);
  for (const id of gone) {
    const position = graph.anyPositionOf(id);
    if (position < 0) continue;
    for (const edge of graph.into.list(position)) touched.add(graph.idAt(graph.sources[edge]));
  }
  for (const { type, body } of store.erasing.journal(since)) {
    if (type !== "learn") continue;
    const fired = body.fired_ids as string[];
    if (fired.some((id) => gone.has(id))) for (const id of fired) touched.add(id);
  }
  let told: Told[] = [];
  for (const entry of store.erasing.journal(since)) {
    const episode = episodeOf(entry, gone);
    if (!episode || !mayTouch(episode, touched)) continue;
    told.push({ entry, episode });
    if (told.length >= 2 * REPEATED) told = shortened(told);
  }
  return shortened(told);
}

/** Of episodes beyond the limit only the lessons that are to be taken back are kept, as from before the unknown. */
function shortened(told: readonly Told[]): Told[] {
  if (told.length <= REPEATED) return [...told];
  const [early, late] = [told.slice(0, -REPEATED), told.slice(-REPEATED)];
  const revised = early.filter(
    ({ episode }) => episode.type === "learned" && episode.revised !== episode.lesson,
  );
  return [...revised, { entry: early[early.length - 1].entry, episode: { type: "unknown" } }, ...late];
}

function mayTouch(episode: Episode, touched: ReadonlySet<string>): boolean {
  if (episode.type !== "learned") return true;
  const { lesson, changes } = episode;
  return lesson.fired.some((id) => touched.has(id)) || changes.some(({ source }) => touched.has(source));
}

/** What an entry tells of weights; null when it moved none. What is not known to be harmless counts as unknown. */
function episodeOf({ type, body }: JournalEntry, gone: ReadonlySet<string>): Episode | null {
  if (type === "query" || type === "health" || type === "anchor" || type === "edit" || type === "erasure")
    return null;
  if (type === "learn") {
    const kept = lessonOf(body);
    const isNamed = kept.lesson.fired.some((id) => gone.has(id));
    return { type: "learned", ...kept, revised: isNamed ? withoutNodes(kept.lesson, gone) : kept.lesson };
  }
  if (body.dry_run === true) return null;
  if (type === "inject") return injected(body, gone);
  if (type === "maintenance" && body.task === "decay") {
    const halfLife = Math.trunc(Number(body.decay_half_life));
    return body.edges_decayed === 0 ? null : { type: "faded", halfLife };
  }
  return didNothing(body) ? null : { type: "unknown" };
}

function injected(body: JournalEntry["body"], gone: ReadonlySet<string>): Episode | null {
  const node = body.node_id as string;
  if (gone.has(node)) return null;
  if (body.injected) return { type: "linked", node, before: null, also: [] };
  const noted = body.edges_before as [string, string, number | null, string][] | undefined;
  if (!noted) return { type: "unknown" };
  const before = noted.map(([source, target, weight, kind]) => ({ source, target, weight, kind }));
  return { type: "linked", node, before, also: [] };
}

/** Counts of an entry that say that something was changed. */
const CHANGED = [
  "nodes_added",
  "nodes_updated",
  "nodes_removed",
  "nodes_metadata_updated",
  "nodes_scaled",
  "edges_removed",
  "connected",
  "applied",
];

/** Whether the counts of an entry are known, and all say that nothing was changed. */
function didNothing(body: JournalEntry["body"]): boolean {
  const counts = CHANGED.filter((name) => name in body).map((name) => body[name]);
  return counts.length > 0 && counts.every((count) => (Array.isArray(count) ? count.length : count) === 0);
}
