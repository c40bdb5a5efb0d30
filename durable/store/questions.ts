// The taught questions of the memory, held in words: those that lead to nodes, and those for which nodes misled. Triggers note
// which changed, whatever changed them; a question that is asked first takes over what was noted, so nothing is read that
// has not changed.

import { type Likeness, QuestionSides } from "../graph/taught-questions.ts";
import { termsOf } from "../text/terms.ts";
import type { Database, SqlRow } from "./database.ts";
import { askedIn } from "./graph-rows.ts";

export class SqliteQuestions {
  private readonly database: Database;
  /** Undefined until first asked for, and after a transaction that was taken back. */
  private taught: QuestionSides | undefined;

  constructor(database: Database) {
    this.database = database;
  }

  /** Nodes that a question resembling this one was taught to lead to, best first. `terms`: of the question. */
  like(terms: readonly string[], least: number): Likeness[] {
    return this.upToDate().side(false).like(terms, least);
  }

  /** Nodes that misled for a question resembling this one, each token's verdict by itself. */
  misleading(terms: readonly string[], least: number): Likeness[] {
    return this.upToDate().side(true).like(terms, least, true);
  }

  /** What is held may be wrong. */
  forget(): void {
    this.taught = undefined;
  }

  private upToDate(): QuestionSides {
    const { database } = this;
    const all = "select id, route, text, author, at, teacher from vectors where text is not null";
    const changed =
      "select c.id, c.route, v.text, v.author, v.at, v.teacher from questions_changed as c " +
      "left join vectors as v on v.id = c.id and v.route = c.route";
    const rows = database.exec(this.taught ? changed : all);
    if (!this.taught || rows.length > 0) database.exec("delete from questions_changed");
    this.taught ??= new QuestionSides();
    for (const row of rows) take(this.taught, row);
    return this.taught;
  }
}

function take(taught: QuestionSides, row: SqlRow): void {
  const [id, route] = [row.id as string, row.route as number];
  const asked = askedIn(row);
  if (asked === null) taught.of(route).remove(id, route);
  else
    taught.of(route).put(id, route, [...termsOf(asked.text).keys()], {
      by: asked.teacher ?? asked.by,
      at: asked.at ?? null,
    });
}
