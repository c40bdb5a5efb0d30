// What an erasure may have left behind, asked in the same words of both homes.
// Of contents the tombstones know the hash; of ids a database can't make one, so those that may be meant are listed.

/** Statements for the object, or for D1 where `agent` is the parameter that says whose rows count. */
export interface TraceStatements {
  /** Counts nodes and proposals that say what was erased and not taken back since. Parameter: the erasure. */
  readonly contents: string;
  /** Ids that were there before the erasure, or that something hangs on without a node. Parameter: its time. */
  readonly ids: string;
}

export function tracesIn(agent: "?2" | null): TraceStatements {
  const own = (table: string) => (agent ? `${table}."agent" = ${agent}` : "true");
  const saying = (table: string) =>
    [
      `(select count(*) from ${table} where`,
      own(table),
      "and content_hash in (select content_hash from tombstones where",
      own("tombstones"),
      "and erasure = ?1 and overridden_at is null))",
    ].join(" ");
  const named = [
    ["vectors", "id"],
    ["stops", "id"],
    ["edges", "source"],
    ["edges", "target"],
  ].map(
    ([table, column]) =>
      `select ${column} as id from ${table} where ${own(table)} and not exists ` +
      `(select 1 from nodes where ${own("nodes")} and nodes.id = ${table}.${column})`,
  );
  return {
    contents: `select ${["nodes", "proposals"].map(saying).join(" + ")} as count`,
    ids: [`select id from nodes where ${own("nodes")} and created_at < ?1`, ...named].join(" union "),
  };
}
