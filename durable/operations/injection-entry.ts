// How the journal keeps what was taught: which node, what it was linked with and what it suppresses. Where a vector was
// not there yet, the entry also says what is to be done when it is; it is replicated, so that is not lost.

import { changedAround } from "../graph/edge-notes.ts";
import type { EdgeBefore } from "../graph/episodes.ts";
import type { Asked, Json, Metadata, NodeRecord } from "../graph/records.ts";
import { MOST_ROUTES } from "../graph/vectors.ts";
import { digestOf } from "../text/digest.ts";
import type { Work } from "./memory.ts";

/** Edges that the entry of a repeated lesson holds as they were; where there are more it holds none. */
const EDGES_NOTED = 500;
/** Taught routes that a node may have. */
const ROUTES = Array.from({ length: MOST_ROUTES - 1 }, (_, index) => index + 1);

/** What of a lesson has to wait for vectors. */
export type Deferred = {
  /** Whoever taught it sees all memory. */
  readonly by?: "owner";
} & Waiting;

type Waiting =
  /** To be linked with its neighbours from this similarity on. */
  | { readonly link: number }
  /** To suppress what it corrects: these, or of those that fired, best first, the ones that it resembles; null: its neighbours. */
  | { readonly corrects: readonly string[] | null; readonly fired: readonly string[] | null };

export interface Injected {
  readonly nodeId: string;
  /** False when the id was there already; then nothing changed. */
  readonly injected: boolean;
  /** Nearest first. */
  readonly neighbours: readonly { readonly id: string; readonly similarity: number }[];
  /** Those that it is linked with: both ways, or from a corrected node to its correction. */
  readonly linked: readonly string[];
  readonly edgesAdded: number;
  /** Least similarity of the neighbours, where it was linked with them. */
  readonly leastSimilarity?: number;
}

export interface InjectionNote {
  readonly suppresses: readonly string[];
  /** The edges of a node that was there already, before anything changed them; null: it is new. */
  readonly earlier: readonly EdgeBefore[] | null;
  readonly deferred?: Deferred | null;
  /** Number of the entry that deferred it. */
  readonly late?: number;
  /** The older version whose learned edges it took over. */
  readonly inherits?: string | undefined;
  /** What it is to replace and to dispute once it is let go. */
  readonly replaces?: string | undefined;
  readonly disputes?: readonly string[];
  /** The question that it was taught for, new to the node or not. */
  readonly asked?: Asked | null;
}

/** Keeps an injection in the journal; returns the number of its entry. */
export function recordInjection(
  work: Work,
  injected: Injected,
  node: NodeRecord,
  { suppresses, earlier, deferred, late, asked, inherits, replaces, disputes = [] }: InjectionNote,
  author = work.call.author,
): number {
  const { store, call, draft } = work;
  const changed = earlier && changedAround(draft.graph, node.id, earlier);
  const { questions, displaced } = questionsMoved(work, node.id);
  const body: Metadata = {
    event: call.id,
    ...(call.source !== undefined && { source: call.source }),
    node_id: node.id,
    kind: node.kind,
    injected: injected.injected,
    connected_to: injected.linked,
    suppresses,
    ...(injected.leastSimilarity !== undefined && { least_similarity: injected.leastSimilarity }),
    ...(changed && changed.length <= EDGES_NOTED && { edges_before: changed.map(asNoted) }),
    ...(deferred && { deferred: { ...deferred, ...(call.role === "owner" && { by: "owner" }) } }),
    ...(late !== undefined && { late }),
    // A list, so that the entry stays when the older version is erased.
    ...(inherits !== undefined && { inherits: [inherits] }),
    ...(replaces !== undefined && { replaces: [replaces] }),
    ...(disputes.length > 0 && { disputes: [...disputes] }),
    ...(questions.length > 0 && { questions }),
    ...(displaced.length > 0 && { displaced }),
    ...(asked && { asked: digestOf(asked.text) }),
  };
  return store.record("inject", body, { at: call.now, author });
}

/** Digests of the questions that lead to a node since just now, and of those that made room: the journal holds no words. */
function questionsMoved({ draft, store }: Work, id: string): { questions: string[]; displaced: string[] } {
  const put = draft.routesPut(id).filter((route) => route > 0 && route < MOST_ROUTES);
  if (put.length === 0) return { questions: [], displaced: [] };
  const textsIn = (words: Pick<Work["store"], "asked">) =>
    new Set(ROUTES.flatMap((route) => words.asked(id, route)?.text ?? []));
  const [before, after] = [textsIn(store), textsIn(draft)];
  const digests = (texts: ReadonlySet<string>) => [...texts].map(digestOf);
  return { questions: digests(after.difference(before)), displaced: digests(before.difference(after)) };
}

function asNoted({ source, target, weight, kind }: EdgeBefore): Json {
  return [source, target, weight, kind];
}
