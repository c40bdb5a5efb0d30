// The end of an import: the whole file is checked, then it takes the memory's place in one transaction, or nothing happens.
// For D1 it is one commit of many parts, which follows by the outbox.

import { Refusal } from "../../wire/errors.ts";
import { type ImportName, type ImportReply, STATE_FORMAT } from "../../wire/moving.ts";
import type { Asked } from "../graph/records.ts";
import type { StagedRow } from "../store/ports.ts";
import { ERASED_BEFORE, takeBack, wasErased } from "./erased-before.ts";
import { requireRoom, statusOf } from "./import.ts";
import { asJson, type OpenImport, openImport, type Plan } from "./import-progress.ts";
import { placedEdges } from "./import-reference.ts";
import type { Operation, Work } from "./memory.ts";

type Cell = StagedRow["cells"][number];
type Rows = readonly (readonly Cell[])[];

/** Tables whose rows say something. */
const SAYING: Readonly<Record<string, string>> = { nodes: "text", proposals: "content" };

/** Columns that name a node, by table. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  edges: ["source", "target"],
  stops: ["id"],
  vectors: ["id"],
};

export const importFinish: Operation<ImportName, ImportReply> = {
  act(work, { id }) {
    const { store, call, agent } = work;
    const open = openImport(store, id, call.now);
    requireWhole(open);
    requireRoom(work, open.plan.replace);
    const check = new Check(work, open.plan);
    const taken: Record<string, number> = {};
    const piecesOf = function* (table: string) {
      taken[table] = 0;
      for (const rows of check.piecesOf(table)) {
        taken[table] += rows.length;
        yield rows;
      }
    };
    const stamp = { at: call.now, author: call.author };
    const replaced = store.replaceMemory(piecesOf, call.now);
    for (const { id, route, asked } of check.questions) {
      // No entry of the journal has such a number: there is nothing to do but to teach it.
      store.pending.addLesson(id, -route, asked, call.now);
    }
    takeBack(work, open.plan, check.erased);
    store.audit.append(
      { kind: "import", target: `agent:${agent}`, detail: `file:${open.progress.sha256}` },
      stamp,
    );
    const { dropped, reembedded } = open.progress;
    const result = {
      taken,
      dropped: { ...dropped, ...(check.dangling > 0 && { dangling: check.dangling }) },
      reembedded,
      replaced,
      revision: store.revision,
    };
    store.imports.end(id, "done", asJson(result), call.now);
    return statusOf(work, id);
  },
};

/** The footer has arrived, and counts what was read. */
function requireWhole({ id, progress }: OpenImport): void {
  const { footer, read, next } = progress;
  if (!footer) {
    throw new Refusal(
      "import_incomplete",
      `the file of the import ${id} has no end yet: send part ${next}, or take the file from its source again`,
      { next_part: next },
    );
  }
  const names = new Set([...Object.keys(footer.counts), ...Object.keys(read)]);
  const wrong = [...names].find((name) => (footer.counts[name] ?? 0) !== (read[name] ?? 0));
  if (wrong === undefined) return;
  throw new Refusal(
    "invalid_import",
    `the footer counts ${footer.counts[wrong] ?? 0} rows of ${wrong}, and ${read[wrong] ?? 0} came`,
  );
}

/** Rows as they are taken: neither erased contents nor names of missing nodes, unless that is wanted. */
class Check {
  /** Rows dropped since they name a node that is not there. */
  dangling = 0;
  /** Contents that were erased and come back. */
  readonly erased = new Set<string>();
  /** Taught questions of which the file has no vector of use. */
  readonly questions: { id: string; route: number; asked: Asked }[] = [];
  private readonly work: Work;
  private readonly plan: Plan;
  private readonly nodes = new Set<Cell>();

  constructor(work: Work, plan: Plan) {
    this.work = work;
    this.plan = plan;
  }

  /** To be read for `nodes` first. */
  *piecesOf(table: string): Iterable<Rows> {
    const { imports } = this.work.store;
    const columns = imports.columnsOf(table) as readonly string[];
    const names = (NAMES[table] ?? []).map((column) => columns.indexOf(column));
    const id = columns.indexOf("id");
    const said = columns.indexOf(SAYING[table] ?? "");
    const isUnplaced = table === "edges" && this.plan.header.format === STATE_FORMAT;
    const staged = imports.staged(table);
    for (const rows of isUnplaced ? placedEdges(staged, columns) : staged) {
      if (table === "nodes") for (const row of rows) this.nodes.add(row[id]);
      if (said >= 0) for (const row of rows) this.requireNotErased(row[id], row[said] as string);
      const taken = rows.filter((row) => this.isTaken(table, row, names));
      yield table === "vectors" ? taken.filter((row) => !this.waits(row, columns)) : taken;
    }
  }

  private waits(row: readonly Cell[], columns: readonly string[]): boolean {
    const [id, route, data, text, by] = ["id", "route", "data", "text", "author"].map(
      (column) => row[columns.indexOf(column)],
    );
    if (data !== "") return false;
    const asked = { text: text as string, by: (by ?? "") as string };
    this.questions.push({ id: id as string, route: route as number, asked });
    return true;
  }

  private requireNotErased(id: Cell, text: string): void {
    if (!wasErased(this.work, text)) return;
    if (!this.plan.override_erased) {
      throw new Refusal("erased_before", `the row ${quoted(id)}: ${ERASED_BEFORE}`, { id });
    }
    this.erased.add(text);
  }

  private isTaken(table: string, row: readonly Cell[], names: readonly number[]): boolean {
    const stranger = names.find((cell) => !this.nodes.has(row[cell]));
    if (stranger === undefined || this.plan.dangling === "keep") return true;
    this.dangling++;
    if (this.plan.dangling === "drop") return false;
    throw new Refusal(
      "dangling_rows",
      `a row of ${table} names the node ${quoted(row[stranger])}, which is not in the file: ` +
        "say dangling: drop to leave such rows out, or dangling: keep to take them as they are",
    );
  }
}

function quoted(value: Cell): string {
  return JSON.stringify(value).slice(0, 200);
}
