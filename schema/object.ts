// Tables of one agent's object: the replicated ones, and those that stay at home.

import { sql } from "drizzle-orm";
import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { REPLICA } from "./replica.ts";

export { captures, replayParts, runs } from "./arriving.ts";
export { packed, unpacked } from "./packed.ts";

export const nodes = sqliteTable("nodes", REPLICA.nodes.columns, (table) => [
  primaryKey({ columns: [table.id] }),
  index("nodes_file").on(table.file),
  index("nodes_content").on(table.content_hash),
  index("nodes_screen").on(table.ordinal, table.id).where(sql`screen is not null`),
]);

export const edges = sqliteTable("edges", REPLICA.edges.columns, (table) => [
  primaryKey({ columns: [table.source, table.target] }),
]);

export const stops = sqliteTable("stops", REPLICA.stops.columns, (table) => [
  primaryKey({ columns: [table.id] }),
]);

export const vectors = sqliteTable("vectors", REPLICA.vectors.columns, (table) => [
  primaryKey({ columns: [table.id, table.route] }),
  // A memory that wakes finds its taught questions without a look at every vector.
  index("vectors_asked").on(table.id, table.route).where(sql`text is not null`),
]);

export const settings = sqliteTable("settings", REPLICA.settings.columns, (table) => [
  primaryKey({ columns: [table.name] }),
]);

export const answers = sqliteTable("answers", REPLICA.answers.columns, (table) => [
  primaryKey({ columns: [table.key] }),
  index("answers_at").on(table.at),
]);

/** Entries of queries are written here only; all others are replicated. */
export const journal = sqliteTable("journal", REPLICA.journal.columns, (table) => [
  primaryKey({ columns: [table.seq] }),
  index("journal_type").on(table.type, table.seq),
]);

export const audit = sqliteTable("audit", REPLICA.audit.columns, (table) => [
  primaryKey({ columns: [table.id] }),
]);

export const auditHead = sqliteTable("audit_head", REPLICA.audit_head.columns, (table) => [
  primaryKey({ columns: [table.name] }),
]);

export const tombstones = sqliteTable("tombstones", REPLICA.tombstones.columns, (table) => [
  primaryKey({ columns: [table.content_hash, table.id_hash] }),
  index("tombstones_erasure").on(table.erasure),
]);

export const erasures = sqliteTable("erasures", REPLICA.erasures.columns, (table) => [
  primaryKey({ columns: [table.id] }),
]);

export const proposals = sqliteTable("proposals", REPLICA.proposals.columns, (table) => [
  primaryKey({ columns: [table.id] }),
  index("proposals_status").on(table.status, table.at, table.id),
  index("proposals_content").on(table.content_hash),
]);

export const replays = sqliteTable("replays", REPLICA.replays.columns, (table) => [
  primaryKey({ columns: [table.id] }),
  index("replays_state").on(table.state, table.used_at),
]);

export const replayed = sqliteTable("replayed", REPLICA.replayed.columns, (table) => [
  primaryKey({ columns: [table.mark] }),
  index("replayed_replay").on(table.replay),
]);

/** What queries did, as JSON, newest last. */
export const trails = sqliteTable(
  "trails",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    query_id: text().notNull(),
    chat_id: text(),
    body: text().notNull(),
  },
  (table) => [
    uniqueIndex("trails_query").on(table.query_id),
    index("trails_chat").on(table.chat_id, table.seq),
  ],
);

/** Commits that D1 does not have yet: `seq` is the revision, `part` counts the rows of one commit. */
export const outbox = sqliteTable(
  "outbox",
  {
    seq: integer().notNull(),
    part: integer().notNull(),
    at: integer().notNull(),
    /** Shape of `rows`; a reader that does not know it leaves the row alone. */
    format: integer().notNull(),
    table_name: text().notNull(),
    /** `put` or `cut`; `forget` and `scrub` concern the history that D1 keeps. */
    verb: text().notNull(),
    /** JSON: rows to put, keys of rows to cut or to forget, or what the nodes to scrub have in common. */
    rows: text().notNull(),
    bytes: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.seq, table.part] })],
);

/** What each commit changed, without content, newest last. */
export const feed = sqliteTable("feed", {
  revision: integer().primaryKey(),
  at: integer().notNull(),
  type: text().notNull(),
  author: text().notNull(),
  /** JSON: ids of nodes that were put or removed, the first ones. */
  nodes: text().notNull(),
  /** How many more there were. */
  nodes_left_out: integer().notNull(),
  edges: integer().notNull(),
});

/** Rows that a restore is about to bring back, and keys of those that it takes away. */
export const staged = sqliteTable(
  "staged",
  {
    table_name: text().notNull(),
    /** JSON: cells of the key. */
    key: text().notNull(),
    /** JSON: cells of the row; null where there is to be none. */
    row: text(),
  },
  (table) => [primaryKey({ columns: [table.table_name, table.key] })],
);

