// Facts about the object itself, beside the memory that it holds: whose it is, its revision, how the last drain went.
// They stay at home: a replica has its own.

import type { Database } from "./database.ts";

export type Fact =
  | "agent"
  | "profile"
  | "revision"
  | "feed_floor"
  /** How often another memory took the place of this one as a whole, beginning at the revision it was opened with. */
  | "generation"
  | "drain_failures"
  | "drain_error"
  /** Day and tokens: what was sent to the embedding provider. */
  | "embedder_spent"
  /** The same of the language model. */
  | "model_spent"
  /** JSON: embedders that fail, by name. */
  | "failing"
  /** JSON: the re-embedding that is under way, or was the last. */
  | "reembedding"
  /** JSON: the maintenance run that is under way. */
  | "maintenance"
  /** JSON: how Vectorize does, and which embedder's vectors it was sent. */
  | "vectorize"
  /** Rank of the last node that a model looked at, and the revision at which there was nothing more to look at. */
  | "looked_to"
  | "looked_revision"
  /** When it last looked for what is over by its age. */
  | "retained_at"
  /** JSON: when it last saw to the life of memories, and up to which it looked for doubles. */
  | "lifecycle"
  /** JSON: how often in a row the model failed at captured turns, and until when it is left alone. */
  | "capture_rest"
  /** As which life it writes to D1. */
  | "writer"
  /** JSON: what is packed of the memory. */
  | "packed"
  /** JSON: grants that were ended, by id, each with the version that is good again. */
  | "ended"
  /** Set while it is not known what D1 holds of the agent. */
  | "in_doubt";

export class State {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  get(fact: Fact): string | undefined {
    const [row] = this.database.exec("select value from state where name = ?", fact);
    return row?.value as string | undefined;
  }

  set(fact: Fact, value: string | number): void {
    this.database.exec("insert or replace into state (name, value) values (?, ?)", fact, String(value));
  }

  unset(fact: Fact): void {
    this.database.exec("delete from state where name = ?", fact);
  }
}
