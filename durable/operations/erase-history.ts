// Unlearning what is erased: the journal's entries become episodes, the graph takes them back (graph/unlearning.ts),
// and the entries then say what the lessons change now.

import type { EdgeBefore, Episode, Linked } from "../graph/episodes.ts";
import type { Fading } from "../graph/maintenance/decay.ts";
import type { EdgeRecord, Json } from "../graph/records.ts";
import { linksInstead } from "../graph/relinking.ts";
import { isRevised, relearn } from "../graph/unlearning.ts";
import type { Vector } from "../graph/vectors.ts";
import type { JournalEntry } from "../store/ports.ts";
import type { Footprint } from "./erase-footprint.ts";
import { withoutNames } from "./erased-names.ts";
import { lessonBody, lessonOf, withoutNodes } from "./lesson-entry.ts";
import type { Memory, Work } from "./memory.ts";

/** Episodes that are undone and repeated at most; what is older is estimated. */
const REPEATED = 5_000;

export interface Unlearned {
  /** Entries of lessons that are not what they were; null: nothing of the lesson is left. */
  readonly entries: ReadonlyMap<number, JournalEntry | null>;
  /** Lessons taken back exactly, and those of which the share was estimated. */
  readonly exact: number;
  readonly estimated: number;
  /** Those that were taken back exactly, and before which weights have faded: what faded to nothing is not known. */
  readonly faded: number;
}

/** What is to be as if it had never been: nodes, and entries of the journal that are about others. */
export interface Unmade extends Pick<Footprint, "names" | "since"> {
  readonly entries?: ReadonlySet<number>;
  /** Nodes that stay and would have come later: by the number of the entry that would have brought them. */
  readonly absentUntil?: ReadonlyMap<string, number>;
  /** Edges that an entry which stays would have laid, had others not been there before it. */
  readonly laidInstead?: ReadonlyMap<number, readonly EdgeRecord[]>;
  /** Edges that it would not have laid. */
  readonly notLaid?: ReadonlyMap<number, Linked["without"]>;
}

/** By id of the node. */
export type Vectors = ReadonlyMap<string, Vector>;

/** Nodes that are embedded anew to find their links at most. */
const RELINKED = 500;

/** Nodes that would not have been there when an entry was written. */
export function absentAt(seq: number, { names, absentUntil }: Unmade): ReadonlySet<string> {
  const late = [...(absentUntil ?? [])].filter(([, until]) => seq < until).map(([id]) => id);
  return late.length === 0 ? names : new Set([...names, ...late]);
}

/** Nodes that would have been linked with others, had what goes not been among their neighbours. */
export function relinkedBy({ graph, store }: Pick<Memory, "graph" | "store">, unmade: Unmade): string[] {
  const { names: gone, since } = unmade;
  const ids = new Set<string>();
  for (const { seq, type, body } of store.erasing.journal(since)) {
    const absent = absentAt(seq, unmade);
    if (type !== "inject" || body.least_similarity === undefined || ids.size === RELINKED) continue;
    const id = body.node_id as string;
    if (!gone.has(id) && graph.has(id) && (body.connected_to as string[]).some((other) => absent.has(other)))
      ids.add(id);
  }
  return [...ids];
}

const NO_ENTRIES: ReadonlySet<number> = new Set();

interface Told {
  readonly entry: JournalEntry;
  readonly episode: Episode;
}

/**
 * Takes back what nodes contributed to weights that stay. They are still in the graph.
 * `vectors`: by id, of the nodes in `relinkedBy`; what has none keeps the links that it has.
 */
export function unlearn(work: Work, unmade: Unmade, vectors: Vectors): Unlearned {
  const { draft, settings } = work;
  const { names: gone } = unmade;
  const told = historyOf(work, unmade, vectors);
  const episodes = told.map(({ episode }) => episode);
  const { changes, inexact, exact, estimated } = relearn(draft, episodes, gone, settings);
  const entries = new Map<number, JournalEntry | null>();
  for (const [place, now] of changes) {
    const { entry, episode } = told[place];
    if (episode.type !== "learned") continue;
    const { event } = entry.body;
    const lesson = episode.revised;
    const isLeft = lesson !== null && lesson.fired.length > 0;
    const incomplete = episode.incomplete && new Set([...episode.incomplete].filter((id) => !gone.has(id)));
    const kept = { ...lessonOf(entry.body), changes: now, incomplete };
    const credits = entry.body.credits && withoutNames(entry.body.credits, gone);
    const body = isLeft && {
      event,
      ...lessonBody({ ...kept, lesson }, draft.graph),
      ...(credits && { credits }),
    };
    entries.set(entry.seq, body ? { ...entry, body } : null);
  }
  const lastFading = episodes.findLastIndex(({ type }) => type === "faded");
  const early = [...episodes.slice(0, Math.max(0, lastFading)).entries()];
  const faded = early.filter(([place, episode]) => isRevised(episode) && !inexact.has(place)).length;
  return { entries, exact, estimated, faded };
}

