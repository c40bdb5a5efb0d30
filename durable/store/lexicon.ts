// The full-text index of the nodes, in FTS5. A node's terms are one row; a term that occurs often is written again
// with a mark for each step of its count, since ranking needs counts and reading them from the index is slow.
// Triggers note what a change of `nodes` leaves to be indexed, so no way of writing can pass the index by;
// what a removed node left goes with it. A text whose indexing is put off is found by its meaning meanwhile.

import type { Lengths, Posting } from "../graph/hybrid.ts";
import { namesOf } from "../text/names.ts";
import { searchableText } from "../text/searchable.ts";
import { termsOf } from "../text/terms.ts";
import { bylineTokens, saidOf } from "./bylines.ts";
import type { Database } from "./database.ts";
import type { Lexicon } from "./lexicon-port.ts";
import { PostingsCache } from "./postings-cache.ts";
import { SqliteQuestions } from "./questions.ts";
import { TextSizes } from "./text-sizes.ts";

/** Counts that are told apart; one between two steps counts as the lower. */
const STEPS = [2, 3, 4, 6, 9] as const;
/** Nodes read at once for indexing. */
const PAGE = 200;

/** One row a term, so that a long posting does not cost a call for each of its entries. */
const WITH_TERM =
  "select (select json_group_array(rowid) from lexicon where lexicon match wanted.value) from json_each(?) as wanted";
/** One row for all, as above. */
const IDS = known("id", "rowid");
const NUMBERS = known("rowid", "id");
const OUTDATED =
  "select nodes.rowid, nodes.id, nodes.ordinal, nodes.metadata, nodes.text, unindexed.ties from unindexed " +
  "join nodes on nodes.rowid = unindexed.node order by unindexed.ties desc, unindexed.node limit ?";
const TURN_BEFORE =
  "select id from nodes where rowid = (select earlier.node from turns as earlier " +
  "where (earlier.session, earlier.ordinal) in (select turns.session, (select max(ordinal) from turns as others " +
  "where others.session = turns.session and others.ordinal < turns.ordinal) " +
  "from nodes as turn join turns on turns.node = turn.rowid where turn.id = ?))";

