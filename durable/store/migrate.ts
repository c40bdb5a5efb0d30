// Brings the object's tables up to date. A migration runs once and wholly; how many have run is kept beside them.

import type { Database } from "./database.ts";
import { MIGRATIONS } from "./migrations.gen.ts";

export function migrate(database: Database): void {
  database.exec("create table if not exists migrations (id integer primary key)");
  const [{ done }] = database.exec("select count(*) as done from migrations");
  for (let id = Number(done); id < MIGRATIONS.length; id++) {
    database.transaction(() => {
      for (const statement of MIGRATIONS[id]) database.exec(statement);
      database.exec("insert into migrations (id) values (?)", id);
    });
  }
}