/** What may have moved the weights that are not what they should be, oldest first. */
function historyOf(work: Work, unmade: Unmade, vectors: Vectors): Told[] {
  const { graph, store } = work;
  const { names: gone, since, entries: taken = NO_ENTRIES } = unmade;
  const touched = new Set<string>(gone);
  for (const id of gone) {
    const position = graph.anyPositionOf(id);
    if (position < 0) continue;
    for (const edge of graph.into.list(position)) touched.add(graph.idAt(graph.sources[edge]));
  }
  /** Calls that taught what goes: what they judged by the way is taken back with it. */
  const taught = new Set<Json>();
  const linksOf = (entry: JournalEntry) =>
    unmade.laidInstead?.get(entry.seq) ?? linksInsteadOf(work, entry, absentAt(entry.seq, unmade), vectors);
  for (const entry of store.erasing.journal(since)) {
    for (const { source } of linksOf(entry)) touched.add(source);
    for (const [source] of unmade.notLaid?.get(entry.seq) ?? []) touched.add(source);
    const { event, node_id: id } = entry.body;
    if (entry.type === "inject" && gone.has(id as string) && event !== undefined) taught.add(event);
    if (entry.type === "inject" && taken.has(entry.seq)) for (const one of endsOf(entry)) touched.add(one);
  }
  const isMeant = ({ seq, body }: JournalEntry) => {
    if (taken.has(seq) || taught.has(body.event)) return true;
    const absent = absentAt(seq, unmade);
    return (body.fired_ids as string[]).some((id) => absent.has(id));
  };
  for (const entry of store.erasing.journal(since)) {
    if (entry.type !== "learn" || !isMeant(entry)) continue;
    for (const id of entry.body.fired_ids as string[]) touched.add(id);
  }
  let told: Told[] = [];
  for (const entry of store.erasing.journal(since)) {
    // What else the same call added stays as it was linked.
    const isTaken = taken.has(entry.seq) || (entry.type === "learn" && taught.has(entry.body.event));
    const absent = absentAt(entry.seq, unmade);
    const { minWeight } = work.settings.decay;
    const asWas = episodeOf(entry, { gone, absent, isTaken, minWeight }, linksOf);
    if (!asWas || !mayTouch(asWas, touched)) continue;
    const without = unmade.notLaid?.get(entry.seq);
    const episode = without && asWas.type === "linked" ? { ...asWas, without } : asWas;
    told.push({ entry, episode });
    if (told.length >= 2 * REPEATED) told = shortened(told);
  }
  return shortened(told);
}

/** Of episodes beyond the limit only the lessons that are to be taken back are kept, as from before the unknown. */
function shortened(told: readonly Told[]): Told[] {
  if (told.length <= REPEATED) return [...told];
  const [early, late] = [told.slice(0, -REPEATED), told.slice(-REPEATED)];
  const revised = early.filter(({ episode }) => isRevised(episode));
  return [...revised, { entry: early[early.length - 1].entry, episode: { type: "unknown" } }, ...late];
}

function mayTouch(episode: Episode, touched: ReadonlySet<string>): boolean {
  if (episode.type !== "learned") return true;
  const { lesson, changes } = episode;
  return lesson.fired.some((id) => touched.has(id)) || changes.some(({ source }) => touched.has(source));
}

/** Entries that move no weights. */
const HARMLESS: ReadonlySet<string> = new Set([
  "query",
  "health",
  "anchor",
  "edit",
  "erasure",
  "reembed",
  "retention",
  "review",
  "teach",
  "undo",
]);