interface Outdated {
  readonly number: number;
  readonly ordinal: number;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export class SqliteLexicon implements Lexicon {
  readonly questions: SqliteQuestions;
  private readonly database: Database;
  private readonly known: PostingsCache;
  /** How many nodes the index had when `known` was right: only `put` adds one, so fewer mean that some are gone. */
  private indexed = -1;
  /** Read when first asked for. */
  private sizes: TextSizes | undefined;
  /** Rows of removed nodes leave their terms in the index until its parts are merged. */
  private purges = false;

  constructor(database: Database, known = new PostingsCache()) {
    this.database = database;
    this.known = known;
    this.questions = new SqliteQuestions(database);
  }

  tieLater(ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.database.exec(
      "update unindexed set ties = 1 where node in (select rowid from nodes where id in (select value from json_each(?)))",
      JSON.stringify(ids),
    );
  }

  index(most: number): string[] {
    if (this.purges) this.database.exec("insert into lexicon(lexicon) values ('optimize')");
    this.purges = false;
    const toTie: string[] = [];
    if (!this.isBehind) return toTie;
    for (let done = 0; done < most; ) {
      const page = [...this.database.each(OUTDATED, Math.min(PAGE, most - done))];
      if (page.length === 0) break;
      done += page.length;
      for (const row of page as [number, string, number, string, string, number][]) {
        const [number, id, ordinal, metadata, text, ties] = row;
        this.put({ number, ordinal, text, metadata: JSON.parse(metadata) });
        if (ties) toTie.push(id);
      }
    }
    return toTie;
  }

  get waiting(): number {
    const [row] = this.database.exec("select count(*) as count from unindexed");
    return Number(row.count);
  }

  get isBehind(): boolean {
    return this.database.exec("select 1 from unindexed limit 1").length > 0;
  }

  postings(terms: readonly string[]): Posting[] {
    const { nodes } = this.totals();
    if (nodes !== this.indexed) this.known.clear();
    this.indexed = nodes;
    const missing = [...new Set(terms)].filter((term) => this.known.get(term) === undefined);
    const read = new Map(this.read(missing));
    for (const [term, posting] of read) this.known.set(term, posting);
    return terms.map((term) => (read.get(term) ?? this.known.get(term)) as Posting);
  }

  said(terms: readonly string[]): (number: number) => number {
    return saidOf(terms, (tokens) => this.postings(tokens));
  }

  get lengths(): Lengths {
    this.sizes ??= new TextSizes(this.database);
    const { nodes, terms } = this.totals();
    const mean = terms / Math.max(1, nodes);
    return { count: nodes, mean: Math.max(1, mean), of: this.sizes.of };
  }

  numbersOf(ids: readonly string[]): Map<string, number> {
    return this.knownAs(NUMBERS, ids);
  }

  idsOf(numbers: readonly number[]): Map<number, string> {
    return this.knownAs(IDS, numbers);
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

  titled(title: string, most: number): string[] {
    const rows = this.database.each(
      // Metadata is read as JSON only where the title stands in it.
      "select id from nodes where instr(metadata, ?1) > 0 and json_extract(metadata, '$.title') = ?2 limit ?3",
      JSON.stringify(title),
      title,
      most,
    );
    return Array.from(rows, ([id]) => id as string);
  }

  turnBefore(id: string): string | undefined {
    const [row] = this.database.exec(TURN_BEFORE, id);
    return row?.id as string | undefined;
  }

  withAll(terms: readonly string[], most: number): string[] {
    // An empty match would be an error.
    if (terms.length === 0) return [];
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

  /** What is held in memory may be wrong: after a transaction that was taken back. */
  forget(): void {
    this.questions.forget();
    this.known.clear();
    this.sizes = undefined;
    this.indexed = -1;
  }

  private totals(): { readonly nodes: number; readonly terms: number } {
    const [row] = this.database.exec("select nodes, terms from indexed_totals");
    return { nodes: Number(row.nodes), terms: Number(row.terms) };
  }

  /** What each of the wanted is known as; those that are not known are left out. */
  private knownAs<Wanted, Known>(statement: string, wanted: readonly Wanted[]): Map<Wanted, Known> {
    if (wanted.length === 0) return new Map();
    const [list] = this.database.exec(statement, JSON.stringify(wanted));
    const known = JSON.parse(list.known as string) as (Known | null)[];
    return new Map(wanted.flatMap((one, place) => (known[place] === null ? [] : [[one, known[place]]])));
  }

  private read(terms: readonly string[]): [string, Posting][] {
    const [twice, ...steps] = STEPS;
    const found = this.matching(terms.flatMap((term) => [term, marked(term, twice)]));
    // Few terms occur twice in a text, and only those may occur more often.
    const frequent = terms.filter((_, index) => found[index * 2 + 1].length > 0);
    const more = this.matching(frequent.flatMap((term) => steps.map((step) => marked(term, step))));
    return terms.map((term, index) => {
      const first = frequent.indexOf(term) * steps.length;
      const often = first < 0 ? [] : more.slice(first, first + steps.length);
      return [term, postingOf([...found.slice(index * 2, index * 2 + 2), ...often])];
    });
  }

  /** Numbers of the nodes that hold each token, ascending. */
  private matching(tokens: readonly string[]): number[][] {
    if (tokens.length === 0) return [];
    const rows = this.database.each(WITH_TERM, JSON.stringify(tokens.map((token) => `"${token}"`)));
    return Array.from(rows, ([list]) => JSON.parse(list as string) as number[]);
  }

  private put({ number, ordinal, text, metadata }: Outdated): void {
    const tokens: string[] = [];
    let size = 0;
    for (const [term, count] of termsOf(searchableText(text, metadata))) {
      size += count;
      tokens.push(term, ...STEPS.filter((step) => count >= step).map((step) => marked(term, step)));
      this.known.drop(term);
    }
    for (const token of bylineTokens(metadata)) {
      tokens.push(token);
      this.known.drop(token);
    }
    this.name(number, ordinal, metadata);
    this.database.exec(
      "insert or replace into lexicon (rowid, terms) values (?, ?)",
      number,
      tokens.join(" "),
    );
    const [before] = this.database.exec("delete from indexed where node = ? returning node", number);
    this.database.exec("insert into indexed (node, terms) values (?, ?)", number, size);
    this.database.exec("delete from unindexed where node = ?", number);
    // Which terms the text had before, the index does not tell.
    if (before) this.known.clear();
    else this.indexed++;
    this.sizes?.set(number, size);
  }

  private name(number: number, ordinal: number, metadata: Outdated["metadata"]): void {
    this.database.exec("delete from names where node = ?", number);
    for (const name of namesOf(metadata))
      this.database.exec("insert or ignore into names (name, node) values (?, ?)", name, number);
    this.database.exec("delete from turns where node = ?", number);
    const { session } = metadata;
    if (typeof session !== "string") return;
    this.database.exec(
      "insert into turns (session, ordinal, node) values (?, ?, ?)",
      session,
      ordinal,
      number,
    );
  }
}

/** Of documents with a term, and of those that have it as often as each step says; all in order of their numbers. */
function postingOf([all, ...often]: readonly number[][]): Posting {
  const documents = Int32Array.from(all);
  const counts = new Uint8Array(all.length).fill(1);
  for (const [step, some] of often.entries()) {
    let place = 0;
    for (const document of some) {
      while (documents[place] < document) place++;
      counts[place] = STEPS[step];
    }
  }
  return { documents, counts };
}

/** Statement that lists what nodes are known as, in the order in which they are wanted; null where there is none. */
function known(as: string, by: string): string {
  return `select json_group_array((select ${as} from nodes where ${by} = wanted.value)) as known from json_each(?) as wanted`;
}

/** No term holds an underscore, so a marked term is no other one. */
function marked(term: string, step: number): string {
  return `${term}_${step}`;
}
