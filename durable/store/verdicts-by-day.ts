// Questions and verdicts of the journal, counted by day. It looks through the newest of each, so that it never takes long.

import type { Database } from "./database.ts";

const LOOKED_THROUGH = 5_000;

export interface DayCount {
  /** Days since 1970, in UTC. */
  readonly day: number;
  readonly asked: number;
  readonly answered: number;
  readonly judged: number;
  readonly useful: number;
}

export interface Counted {
  readonly counted: readonly DayCount[];
  /** From when on all is counted. */
  readonly since: number;
}

/** Counts from a time on. Verdicts that were undone don't count, nor those that said neither good nor bad. */
export function verdictsByDay(database: Database, since: number, most: number = LOOKED_THROUGH): Counted {
  const [{ from }] = database.exec(
    'select max(?1, coalesce(max(first), 0)) as "from" from (' +
      "select (select at + 1 from journal where type = value order by seq desc limit 1 offset ?2) as first " +
      'from json_each(\'["query", "learn"]\'))',
    since,
    most,
  );
  const newest = (type: string) =>
    `select * from (select at, type, body from journal where type = '${type}' order by seq desc limit ?2) where at >= ?1`;
  const rows = database.exec(
    "select at / 86400000 as day, " +
      "sum(type = 'query') as asked, " +
      "sum(type = 'query' and body ->> '$.decision' = 'answered') as answered, " +
      "sum(type = 'learn' and body ->> '$.outcome' <> 0) as judged, " +
      "sum(type = 'learn' and body ->> '$.outcome' > 0) as useful " +
      `from (${newest("query")} union all ${newest("learn")}) ` +
      "where body -> '$.undone' is null group by day order by day",
    Number(from),
    most,
  );
  return { counted: rows as unknown as readonly DayCount[], since: Number(from) };
}
