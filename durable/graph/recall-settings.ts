// The tunables of finding: seeds, candidates by words and meaning, what taught questions lend, ties, and when to be silent.

import type { AllowanceSettings } from "./allowance.ts";
import type { ChainSettings } from "./chaining.ts";
import type { RankingSettings } from "./learned-ranking.ts";
import type { LoweringSettings } from "./lowering.ts";
import type { LinkSettings } from "./spreading.ts";

export interface SeedSettings {
  /** Seeds of a query, 1…. */
  readonly topK: number;
  /** Seeds below this share of the best seed are left out; 0 keeps all. */
  readonly relativeFloor: number;
  /** Seeds below this similarity are left out; −1 keeps all. */
  readonly absoluteFloor: number;
  /** A taught question leads to its node from this similarity on; −1: always. */
  readonly taughtFloor: number;
}

export interface HybridSettings {
  /** Weight of meaning beside words, both 0 … 1, where no word is found. */
  readonly weight: number;
  /** How fast that weight falls as words say more: 0 not at all. */
  readonly yielding: number;
  /** So many of each list are candidates. */
  readonly depth: number;
  /** Terms of a question that are looked up, the first ones. */
  readonly terms: number;
  /** What a word counts for another one that tells the same relation, 0 … 1. */
  readonly kindred: number;
  /** Along which edges matches lend of their score. */
  readonly links: readonly LinkSettings[];
  readonly chains: ChainSettings;
  /** What counts, beside the best, of the other ways in which a question meets a correction, 0 … 1 (graph/raising-corrections.ts). */
  readonly correctedBacking: number;
}

export interface SilenceSettings {
  /** Below this confidence nothing is answered. */
  readonly leastConfidence: number;
  /** What the parts of the confidence weigh (graph/confidence.ts). */
  readonly wordsWeight: number;
  readonly prominenceWeight: number;
  readonly strangersWeight: number;
  readonly bias: number;
  /** The neighbour that stands for the crowd, and how many nodes make one. */
  readonly crowdRank: number;
  readonly leastCrowd: number;
  /** Similarity of texts that have nothing to do with each other, for memories without a crowd. */
  readonly unrelated: number;
  /** Prominence that is supposed where there is no vector to ask with. */
  readonly usualProminence: number;
}

export interface TieSettings {
  /** First weight between a turn and the one before it. */
  readonly siblingWeight: number;
  /** First weight between a node and one that it mentions by name. */
  readonly mentionWeight: number;
  /** A name that more nodes mention ties none of them; a text that mentions more is tied to the first. */
  readonly mostMentions: number;
  /** Nodes that may bear one name. */
  readonly mostNamesakes: number;
}

export interface TaughtSettings {
  /** Share of similarity beside that of words in the resemblance of two questions, 0 … 1. */
  readonly meaningShare: number;
  /** From this similarity on a taught question counts as its node's own meaning; corrections have `seeds.taughtFloor`. */
  readonly meaningFloor: number;
  /** From this resemblance on a taught question lends: gain · ((r − floor) / (1 − floor))^steepness. */
  readonly floor: number;
  readonly steepness: number;
  readonly gain: number;
  /** So many nodes of one question are lent to. */
  readonly most: number;
  /** Taught questions of one token that a node keeps. */
  readonly perAuthor: number;
  /** Of a walk that was good as a whole, so many of its best nodes are credited. */
  readonly credited: number;
  /** Resemblance from which a bad outcome takes a taught question back. */
  readonly same: number;
  /** What of a loan counts beyond the best score that nothing was lent to. */
  readonly beyondBest: number;
  /** What judged answers teach of all answers; null: nothing. */
  readonly ranking: RankingSettings | null;
  /** What verdicts take from a node. */
  readonly lowering: LoweringSettings;
  /** How far verdicts of one token move the routes of a node. */
  readonly allowance: AllowanceSettings;
}