interface Reading {
  readonly gone: ReadonlySet<string>;
  readonly absent: ReadonlySet<string>;
  readonly isTaken: boolean;
  /** Weights that fade below it are 0. */
  readonly minWeight: number;
}

/** What an entry tells of weights; null when it moved none. What is not known to be harmless counts as unknown. */
function episodeOf(
  entry: JournalEntry,
  { gone, absent, isTaken, minWeight }: Reading,
  linksOf: (entry: JournalEntry) => readonly EdgeRecord[],
): Episode | null {
  const { type, body } = entry;
  if (HARMLESS.has(type) || body.undone !== undefined) return null;
  if (body.partly_undone !== undefined) return { type: "unknown" };
  if (type === "learn") {
    const { leftOut: _, ...kept } = lessonOf(body);
    const isNamed = kept.lesson.fired.some((id) => absent.has(id));
    const left = isNamed ? withoutNodes(kept.lesson, absent) : kept.lesson;
    return { type: "learned", ...kept, revised: isTaken ? null : left };
  }
  if (body.dry_run === true) return null;
  if (type === "inject") {
    const episode = injected(body, gone, linksOf(entry));
    return isTaken && episode?.type === "linked" ? takenBack(episode, entry) : episode;
  }
  // Where others wrote between its slices, a fading has no place among them.
  if (type === "maintenance" && body.task === "decay" && body.mixed !== true)
    return body.edges_decayed === 0 ? null : { type: "faded", fading: fadingOf(body, minWeight) };
  // What a run did that came to no end is not known.
  if (type === "run" && body.state === "done") return null;
  return didNothing(body) ? null : { type: "unknown" };
}

/** How weights faded, as the entry says; earlier entries fade everything alike. */
function fadingOf(body: JournalEntry["body"], minWeight: number): Fading {
  return {
    halfLife: Math.trunc(Number(body.decay_half_life)),
    minWeight,
    inhibitoryHalfLife: (body.inhibitory_half_life ?? null) as number | null,
    lasting: (body.lasting ?? []) as string[],
  };
}

function injected(
  body: JournalEntry["body"],
  gone: ReadonlySet<string>,
  also: readonly EdgeRecord[],
): Episode | null {
  const node = body.node_id as string;
  if (gone.has(node)) return null;
  const [heir] = (body.inherits ?? []) as string[];
  // Of what is gone there is nothing to take over anew: what its heir has stays.
  const inherits = heir === undefined || gone.has(heir) ? {} : { inherits: heir };
  if (body.injected) return { type: "linked", node, before: null, also, ...inherits };
  const noted = body.edges_before as [string, string, number | null, string][] | undefined;
  if (!noted) return { type: "unknown" };
  const before = noted.map(([source, target, weight, kind]) => ({ source, target, weight, kind }));
  return { type: "linked", node, before, also };
}

/** A link that goes while its node stays: of a new node, the edges that it was linked by are known. */
function takenBack(episode: Linked, entry: JournalEntry): Linked {
  const { node } = episode;
  const laid = endsOf(entry).flatMap((other): EdgeBefore[] => [
    { source: node, target: other, weight: null, kind: "" },
    { source: other, target: node, weight: null, kind: "" },
  ]);
  return { ...episode, before: episode.before ?? laid, also: [], isTakenBack: true };
}

/** Nodes that an injection linked its own with, or let it suppress; itself where it was there before. */
function endsOf({ body }: JournalEntry): string[] {
  const { connected_to: linked, suppresses, node_id: id } = body;
  return [...(linked as string[]), ...(suppresses as string[]), id as string];
}

/** The links that an injected node would have got instead of those with what goes. */
function linksInsteadOf(
  { graph, vectors: index, settings }: Work,
  { type, body }: JournalEntry,
  gone: ReadonlySet<string>,
  vectors: Vectors,
): EdgeRecord[] {
  const id = body.node_id as string;
  const vector = type === "inject" ? vectors.get(id) : undefined;
  // What came late was done to a node that was there; its links are made up for all the same.
  const isLinked = body.injected || body.late !== undefined;
  if (!vector || !isLinked || body.least_similarity === undefined || !graph.has(id)) return [];
  const { topK, neighbourShare: share } = settings.injection;
  const reach = { topK, minSimilarity: body.least_similarity as number, share };
  const node = { id, vector, linked: body.connected_to as string[] };
  return linksInstead({ graph, vectors: index }, node, gone, reach);
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
