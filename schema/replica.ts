// The tables that both homes of an agent hold: its object, and D1 as the replica. Defined once; what writes
// a row in either home is generated from here (durable/store/statements.ts), so the two cannot drift apart.
// Keys of `columns` are the names in SQL. New columns go to the end and may be null: older rows lack them.

import { integer, real, text } from "drizzle-orm/sqlite-core";

const nodes = {
  id: text().notNull(),
  /** Nodes are visited in this order. */
  ordinal: integer().notNull(),
  kind: text().notNull(),
  origin: text().notNull(),
  authority: text().notNull(),
  file: text(),
  chunk: integer(),
  /** Of the text, in code points, so that waking does not read the text. */
  length: integer().notNull(),
  /** Who wrote the text. */
  author: text().notNull(),
  content_hash: text().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
  summary: text().notNull(),
  metadata: text().notNull(),
  text: text().notNull(),
  /** JSON: what the screen found in the words, and who let the node go in spite of it; null: nothing. */
  screen: text(),
};

const edges = {
  source: text().notNull(),
  target: text().notNull(),
  weight: real().notNull(),
  kind: text().notNull(),
  relevance: real(),
  /** Rank of the source's bucket, and of the edge inside it. */
  bucket: integer().notNull(),
  ordinal: integer().notNull(),
  metadata: text(),
};

const stops = {
  id: text().notNull(),
  weight: real().notNull(),
  relevance: real().notNull(),
};

const vectors = {
  id: text().notNull(),
  route: integer().notNull(),
  scale: real().notNull(),
  /** Rank of the node in an index whose order counts. */
  ordinal: integer(),
  /** The stored row in base64: bytes, or little-endian doubles. */
  data: text().notNull(),
  /** What was asked, and who asked, where the row is a taught question; null for a node's own text, and in older rows. */
  text: text(),
  author: text(),
  /** When it was taught, and by whom where that is not who asked; null where that is not known. */
  at: integer(),
  teacher: text(),
  /** JSON: how the node differs from what misled beside it when it answered (graph/learned-ranking.ts); null: not known. */
  contrast: text(),
};

const settings = {
  name: text().notNull(),
  value: text().notNull(),
};

const answers = {
  key: text().notNull(),
  digest: text().notNull(),
  reply: text().notNull(),
  at: integer().notNull(),
};

const journal = {
  seq: integer().notNull(),
  at: integer().notNull(),
  type: text().notNull(),
  author: text().notNull(),
  body: text().notNull(),
};

/** Who did what to whom, as hashes, each row linked to the one before. Written by durable/store/audit.ts only. */
const audit = {
  id: integer().notNull(),
  ts: integer().notNull(),
  kind: text().notNull(),
  actor: text().notNull(),
  target_hash: text().notNull(),
  status: text().notNull(),
  detail_hash: text().notNull(),
  prev_hash: text(),
  /** Link of the row itself. */
  hash: text(),
};

/** The last row of the audit chain, as only the holder of the key can say it; one row. */
const audit_head = {
  name: text().notNull(),
  id: integer().notNull(),
  hash: text().notNull(),
  /** Which key, as a hash of it. */
  key: text().notNull(),
};

/** What was erased, as hashes, so that it is recognised if it comes again. */
const tombstones = {
  content_hash: text().notNull(),
  id_hash: text().notNull(),
  /** The erasure that took it. */
  erasure: text().notNull(),
  at: integer().notNull(),
  author: text().notNull(),
  /** When an owner took it back in spite of this, and who; null: never. */
  overridden_at: integer(),
  overridden_by: text(),
};

const erasures = {
  id: text().notNull(),
  at: integer().notNull(),
  author: text().notNull(),
  receipt: text().notNull(),
};

