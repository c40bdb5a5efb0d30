// The part of ports.ts that is about vectors that are still to come: of texts that have none, and of another embedder.

import type { Asked, VectorRecord } from "../graph/records.ts";

/** Something that is to be done with a node when its vector is there. */
export interface PendingLesson {
  /** `seq` of the journal entry that says what. */
  readonly entry: number;
  /** A question that is to be embedded for it. */
  readonly asked: Asked | null;
}

/** A node that waits for vectors. */
export interface PendingNode {
  readonly id: string;
  /** Digest of its text, where its own vector is missing; null where only lessons wait. */
  readonly hash: string | null;
  /** Oldest first. */
  readonly lessons: readonly PendingLesson[];
}

export interface PendingCounts {
  /** Texts that wait, questions included, those set aside not. */
  readonly pending: number;
  /** When the oldest of them came. */
  readonly oldest: number | null;
  /** Texts that were refused too often. */
  readonly setAside: number;
}

/** Texts without a vector. Everything here is part of the open transaction. */
export interface Pending {
  /** True when nothing waits; what is set aside does not. */
  readonly isEmpty: boolean;
  counts(): PendingCounts;
  /** The nodes that wait longest, with everything that waits at them. */
  next(count: number): PendingNode[];
  /** The node's own text waits, in place of a former one. */
  addText(id: string, hash: string, at: number): void;
  addLesson(id: string, entry: number, asked: Asked | null, at: number): void;
  /** The node's own vector is there. */
  hasVector(id: string): void;
  /** A lesson is done, or can't be. */
  lessonEnds(id: string, entry: number): void;
  /** A lesson goes on without its question. */
  forgetQuestion(id: string, entry: number): void;
  /** Nothing waits at the node any more. */
  drop(id: string): void;
  /** What waits at a node; undefined for nothing. */
  of(id: string): PendingNode | undefined;
  /** Notes that a text was refused; true when it is set aside with that. `entry`: of the lesson whose question it is. */
  refuse(id: string, entry: number | null, reason: string, most: number): boolean;
  /** What is set aside is tried again. Returns how much that is. */
  retry(): number;
  /** True while anything waits or is set aside. */
  readonly knowsAny: boolean;
  /** Begins anew from what the memory holds: every node that should have a vector and has none. */
  rebuild(at: number, everyOrigin: boolean): void;
  /** Questions that wait, to be looked at before they may stay. */
  questions(): Iterable<{ readonly id: string; readonly entry: number; readonly asked: Asked }>;
}

export interface EmbedderIdentity {
  readonly name: string;
  readonly dimension: number;
}

/** A re-embedding: what was asked for, and what came of it. Times are milliseconds since 1970. */
export interface ReembedJob {
  readonly state: "running" | "done" | "cancelled";
  readonly from: EmbedderIdentity;
  readonly to: EmbedderIdentity;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly author: string;
  /** Texts and questions, as last counted. */
  readonly total: number;
  /** Of them embedded, and set aside since the embedder refused them. */
  readonly done: number;
  readonly setAside: number;
  /** Questions that could not be embedded anew, since their words are not known. */
  readonly questionsDropped: number;
  /** Where the first pass over the texts has come to; null: it looks for what changed meanwhile. */
  readonly cursor: string | null;
  /** Slices since the first pass. */
  readonly rounds: number;
  /** Why it does not go on, or what the embedder said last. */
  readonly error: string | null;
}

/** A text that the new embedder has not embedded. */
export interface MissingText {
  readonly id: string;
  readonly route: number;
  /** Digest of the text. */
  readonly hash: string;
  readonly text: string;
}

export interface StagedVector extends Omit<MissingText, "text"> {
  /** The row as an index holds it; null where the text was refused. */
  readonly row: Pick<VectorRecord, "scale" | "bytes"> | null;
  readonly error: string | null;
}

export interface TakenOver {
  readonly vectors: number;
  readonly dropped: number;
}

/** Vectors of another embedder, gathered beside the memory. */
export interface Reembedding {
  readonly job: ReembedJob | null;
  readonly isRunning: boolean;
  set(job: ReembedJob): void;
  /** Drops what was gathered. */
  clear(): void;
  total(): {
    readonly texts: number;
    readonly questions: number;
    /** Taught questions whose words are not known. */
    readonly lost: number;
    readonly characters: number;
  };
  done(): { readonly embedded: number; readonly setAside: number };
  /** Own texts of nodes after an id that are not embedded, in order of ids. */
  missing(after: string, count: number): MissingText[];
  missingQuestions(count: number): MissingText[];
  stage(vector: StagedVector): void;
  /** What was gathered of a node goes. */
  drop(id: string): void;
  /**
   * Part of the open transaction. Puts what was gathered in the place of all vectors, and makes the embedder that of the
   * memory. What has no new vector has none. `isOrdered`: the index has an order of its own.
   */
  takeOver(to: EmbedderIdentity, isOrdered: boolean, at: number): TakenOver;
}
