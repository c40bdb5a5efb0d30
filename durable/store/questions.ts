// The taught questions of the memory, held in words. Triggers note which changed, whatever changed them; a question that
// is asked first takes over what was noted, so nothing is read that has not changed.

import { type Likeness, TaughtQuestions } from "../graph/taught-questions.ts";
import { termsOf } from "../text/terms.ts";
import type { Database } from "./database.ts";

export class SqliteQuestions {
  private readonly database: Database;
  /** Undefined until first asked for, and after a transaction that was taken back. */
  private taught: TaughtQuestions | undefined;

  constructor(database: Database) {
    this.database = database;
  }

  /** Nodes that a question resembling this one was taught to lead to, best first. `terms`: of the question. */
  like(terms: readonly string[], least: number): Likeness[] {
    return this.upToDate().like(terms, least);
  }

  /** What is held may be wrong. */
  forget(): void {
    this.taught = undefined;
  }

  private upToDate(): TaughtQuestions {
    const { database } = this;
    if (this.taught) {
      for (const [id, route, text] of this.changed()) this.take(this.taught, id, route, text);
    } else {
      this.taught = new TaughtQuestions();
      database.exec("delete from questions_changed");
      for (const row of database.each("select id, route, text from vectors where text is not null")) {
        const [id, route, text] = row as [string, number, string];
        this.take(this.taught, id, route, text);
      }
    }
    return this.taught;
  }

  private changed(): [string, number, string | null][] {
    const rows = [
      ...this.database.each(
        "select c.id, c.route, v.text from questions_changed as c left join vectors as v on v.id = c.id and v.route = c.route",
      ),
    ];
    if (rows.length > 0) this.database.exec("delete from questions_changed");
    return rows as [string, number, string | null][];
  }

  private take(taught: TaughtQuestions, id: string, route: number, text: string | null): void {
    if (text === null) taught.remove(id, route);
    else taught.put(id, route, [...termsOf(text).keys()]);
  }
}
