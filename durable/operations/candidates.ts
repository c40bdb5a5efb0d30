// Which nodes a question is about before anything was learned: those that share its words or its meaning, and
// what the structure of the memory ties to them. What a caller may not see is left out before anything is ranked.

import { compareIds } from "../graph/code-points.ts";
import type { Evidence } from "../graph/confidence.ts";
import { bestOf, fuse, lexicalShares, type Shares, weightOfMeaning } from "../graph/hybrid.ts";
import { beyond, type Curve, likenessAt, withLoans } from "../graph/lending.ts";
import { type Lowered, loweredBy } from "../graph/lowering.ts";
import { type Raise, raiseCorrections } from "../graph/raising-corrections.ts";
import type { HybridSettings, TaughtSettings } from "../graph/recall-settings.ts";
import { spread } from "../graph/spreading.ts";
import type { Likeness } from "../graph/taught-questions.ts";
import { byScoreThenId, type Scored, type Vector, type VectorIndex } from "../graph/vectors.ts";
import { namesAskedFor } from "../text/names.ts";
import { termsOf } from "../text/terms.ts";
import { type Chain, withChains } from "./chains.ts";
import { postingsWithKin } from "./kindred-postings.ts";
import { leaningsOf, withLeanings } from "./leaning.ts";
import type { Memory } from "./memory.ts";

export interface AskedFor {
  readonly text: string;
  /** Null where the embedder failed: then words alone find. */
  readonly vector: Vector | null;
  /** Whether a node may be shown; absent: all may. */
  readonly isAllowed?: (id: string) => boolean;
}

export interface CandidateSettings {
  readonly hybrid: HybridSettings;
  readonly taught: TaughtSettings | null;
  /** Least similarity of a taught question to count as its node's. */
  readonly taughtFloor: number;
  readonly inhibitoryThreshold: number;
  /** Verdicts count less the older they are. */
  readonly now: number;
}

export interface Candidates {
  /** Best first: 0 … 1 + weight, more where their surroundings match too. */
  readonly found: readonly Scored[];
  /** The best score without what was added that somebody taught. */
  readonly best: number;
  /** What speaks for the question being about this memory. */
  readonly evidence: Evidence;
  /** What they match by: share of words, similarity, and both as one before anything was lent, best first. */
  readonly words: ReadonlyMap<string, number>;
  readonly meaning: ReadonlyMap<string, number>;
  readonly matches: readonly Scored[];
  /** By node: what the text before it in a chain lent, where that is what counted. */
  readonly chains: ReadonlyMap<string, Chain>;
  readonly taught: readonly Loan[];
  /** What each is worth more, or less, by what was learned from judged answers; empty where nothing was. */
  readonly leaning: ReadonlyMap<string, number>;
  /** By correction: what it was given by what it corrects. */
  readonly raised: ReadonlyMap<string, Raise>;
  /** What verdicts on questions like this one left of nodes. */
  readonly lowered: ReadonlyMap<string, Lowered>;
}

/** What a taught question lends to its node. */
export interface Loan {
  readonly id: string;
  readonly route: number;
  /** Who taught it. */
  readonly by: string;
  /** Of the question to the taught one, 0 … 1. */
  readonly resemblance: number;
  readonly amount: number;
}

const NO_LEANINGS: ReadonlyMap<string, number> = new Map();
const NONE_LOWERED: ReadonlyMap<string, Lowered> = new Map();