/** Moments that somebody is reading the memory as of. */
export const snapshots = sqliteTable("snapshots", {
  number: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull().unique(),
  revision: integer().notNull(),
  at: integer().notNull(),
  used_at: integer().notNull(),
});

/** How rows were until they changed, for the snapshots that still show them so. */
export const versions = sqliteTable(
  "versions",
  {
    table_name: text().notNull(),
    /** JSON: cells of the key. */
    key: text().notNull(),
    /** Number of the newest snapshot that shows this version. */
    until: integer().notNull(),
    /** JSON: cells of the row; null where there was none. */
    row: text(),
  },
  (table) => [primaryKey({ columns: [table.table_name, table.key, table.until] })],
);

/** Imports that are under way, of which there is one at most, and the last ones that ended. */
export const imports = sqliteTable("imports", {
  id: text().primaryKey(),
  at: integer().notNull(),
  used_at: integer().notNull(),
  /** `open`, `done` or `cancelled`. */
  state: text().notNull(),
  /** JSON: what was asked for, how far it came, and what came of it. */
  request: text().notNull(),
  progress: text().notNull(),
  result: text(),
});

/** Parts of the open import that have arrived. */
export const importParts = sqliteTable("import_parts", {
  part: integer().primaryKey(),
  /** Digest of the file up to the end of this part. */
  sha256: text().notNull(),
});

/** Rows of the open import, checked one by one and waiting to be taken together. */
export const importRows = sqliteTable(
  "import_rows",
  {
    table_name: text().notNull(),
    part: integer().notNull(),
    piece: integer().notNull(),
    /** JSON: rows as arrays of cells. */
    rows: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.table_name, table.part, table.piece] })],
);

/** Texts that have no vector yet: of nodes, and questions that are to lead to a node. The alarm embeds them. */
export const pending = sqliteTable(
  "pending",
  {
    /** The node. */
    id: text().notNull(),
    /** 0 for its own text, 1 for a question. */
    route: integer().notNull(),
    /** Digest of the text: a vector of another text is of no use. */
    hash: text().notNull(),
    queued_at: integer().notNull(),
    /** How often this very text was refused. */
    tries: integer().notNull(),
    /** Why it is not tried again; null while it is. */
    set_aside: text(),
    /** `seq` of the journal entry that says what is still to be done with it, where that is more than to store it. */
    entry: integer(),
    /** Of a question: what was asked, and who asked. */
    text: text(),
    author: text(),
  },
  (table) => [primaryKey({ columns: [table.id, table.route, table.hash] })],
);

/** Vectors of another embedder, on their way to take the place of those that the memory has. */
export const reembedded = sqliteTable(
  "reembedded",
  {
    id: text().notNull(),
    route: integer().notNull(),
    /** Digest of the text that was embedded. */
    hash: text().notNull(),
    scale: real().notNull(),
    /** As in `vectors`; null for a text that the embedder refused. */
    data: text(),
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.id, table.route] })],
);

/** Rows of `vectors` that changed since Vectorize was last told; triggers note them while there is an index. */
export const vectorChanges = sqliteTable(
  "vector_changes",
  { id: text().notNull(), route: integer().notNull() },
  (table) => [primaryKey({ columns: [table.id, table.route] })],
);

/** What Vectorize holds of this memory, is to get, or is to lose. */
export const vectorized = sqliteTable(
  "vectorized",
  {
    /** Name of the vector in the index: a hash. */
    name: text().primaryKey(),
    /** The row of `vectors`; null for one that is to go, of which nothing else is kept. */
    id: text(),
    route: integer(),
    /** `put` or `cut`: to be sent. `sent` or `gone`: sent, not yet visible. `there`: visible. */
    state: text().notNull(),
    /** The batch that it was sent with last. */
    batch: integer(),
  },
  (table) => [
    index("vectorized_row").on(table.id, table.route),
    index("vectorized_state").on(table.state, table.batch),
  ],
);

/** Batches that Vectorize took and does not show yet. */
export const vectorBatches = sqliteTable("vector_batches", {
  number: integer().primaryKey({ autoIncrement: true }),
  /** The index's own name for it. */
  mutation: text().notNull(),
  sent_at: integer().notNull(),
});

/** What the slices of maintenance runs changed, so that a run can be taken back; the last runs only. */
export const maintained = sqliteTable("maintained", {
  number: integer().primaryKey({ autoIncrement: true }),
  run: text().notNull(),
  at: integer().notNull(),
  /** Edges of which only the weight changed, as doubles in threes: the edge's ordinal, its weight before and after. */
  weights: blob({ mode: "buffer" }).notNull(),
  /** JSON: other rows, each as table, cells of the key, and cells of the row before and after; null where there was none. */
  rows: text().notNull(),
  /** The highest rank that any of these rows had: no new one may be given it. */
  rank: integer().notNull(),
  bytes: integer().notNull(),
});

/** Facts about this object itself: whose it is, its revision, how the last drain went. */
export const state = sqliteTable("state", {
  name: text().primaryKey(),
  value: text().notNull(),
});
