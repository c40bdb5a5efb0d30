// The taught questions of the memory, held in words: those that lead to nodes, and those for which nodes misled; and what the
// answers to them taught of all answers. Triggers note which changed, whatever changed them; a question that is asked first takes over what was noted, so nothing is read that
// has not changed.

import { LearnedRanking } from "../graph/learned-ranking.ts";
import { type Likeness, QuestionSides } from "../graph/taught-questions.ts";
import { termsOf } from "../text/terms.ts";
import type { Database, SqlRow } from "./database.ts";
import { askedIn } from "./graph-rows.ts";

interface Held {
  readonly taught: QuestionSides;
  readonly ranking: LearnedRanking;
}

export class SqliteQuestions {
  private readonly database: Database;
  /** Undefined until first asked for, and after a transaction that was taken back. */
  private held: Held | undefined;

  constructor(database: Database) {
    this.database = database;
  }

  /** Nodes that a question resembling this one was taught to lead to, best first. `terms`: of the question. */
  like(terms: readonly string[], least: number): Likeness[] {
    return this.upToDate().taught.side(false).like(terms, least);
  }

  /** Nodes that misled for a question resembling this one, each token's verdict by itself. */
  misleading(terms: readonly string[], least: number): Likeness[] {
    return this.upToDate().taught.side(true).like(terms, least, true);
  }

  /** What the answers to them taught of all answers. */
  get ranking(): LearnedRanking {
    return this.upToDate().ranking;
  }

  /** What is held may be wrong. */
  forget(): void {
    this.held = undefined;
  }

  private upToDate(): Held {
    const { database } = this;
    const all = "select id, route, text, author, at, teacher, contrast from vectors where text is not null";
    const changed =
      "select c.id, c.route, v.text, v.author, v.at, v.teacher, v.contrast from questions_changed as c " +
      "left join vectors as v on v.id = c.id and v.route = c.route";
    const rows = database.exec(this.held ? changed : all);
    if (!this.held || rows.length > 0) database.exec("delete from questions_changed");
    this.held ??= { taught: new QuestionSides(), ranking: new LearnedRanking() };
    for (const row of rows) take(this.held, row);
    return this.held;
  }
}

function take({ taught, ranking }: Held, row: SqlRow): void {
  const [id, route] = [row.id as string, row.route as number];
  const asked = askedIn(row);
  ranking.remove(id, route);
  if (asked === null) {
    taught.of(route).remove(id, route);
    return;
  }
  const by = asked.teacher ?? asked.by;
  taught.of(route).put(id, route, [...termsOf(asked.text).keys()], { by, at: asked.at ?? null });
  if (asked.contrast) ranking.put(id, route, by, asked.contrast);
}
