// What operations ask of the full-text index. Nodes have numbers in it, which hold until a memory is replaced.

import type { Lengths, Posting } from "../graph/hybrid.ts";
import type { LearnedRanking } from "../graph/learned-ranking.ts";
import type { Likeness } from "../graph/taught-questions.ts";

export interface Lexicon {
  /** Questions that were taught to lead to nodes, and those for which these misled. */
  readonly questions: {
    /** The closest question of each node that has one of at least this resemblance, best first. `terms`: of the new question. */
    like(terms: readonly string[], least: number): Likeness[];
    /** As `like`, of questions for which nodes misled: the closest of each token at each node. */
    misleading(terms: readonly string[], least: number): Likeness[];
    /** What the answers to them taught of all answers. */
    readonly ranking: LearnedRanking;
  };
  /** Of these nodes those that wait are to be tied once they are indexed, and come first. Others are only indexed. */
  tieLater(ids: readonly string[]): void;
  /** Indexes nodes that wait, `most` at the most; returns the ids of those to be tied. Part of the open transaction. */
  index(most: number): string[];
  /** Nodes that are still to be indexed. */
  readonly waiting: number;
  /** Whether there are any. */
  readonly isBehind: boolean;
  /** Where each term occurs; empty where it does not. */
  postings(terms: readonly string[]): Posting[];
  /** How much of its byline these terms say of a node, 0 … 1, by its number. */
  said(terms: readonly string[]): (number: number) => number;
  readonly lengths: Lengths;
  /** Numbers by id, of ids that are nodes. */
  numbersOf(ids: readonly string[]): Map<string, number>;
  idsOf(numbers: readonly number[]): Map<number, string>;
  /** Nodes by their names, `most` in all. */
  namedBy(names: readonly string[], most: number): Map<string, string[]>;
  /** Nodes whose metadata has this very title, `most` in all; costs a look at every node. */
  titled(title: string, most: number): string[];
  /** The node that was made before one in the session that its metadata names. */
  turnBefore(id: string): string | undefined;
  /** Ids of nodes that hold all of these terms, `most` at the most. */
  withAll(terms: readonly string[], most: number): string[];
  /** With the next indexing every trace of removed texts leaves the index. Costs a pass over all of it. */
  purge(): void;
}