/** What waits for a reviewer, and what reviewers decided. */
const proposals = {
  id: text().notNull(),
  at: integer().notNull(),
  /** `pending`, `approved`, `rejected` or `expired`; one that is over by its time alone may still say `pending`. */
  status: text().notNull(),
  kind: text().notNull(),
  content_hash: text().notNull(),
  /** Of all that a reviewer is shown. */
  digest: text().notNull(),
  /** Token or subject that proposed it, and whose signed token it was, as a hash. */
  author: text().notNull(),
  person: text(),
  source: text(),
  session: text(),
  expires_at: integer().notNull(),
  edited_at: integer(),
  decided_at: integer(),
  decided_by: text(),
  /** The memory that it became, or that said the same. */
  node_id: text(),
  novelty: real().notNull(),
  salience: real().notNull(),
  /** JSON: memories that it disagrees with, and in what. */
  conflicts: text().notNull(),
  /** JSON: what it brings along, by its kind. */
  payload: text().notNull(),
  reason: text(),
  source_prompt: text(),
  content: text().notNull(),
};

/** Session logs that are replayed, each with how far it is: it changes with what was learned of it, or not at all. */
const replays = {
  id: text().notNull(),
  at: integer().notNull(),
  used_at: integer().notNull(),
  author: text().notNull(),
  /** `open`, `done` or `cancelled`. */
  state: text().notNull(),
  /** JSON: what was asked for, and what came of it so far. */
  request: text().notNull(),
  progress: text().notNull(),
};

/** What was learned of session logs, so that it is learned once, under whatever name a log comes again. */
const replayed = {
  /** A hash of the message, or of the learning event. */
  mark: text().notNull(),
  replay: text().notNull(),
};

interface Replicated {
  readonly columns: Readonly<Record<string, object>>;
  readonly key: readonly string[];
  /** Columns where null in a new row leaves what is stored. */
  readonly keeps: readonly string[];
  /**
   * `moved`: an export holds it and an import takes it. `shown`: an export holds it as evidence, and an import leaves
   * it alone, since it is true of one agent only. `home`: it is of no use anywhere else.
   */
  readonly travels: "moved" | "shown" | "home";
}

export const REPLICA = {
  nodes: { columns: nodes, key: ["id"], keeps: [], travels: "moved" },
  edges: { columns: edges, key: ["source", "target"], keeps: ["metadata"], travels: "moved" },
  stops: { columns: stops, key: ["id"], keeps: [], travels: "moved" },
  vectors: { columns: vectors, key: ["id", "route"], keeps: [], travels: "moved" },
  settings: { columns: settings, key: ["name"], keeps: [], travels: "moved" },
  answers: { columns: answers, key: ["key"], keeps: [], travels: "home" },
  journal: { columns: journal, key: ["seq"], keeps: [], travels: "moved" },
  audit: { columns: audit, key: ["id"], keeps: [], travels: "shown" },
  audit_head: { columns: audit_head, key: ["name"], keeps: [], travels: "shown" },
  tombstones: { columns: tombstones, key: ["content_hash", "id_hash"], keeps: [], travels: "shown" },
  erasures: { columns: erasures, key: ["id"], keeps: [], travels: "shown" },
  replays: { columns: replays, key: ["id"], keeps: [], travels: "moved" },
  replayed: { columns: replayed, key: ["mark"], keeps: [], travels: "moved" },
  proposals: { columns: proposals, key: ["id"], keeps: [], travels: "moved" },
} as const satisfies Readonly<Record<string, Replicated>>;

export type TableName = keyof typeof REPLICA;
export const TABLE_NAMES = Object.keys(REPLICA) as TableName[];

/** Tables that make up the memory: D1 keeps how their rows were before each change, and a restore goes back in them. */
export const REMEMBERED: readonly TableName[] = [
  "nodes",
  "edges",
  "stops",
  "vectors",
  "settings",
  "replays",
  "replayed",
];

/** What a cell holds on its way between memory and both homes. */
export type Cell = string | number | null;
/** A row by column names. */
export type RowOf<Name extends TableName> = Record<keyof (typeof REPLICA)[Name]["columns"], Cell>;

/** Names of the columns, in the order in which rows travel as arrays. */
export function columnsOf(table: TableName): readonly string[] {
  return Object.keys(REPLICA[table].columns);
}
