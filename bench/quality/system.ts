// A way of finding the documents that a question is about, as quality compares them.

import type { EvaluationDocument, Stored } from "./evaluation-set.ts";
import type { RememberingEmbedder } from "./remembering-embedder.ts";

export interface System {
  readonly name: string;
  /** What it embeds with, if it does. */
  readonly embedder?: RememberingEmbedder;
  /** A memory of its own for one group of documents, which a product with several ways to store takes in this way. */
  open(stored?: Stored): OpenSystem;
}

export interface OpenSystem {
  /** Takes in all documents of the group; those of a session stand together, in their order. */
  ingest(documents: readonly EvaluationDocument[]): Promise<void>;
  /** What a question finds: `count` documents are wanted, fewer or more may come. */
  ask(question: string, count: number): Promise<Answer>;
  /** Makes the memory that is stored once more, where there is one, to see how much room it takes. */
  readonly wake?: () => unknown;
}

export interface Answer {
  /** Document ids, best first, none twice. */
  readonly ids: readonly string[];
  /** The system says that it does not know. */
  readonly refused: boolean;
  /** How sure it is that its first document is about the question, 0…1; null where it does not say. */
  readonly confidence: number | null;
}
