// What quality is measured on: documents in groups, and questions with the evidence that answers them.

export interface EvaluationDocument {
  readonly id: string;
  readonly text: string;
  readonly session?: string;
  /** Place in its session, from 0. */
  readonly turn?: number;
  /** ISO, without a zone. */
  readonly time?: string;
  readonly speaker?: string;
  readonly title?: string;
  readonly caption?: string;
}

export interface Question {
  readonly id: string;
  /** Its group's documents alone may answer it. */
  readonly group: string;
  readonly text: string;
  /** Ids of the documents, or of the sessions where the set ranks these; empty when nothing answers it. */
  readonly gold: ReadonlySet<string>;
  readonly category?: string;
}

/** `memories`: one after another, each beside what is known by then. */
export type Stored = "nodes" | "memories";

export interface EvaluationSet {
  readonly name: string;
  readonly unit: "document" | "session";
  /** How the product takes its documents in; default as nodes of a batch. */
  readonly stored?: Stored;
  readonly groups: ReadonlyMap<string, readonly EvaluationDocument[]>;
  /** Questions that something in their group answers. */
  readonly questions: readonly Question[];
  /** Questions that nothing in their group answers: the right reply is none. */
  readonly unanswerable: readonly Question[];
  /** Questions without usable evidence, which are not asked. */
  readonly leftOut: number;
}

/** Everything that a document says, as plain full text and plain vectors take it in. */
export function fullTextOf({ title, speaker, text, caption }: EvaluationDocument): string {
  return [title, speaker, text, caption].filter(Boolean).join("\n");
}