export function candidatesOf(
  { graph, vectors, store }: Pick<Memory, "graph" | "vectors" | "store">,
  { text, vector, isAllowed }: AskedFor,
  { hybrid: settings, taught, taughtFloor, inhibitoryThreshold, now }: CandidateSettings,
): Candidates {
  const { depth, links } = settings;
  const terms = [...termsOf(text).keys()].slice(0, settings.terms);
  const { postings, kin } = postingsWithKin(store.lexicon, terms, settings.kindred);
  const shares = lexicalShares(postings, store.lexicon.lengths, kin);
  const numbers = new Map<string, number>();
  const lexical = bestByWords(store.lexicon, shares, depth, isAllowed, numbers);
  // What was corrected must be met by its meaning; credit speaks by its words, and would draw in too much by meaning.
  const floorFor = (id: string) =>
    taught === null || graph.kindAt(graph.positionOf(id)) === "correction"
      ? taughtFloor
      : taught.meaningFloor;
  const nearest = vector ? vectors.search(vector, depth, floorFor, isAllowed) : [];
  const semantic = new Map(nearest);
  const unknown = [...semantic.keys()].filter((id) => !numbers.has(id));
  for (const [id, number] of store.lexicon.numbersOf(unknown)) numbers.set(id, number);
  for (const id of semantic.keys()) {
    const share = shares.of(numbers.get(id) ?? -1);
    if (share > 0) lexical.set(id, share);
  }
  if (vector)
    for (const id of lexical.keys()) if (!semantic.has(id)) semantic.set(id, vectors.similarity(id, vector));
  const matches = fuse(lexical, semantic, settings).filter(([id]) => graph.has(id));
  const isShown = (id: string) => graph.has(id) && (!isAllowed || isAllowed(id));
  const asking = { terms, vector, isShown };
  const lent = taught ? lentByQuestions(store.lexicon, asking, vectors, taught) : [];
  const lowered = taught ? loweredFor(store.lexicon, asking, { graph, vectors }, taught, now) : NONE_LOWERED;
  const near = spread(graph, matches, links);
  const { found: untaught, chains } = withChains(
    { store },
    { postings, matches, found: near, isShown, numbers },
    settings.chains,
  );
  const { found: met, given } = raiseCorrections(graph, untaught, {
    share: settings.correctedBacking,
    inhibitoryThreshold,
    isShown,
    beyond: (id) =>
      vector ? weightOfMeaning(lexical, settings) * uncounted(vectors, id, vector, semantic) : 0,
  });
  const shown = met.filter(([id]) => isShown(id));
  const known = terms.filter((_, index) => postings[index].documents.length > 0);
  const leaning = taught?.ranking
    ? leaningsOf({ graph, store }, { terms: known, shown, numbers }, taught.ranking)
    : NO_LEANINGS;
  const leant = withLeanings(shown, leaning);
  const found = withoutLowered(taught ? withLoans(leant, lent, taught) : leant, lowered);
  return {
    found,
    best: bestOfAll(untaught, lowered, isShown),
    evidence: {
      words: Math.max(taught && lent[0] ? beyond(lent[0].resemblance, taught) : 0, ...lexical.values()),
      similarities: vector && nearest.map(([, similarity]) => similarity),
      crowd: graph.nodeCount,
      // What is not indexed yet may well speak of them.
      strangers: store.lexicon.isBehind ? 0 : strangersIn(text, terms, new Set(known)),
    },
    words: lexical,
    meaning: semantic,
    matches,
    chains,
    taught: lent,
    leaning,
    raised: given,
    lowered,
  };
}

/** What nodes keep of what a step brings them. */
export function keptBy({ lowered }: Candidates): (id: string) => number {
  return (id) => lowered.get(id)?.kept ?? 1;
}

/** How much a node resembles a question by its text and by its taught questions, without what was counted already. */
function uncounted(
  vectors: VectorIndex,
  id: string,
  question: Vector,
  counted: ReadonlyMap<string, number>,
): number {
  const alike = (routes: readonly number[]) =>
    Math.max(0, ...routes.map((route) => vectors.cosine(id, route, question)));
  const routes = vectors.routesOf(id);
  const all = alike(routes.filter((route) => route === 0)) + alike(routes.filter((route) => route > 0));
  return Math.max(0, all - Math.max(0, counted.get(id) ?? 0));
}

interface Lending {
  readonly terms: readonly string[];
  readonly vector: Vector | null;
  readonly isShown: (id: string) => boolean;
}

/** What the taught questions that a question resembles lend to their nodes, best first. */
function lentByQuestions(
  { questions }: Memory["store"]["lexicon"],
  { terms, vector, isShown }: Lending,
  vectors: VectorIndex,
  taught: TaughtSettings,
): Loan[] {
  const loans = questions
    .like(terms, leastOfWords(taught, taught, vector))
    .filter(({ id }) => isShown(id))
    .map((like) => {
      const { resemblance, likeness } = likenessOf(like, vector, vectors, taught, taught);
      return { id: like.id, route: like.route, by: like.by, resemblance, amount: taught.gain * likeness };
    })
    .filter(({ amount }) => amount > 0)
    .sort(mostFirst);
  return inTurn(loans, taught.most);
}

