// The database of openclaw-experience-replay as runs that can be told. It is read and never written; a row that is no run is counted.

import { createHash } from "node:crypto";
import fs from "node:fs";
import { experienceOf, stepOf as experienceStep } from "../../../durable/text/experience.ts";
import { PRODUCT_EXPERIENCES } from "../../../durable/text/experience-settings.ts";
import { withoutSecrets } from "../../../durable/text/secrets.ts";
import { userWords } from "../../../durable/text/user-words.ts";
import type { RequestOf } from "../../../wire/endpoints.ts";
import { LIMITS } from "../../../wire/limits.ts";
import { Failure } from "../failure.ts";

export type Run = RequestOf<"tellExperience">;
type Step = NonNullable<Run["steps"]>[number];
type Row = Readonly<Record<string, unknown>>;
type Sqlite = typeof import("node:sqlite");

const ID_DIGITS = 12;
const COLUMNS = ["prompt", "trajectory_json", "created_at"];

/** The runs of a database, oldest first, and how many rows hold none. */
export function oldRuns(file: string): { readonly runs: readonly Run[]; readonly unreadable: number } {
  const rows = rowsOf(file);
  const runs = rows.flatMap((row) => runOf(row) ?? []);
  return { runs, unreadable: rows.length - runs.length };
}

/** What the id of the experience ends with that a run becomes: made as the service makes it. */
export function keptAs({ prompt = "", steps = [], answer = "" }: Run): string {
  const kept = {
    prompt: withoutSecrets(userWords(prompt)),
    assistantTexts: [withoutSecrets(answer)],
    steps: steps.map(({ tool, ...step }) =>
      experienceStep({ toolName: withoutSecrets(tool), ...step }, PRODUCT_EXPERIENCES),
    ),
  };
  return experienceOf(kept, PRODUCT_EXPERIENCES).fingerprint.slice(0, ID_DIGITS);
}

function rowsOf(file: string): Row[] {
  if (!fs.existsSync(file)) throw new Failure(`there is no file ${file}`);
  // Asked for by name, since older versions of Node have none.
  const sqlite = process.getBuiltinModule?.("node:sqlite") as Sqlite | undefined;
  if (!sqlite) {
    throw new Failure(
      `this Node (${process.version}) can't read SQLite: run the command with Node 22.13 or later`,
    );
  }
  let database: InstanceType<Sqlite["DatabaseSync"]> | undefined;
  try {
    database = new sqlite.DatabaseSync(file, { readOnly: true });
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' order by name")
      .all();
    for (const { name } of tables as { name: string }[]) {
      const table = `"${name.replaceAll('"', '""')}"`;
      const columns = database.prepare(`select name from pragma_table_info(?)`).all(name) as {
        name: string;
      }[];
      if (!COLUMNS.every((column) => columns.some((one) => one.name === column))) continue;
      return database.prepare(`select * from ${table} order by created_at, rowid`).all() as Row[];
    }
  } catch (error) {
    throw new Failure(`${file} can't be read as a SQLite database: ${(error as Error).message}`);
  } finally {
    database?.close();
  }
  throw new Failure(`${file} has no table of experiences: it needs the columns ${COLUMNS.join(", ")}`);
}

function runOf(row: Row): Run | undefined {
  const trajectory = jsonOf(row.trajectory_json);
  const prompt = textOf(trajectory.prompt, LIMITS.query) || textOf(row.prompt, LIMITS.query);
  if (prompt === "") return undefined;
  const steps = Array.isArray(trajectory.steps) ? trajectory.steps.flatMap((step) => stepOf(step) ?? []) : [];
  const run = {
    prompt,
    steps: steps.slice(-LIMITS.stepsPerPart),
    answer: textOf(trajectory.finalAnswer, LIMITS.query),
    end: { success: trajectory.outcome === undefined || trajectory.outcome === "success" },
  };
  const digest = createHash("sha256").update(JSON.stringify(run)).digest("hex");
  return { run_id: `experience-replay-${digest.slice(0, 32)}`, ...run };
}

function stepOf(value: unknown): Step | undefined {
  const { toolName, params, resultSummary, ok, error } = objectOf(value);
  const tool = textOf(toolName, LIMITS.toolName);
  if (tool === "") return undefined;
  const said = textOf(error, LIMITS.query);
  return {
    tool,
    params: objectOf(params) as NonNullable<Step["params"]>,
    result: textOf(resultSummary, LIMITS.query),
    ...((said !== "" || ok === false) && { error: said || "failed" }),
  };
}

function jsonOf(value: unknown): Row {
  try {
    return objectOf(JSON.parse(String(value)));
  } catch {
    return {};
  }
}

function objectOf(value: unknown): Row {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Row) : {};
}

function textOf(value: unknown, most: number): string {
  return typeof value === "string"
    ? Array.from(value.toWellFormed().replaceAll("\0", "")).slice(0, most).join("").trim()
    : "";
}
