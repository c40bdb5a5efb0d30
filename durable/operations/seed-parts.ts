// What a trail keeps so that an answer can be explained later: what each seed's score is made of, how the question was
// asked, and what was made of it. Rounded and bounded, since a trail is kept of every question.

import { LIMITS } from "../../wire/limits.ts";
import { leastSeed } from "../graph/seeding.ts";
import type { Settings } from "../graph/settings.ts";
import { lentTo } from "../graph/spreading.ts";
import type { Scored, Vector } from "../graph/vectors.ts";
import type { SeedParts, Why } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import type { Candidates } from "./candidates.ts";
import type { Memory, Work } from "./memory.ts";

/** Loans that are kept of a seed. */
const LOANS_KEPT = 3;
/** Characters of file names and prefixes that are kept of a request. */
const FILTER_CHARS_KEPT = 8_000;

/** Kind of what a node's own taught question lends to it. */
const QUESTION = "question";
/** Kind of what a correction is given by what it corrects. */
const CORRECTED = "corrected";
/** Kind of what judged answers taught of all answers, which may be less than nothing. */
const RANKING = "ranking";
/** Kind of what a text is given by the one before it in a chain of names. */
const CHAIN = "chain";

export interface Found {
  /** Null where seeds are found by vectors alone. */
  readonly candidates: Candidates | null;
  readonly vector: Vector | null;
}

export interface Filters {
  readonly files: readonly string[];
  readonly prefixes: readonly string[];
}

interface Recalled {
  readonly seeds: readonly Scored[];
  readonly confidence: number | null;
  readonly found: Found;
  readonly settings: Pick<Settings, "seeds" | "traversal" | "routing">;
}

export function whyOf(
  work: Work,
  { seeds, confidence, found: { candidates, vector }, settings }: Recalled,
  { decision, contextIds, filters }: Pick<Why, "decision" | "contextIds"> & { readonly filters?: Filters },
): Why {
  const { silence } = work.settings;
  const isDoubtful = silence !== null && confidence !== null && confidence < silence.leastConfidence;
  const { maxFiredNodes, maxContextChars } = settings.traversal;
  return {
    parts: candidates && partsOf(work, seeds, candidates, vector),
    hadVector: vector !== null,
    decision,
    silent: isDoubtful && decision === "low_confidence",
    confidence,
    evidence: candidates && {
      words: rounded(candidates.evidence.words),
      nearest: candidates.evidence.similarities && rounded(candidates.evidence.similarities[0] ?? 0),
      strangers: rounded(candidates.evidence.strangers),
    },
    contextIds,
    bounds: {
      topK: settings.seeds.topK,
      maxFiredNodes,
      maxContextChars,
      routing: settings.routing,
      ...(candidates && { leastSeed: rounded(leastSeed(settings.seeds, candidates.best)) }),
    },
    filters: filters && filters.files.length + filters.prefixes.length > 0 ? keptFilters(filters) : null,
  };
}

/** What the scores of seeds are made of, in their order. */
export function partsOf(
  { graph, vectors, settings, store }: Memory,
  seeds: readonly Scored[],
  { words, meaning, matches, chains, taught, raised, lowered, leaning }: Candidates,
  vector: Vector | null,
): SeedParts[] {
  const own = new Map(matches);
  const links = settings.hybrid?.links ?? [];
  return seeds.map(([id, score]) => {
    const leant = leaning.get(id) ?? 0;
    const isLent = score > ((own.get(id) ?? 0) + leant) * (lowered.get(id)?.kept ?? 1);
    const chain = chains.get(id);
    const lent = isLent && !chain ? lentTo(graph, id, matches, links, LOANS_KEPT) : [];
    const question = taught.find((loan) => loan.id === id);
    const route = question?.route ?? (vector ? nearestRoute(vectors, id, vector) : 0);
    const asked = route > 0 ? digestOf(store.asked(id, route)?.text ?? "") : null;
    const given = raised.get(id);
    const loans = [
      ...(given ? [[given.from, CORRECTED, rounded(given.amount)] as const] : []),
      ...(rounded(leant) !== 0 ? [[id, RANKING, rounded(leant)] as const] : []),
      ...(question ? [[id, QUESTION, rounded(question.amount)] as const] : []),
      ...(chain ? [[chain.from, CHAIN, rounded(chain.amount)] as const] : []),
      ...lent.map(({ from, kind, amount }) => [from, kind, rounded(amount)] as const),
    ];
    const parts = [rounded(words.get(id) ?? 0), rounded(meaning.get(id) ?? 0), asked, loans] as const;
    const taken = lowered.get(id);
    return taken ? [...parts, [rounded(taken.kept), ...questionsAt(store, id, taken.routes)]] : parts;
  });
}

/** Digests of the questions in some rows of a node. */
export function questionsAt(store: Memory["store"], id: string, routes: readonly number[]): string[] {
  return routes.slice(0, LIMITS.teachers).map((route) => digestOf(store.asked(id, route)?.text ?? ""));
}

/** The row of a node that resembles a question most: 0 its own text, others what was taught to lead to it. */
function nearestRoute(vectors: Memory["vectors"], id: string, vector: Vector): number {
  let [nearest, most] = [0, vectors.similarity(id, vector)];
  for (const route of vectors.routesOf(id)) {
    if (route === 0) continue;
    const similarity = vectors.cosine(id, route, vector);
    if (similarity > most) [nearest, most] = [route, similarity];
  }
  return nearest;
}

function keptFilters({ files, prefixes }: Filters): Filters {
  let left = FILTER_CHARS_KEPT;
  const fits = (name: string) => {
    left -= name.length;
    return left >= 0;
  };
  return { prefixes: prefixes.filter(fits), files: files.filter(fits) };
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