/** The best loans, a place for each token that taught one, then a second, and so on: however much one taught, others have theirs. */
function inTurn(loans: readonly Loan[], most: number): Loan[] {
  const rounds = new Map<string, number>();
  const turns = loans.map((loan) => {
    const turn = rounds.get(loan.by) ?? 0;
    rounds.set(loan.by, turn + 1);
    return { loan, turn };
  });
  const first = turns.sort((a, b) => a.turn - b.turn).slice(0, most);
  return first.map(({ loan }) => loan).sort(mostFirst);
}

function mostFirst(a: Loan, b: Loan): number {
  return b.amount - a.amount || compareIds(a.id, b.id);
}

/** What verdicts on questions that this one resembles leave of nodes; of those that can't be suppressed everything. */
function loweredFor(
  { questions }: Memory["store"]["lexicon"],
  { terms, vector, isShown }: Lending,
  { graph, vectors }: Pick<Memory, "graph" | "vectors">,
  taught: TaughtSettings,
  now: number,
): Map<string, Lowered> {
  const verdicts = questions
    .misleading(terms, leastOfWords(taught, taught.lowering, vector))
    .filter(({ id }) => isShown(id) && graph.authorityAt(graph.positionOf(id)) !== "constitutional")
    .map((like) => ({
      ...like,
      likeness: likenessOf(like, vector, vectors, taught, taught.lowering).likeness,
    }));
  return loweredBy(verdicts, now, taught.lowering);
}

/** The least resemblance of words with which, whatever the meaning, a taught question reaches the floor. */
function leastOfWords({ meaningShare }: TaughtSettings, { floor }: Curve, vector: Vector | null): number {
  const meant = vector ? meaningShare : 0;
  return Math.max(0, (floor - meant) / (1 - meant));
}

/** How much a question resembles a taught one, and how much that counts, 0 … 1. */
function likenessOf(
  { id, route, resemblance: ofWords }: Likeness,
  vector: Vector | null,
  vectors: VectorIndex,
  { meaningShare }: TaughtSettings,
  curve: Curve,
) {
  const meant = vector ? meaningShare : 0;
  const similarity = vector ? Math.max(0, vectors.cosine(id, route, vector)) : 0;
  const resemblance = (1 - meant) * ofWords + meant * similarity;
  return { resemblance, likeness: likenessAt(resemblance, curve) };
}

/** The best score of what is shown, without what was added that somebody taught. */
function bestOfAll(
  found: readonly Scored[],
  lowered: ReadonlyMap<string, Lowered>,
  isShown: (id: string) => boolean,
): number {
  const scores = found
    .filter(([id]) => isShown(id))
    .map(([id, score]) => score * (lowered.get(id)?.kept ?? 1));
  return scores.reduce((a, b) => Math.max(a, b), 0);
}

function withoutLowered(found: readonly Scored[], lowered: ReadonlyMap<string, Lowered>): readonly Scored[] {
  if (lowered.size === 0) return found;
  return found.map(([id, score]): Scored => [id, score * (lowered.get(id)?.kept ?? 1)]).sort(byScoreThenId);
}

/** The share of the names in a question that occur nowhere, 0 … 1; names that were not looked up say nothing. */
function strangersIn(question: string, asked: readonly string[], known: ReadonlySet<string>): number {
  const names = namesAskedFor(question)
    .map((name) => [...termsOf(name).keys()].filter((term) => asked.includes(term)))
    .filter((terms) => terms.length > 0);
  const strangers = names.filter((terms) => !terms.some((term) => known.has(term)));
  return strangers.length / Math.max(1, names.length);
}

export function bestByWords(
  lexicon: Memory["store"]["lexicon"],
  shares: Shares,
  depth: number,
  isAllowed: AskedFor["isAllowed"],
  /** Takes the numbers of those that are found. */
  numbers = new Map<string, number>(),
): Map<string, number> {
  // What a filter leaves out makes room for what comes next.
  const ranked = bestOf(shares, isAllowed ? shares.documents.length : depth);
  const best: Scored[] = [];
  for (let first = 0; first < ranked.length && best.length < depth; first += depth) {
    const asked = ranked.slice(first, first + depth);
    const ids = lexicon.idsOf(asked);
    for (const number of asked) {
      const id = ids.get(number);
      if (id === undefined || (isAllowed && !isAllowed(id))) continue;
      best.push([id, shares.of(number)]);
      numbers.set(id, number);
    }
  }
  return new Map(best.slice(0, depth));
}
