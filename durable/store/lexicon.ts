// The full-text index of the nodes, in FTS5. A node's terms are one row; a term that occurs often is written again
// with a mark for each step of its count, since ranking needs counts and reading them from the index is slow.
// Triggers note what a change of `nodes` leaves to be indexed, so no way of writing can pass the index by;
// what a removed node left goes with it. A text whose indexing is put off is found by its meaning meanwhile.

import type { Lengths, Posting } from "../graph/hybrid.ts";
import { namesOf } from "../text/names.ts";
import { searchableText } from "../text/searchable.ts";
import { termsOf } from "../text/terms.ts";
import type { Database } from "./database.ts";
import type { Lexicon } from "./lexicon-port.ts";

/** Counts that are told apart; one between two steps counts as the lower. */
const STEPS = [2, 3, 4, 6, 9] as const;
/** Before the name of a session, which is no name of a node: those hold words and blanks only. */
const SESSION = "session:";
/** Nodes read at once for indexing. */
const PAGE = 200;

const WITH_TERM =
  "select wanted.key, lexicon.rowid from json_each(?) as wanted join lexicon where lexicon match wanted.value";
const OUTDATED =
  "select nodes.rowid, nodes.id, nodes.metadata, nodes.text from unindexed join nodes on nodes.rowid = unindexed.node order by unindexed.node limit ?";

export class SqliteLexicon implements Lexicon {
  private readonly database: Database;
  /** Terms by number of a node; 0 where none are known. Read when first asked for. */
  private sizes: Uint32Array | undefined;
  /** Rows of removed nodes leave their terms in the index until its parts are merged. */
  private purges = false;

  constructor(database: Database) {
    this.database = database;
  }

  index(most: number): string[] {
    if (this.purges) this.database.exec("insert into lexicon(lexicon) values ('optimize')");
    this.purges = false;
    const done: string[] = [];
    while (done.length < most) {
      const page = [...this.database.each(OUTDATED, Math.min(PAGE, most - done.length))];
      if (page.length === 0) break;
      for (const [number, id, metadata, text] of page as [number, string, string, string][]) {
        this.put(number, text, JSON.parse(metadata));
        done.push(id);
      }
    }
    return done;
  }

  get waiting(): number {
    const [row] = this.database.exec("select count(*) as count from unindexed");
    return Number(row.count);
  }

  postings(terms: readonly string[]): Posting[] {
    const found = terms.map(() => ({ documents: [] as number[], counts: [] as number[] }));
    const wanted = terms.flatMap((term) => [`"${term}"`, ...STEPS.map((step) => `"${marked(term, step)}"`)]);
    const places = new Map<number, number>();
    for (const row of this.database.each(WITH_TERM, JSON.stringify(wanted))) {
      const [key, document] = row as [number, number];
      const { documents, counts } = found[Math.floor(key / (STEPS.length + 1))];
      const step = key % (STEPS.length + 1);
      if (step === 0) {
        if (documents.length === 0) places.clear();
        places.set(document, documents.push(document) - 1);
        counts.push(1);
      } else {
        const place = places.get(document);
        if (place !== undefined) counts[place] = STEPS[step - 1];
      }
    }
    return found;
  }

  get lengths(): Lengths {
    this.sizes ??= this.readSizes();
    const sizes = this.sizes;
    const [row] = this.database.exec("select nodes, terms from indexed_totals");
    const count = Number(row.nodes);
    const mean = Number(row.terms) / Math.max(1, count);
    return { count, mean: Math.max(1, mean), of: (document) => sizes[document] ?? 0 };
  }

  numbersOf(ids: readonly string[]): Map<string, number> {
    const rows = this.database.each(
      "select id, rowid from nodes where id in (select value from json_each(?))",
      JSON.stringify(ids),
    );
    return new Map(rows as Iterable<[string, number]>);
  }

  idsOf(numbers: readonly number[]): Map<number, string> {
    const rows = this.database.each(
      "select rowid, id from nodes where rowid in (select value from json_each(?))",
      JSON.stringify(numbers),
    );
    return new Map(rows as Iterable<[number, string]>);
  }

  namedBy(names: readonly string[], most: number): Map<string, string[]> {
    const rows = this.database.each(
      "select names.name, nodes.id from names join nodes on nodes.rowid = names.node " +
        "where names.name in (select value from json_each(?)) limit ?",
      JSON.stringify(names),
      most,
    );
    const named = new Map<string, string[]>();
    for (const [name, id] of rows as Iterable<[string, string]>) {
      const ids = named.get(name);
      if (ids) ids.push(id);
      else named.set(name, [id]);
    }
    return named;
  }

  turnBefore(id: string): string | undefined {
    const [row] = this.database.exec(
      "select before.id from nodes as node join names on names.node = node.rowid and names.name glob ? " +
        "join names as others on others.name = names.name and others.node < node.rowid " +
        "join nodes as before on before.rowid = others.node " +
        "where node.id = ? order by others.node desc limit 1",
      `${SESSION}*`,
      id,
    );
    return row?.id as string | undefined;
  }

  withAll(terms: readonly string[], most: number): string[] {
    const match = terms.map((term) => `"${term}"`).join(" AND ");
    const rows = this.database.each(
      "select nodes.id from lexicon join nodes on nodes.rowid = lexicon.rowid where lexicon match ? limit ?",
      match,
      most,
    );
    return Array.from(rows, ([id]) => id as string);
  }

  purge(): void {
    this.purges = true;
  }

  private put(number: number, text: string, metadata: Record<string, unknown>): void {
    const tokens: string[] = [];
    let size = 0;
    for (const [term, count] of termsOf(searchableText(text, metadata))) {
      size += count;
      tokens.push(term, ...STEPS.filter((step) => count >= step).map((step) => marked(term, step)));
    }
    this.database.exec("delete from names where node = ?", number);
    const { session } = metadata;
    const names = typeof session === "string" ? [...namesOf(metadata), SESSION + session] : namesOf(metadata);
    for (const name of names)
      this.database.exec("insert or ignore into names (name, node) values (?, ?)", name, number);
    this.database.exec(
      "insert or replace into lexicon (rowid, terms) values (?, ?)",
      number,
      tokens.join(" "),
    );
    this.database.exec("delete from indexed where node = ?", number);
    this.database.exec("insert into indexed (node, terms) values (?, ?)", number, size);
    this.database.exec("delete from unindexed where node = ?", number);
    if (this.sizes) this.keepSize(number, size);
  }

  private readSizes(): Uint32Array {
    const [row] = this.database.exec("select coalesce(max(node), 0) as last from indexed");
    const sizes = new Uint32Array(Number(row.last) + 1024);
    for (const [number, size] of this.database.each("select node, terms from indexed"))
      sizes[number as number] = size as number;
    return sizes;
  }

  private keepSize(number: number, size: number): void {
    let sizes = this.sizes as Uint32Array;
    if (number >= sizes.length) {
      const grown = new Uint32Array(number * 2);
      grown.set(sizes);
      this.sizes = sizes = grown;
    }
    sizes[number] = size;
  }
}

/** No term holds an underscore, so a marked term is no other one. */
function marked(term: string, step: number): string {
  return `${term}_${step}`;
}
