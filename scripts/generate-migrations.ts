// `npm run generate -- NAME`: compares schema/ with the migrations that exist and writes what is missing:
// D1's to migrations/, the object's to migrations/object/ and, as code, to durable/store/migrations.gen.ts.
// Both lists only ever grow: a migration that was released is never edited.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "..");
const BREAK = "--> statement-breakpoint";
const OBJECT_MIGRATIONS = "migrations/object";
const GENERATED = "durable/store/migrations.gen.ts";

const name = process.argv[2] ?? "tables";
generate("schema/d1.ts", "migrations");
generate("schema/object.ts", OBJECT_MIGRATIONS);
writeFileSync(path.join(ROOT, GENERATED), bundle());

function generate(schema: string, out: string): void {
  const kit = path.join(ROOT, "node_modules/.bin/drizzle-kit");
  const flags = ["generate", "--dialect", "sqlite", "--schema", schema, "--out", out, "--name", name];
  execFileSync(kit, flags, { cwd: ROOT, stdio: "inherit" });
}

/** An object can't read files: it carries its migrations as code. */
function bundle(): string {
  const folder = path.join(ROOT, OBJECT_MIGRATIONS);
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const migrations = files.sort().map((file) =>
    readFileSync(path.join(folder, file), "utf8")
      .split(BREAK)
      .map((statement) => statement.trim()),
  );
  return [
    "// Written by `npm run generate` from schema/object.ts. Append-only: an object runs those that it has not run yet.",
    "",
    `export const MIGRATIONS: readonly (readonly string[])[] = ${JSON.stringify(migrations, null, 2)};`,
    "",
  ].join("\n");
}
