// What a token has said of nodes of late, summed up from the standing lessons of the journal, as far as they came after the
// last restore: which of the others that took back is not known. Each lesson is read once; where the journal is another than
// before, it is read anew.

import type { Database } from "./database.ts";

interface Said {
  readonly at: number;
  readonly outcomes: readonly (readonly [id: string, outcome: number])[];
}

interface Read {
  readonly said: Said[];
  /** The newest lesson that was read, and what it was. */
  last: number;
  event: string | null;
  /** The restore that came before them all. */
  readonly restored: number;
}

export class SqliteVerdicts {
  private readonly database: Database;
  private readonly read = new Map<string, Read>();

  constructor(database: Database) {
    this.database = database;
  }

  /** Sum of the outcomes that a token gave to nodes since a time, by id. */
  sumBy(author: string, since: number): Map<string, number> {
    const read = this.upToDate(author, since);
    const sums = new Map<string, number>();
    for (const { at, outcomes } of read.said) {
      if (at < since) continue;
      for (const [id, outcome] of outcomes) sums.set(id, (sums.get(id) ?? 0) + outcome);
    }
    return sums;
  }

  /** What was read may have changed. */
  forget(): void {
    this.read.clear();
  }

  private upToDate(author: string, since: number): Read {
    const [{ seq: newest }] = this.database.exec(
      "select max(seq) as seq from journal where type = 'restore'",
    );
    const restored = Number(newest ?? 0);
    const known = this.read.get(author);
    const isSame = known?.restored === restored && this.eventOf(known.last) === known.event;
    const read: Read = isSame ? known : { said: [], last: restored, event: this.eventOf(restored), restored };
    this.read.set(author, read);
    const lessons = this.database.exec(
      "select seq, at, body ->> '$.event' as event, body ->> '$.outcome' as outcome, body -> '$.outcomes' as outcomes, " +
        "body -> '$.fired_ids' as fired from journal where type = 'learn' and seq > ? and author = ? and at >= ? " +
        "and body ->> '$.undone' is null order by seq",
      read.last,
      author,
      since,
    );
    for (const { seq, at, event, outcome, outcomes, fired } of lessons) {
      const single = new Map(JSON.parse((outcomes ?? "[]") as string) as [string, number][]);
      const ids = JSON.parse((fired ?? "[]") as string) as string[];
      const given = ids.map((id) => [id, single.get(id) ?? Number(outcome)] as const);
      read.said.push({ at: at as number, outcomes: given });
      Object.assign(read, { last: seq as number, event: event as string | null });
    }
    const old = read.said.findIndex(({ at }) => at >= since);
    if (old !== 0) read.said.splice(0, old < 0 ? read.said.length : old);
    return read;
  }

  private eventOf(seq: number): string | null {
    const [row] = this.database.exec("select body ->> '$.event' as event from journal where seq = ?", seq);
    return (row?.event ?? null) as string | null;
  }
}
