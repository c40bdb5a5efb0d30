// A memory on a real store that is written to and asked through the one door, and what its full-text index holds.

import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";
import { PROFILES, type ProfileName } from "../../durable/graph/profiles.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import { RECEIPTS } from "../../durable/operations/erase-receipt.ts";
import type { Call, Memory, Work } from "../../durable/operations/memory.ts";
import { mindOf } from "../../durable/operations/mind.ts";
import { inOneBreath, perform, performChore } from "../../durable/operations/perform.ts";
import { indexWaiting } from "../../durable/operations/tying.ts";
import type { Database } from "../../durable/store/database.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { sealerOf } from "../../durable/text/seal.ts";
import { searchableText } from "../../durable/text/searchable.ts";
import { termsOf } from "../../durable/text/terms.ts";
import { NodeDatabase } from "../../golden/node-database.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import type { QueryReply, QueryRequest } from "../../wire/query.ts";
import { dumpOf } from "./graph-dump.ts";
import type { Door } from "./moving.ts";

type Change = (work: Work) => void;

const AUDIT_KEY = new Uint8Array(32).fill(3);

export class SearchedMemory {
  readonly database: Database;
  readonly store: SqliteStore;
  readonly memory: Memory;
  /** Whose token calls from now on. */
  author = "test";
  private calls = 0;

  constructor(profile: ProfileName = "product", settings: Settings = PROFILES[profile]) {
    this.database = new NodeDatabase();
    this.store = new SqliteStore(this.database, AUDIT_KEY);
    const embedder = new NgramHashEmbedder();
    const { store } = this;
    this.memory = {
      agent: "a",
      profile,
      settings,
      store,
      embedder,
      seal: sealerOf("a secret of the tests", RECEIPTS),
      ...mindOf({ store, settings, embedder }),
    };
  }

  async do<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>> {
    const result = await this.perform(name, request);
    if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
    return result.value;
  }

  /** As a door for moving. */
  get door(): Door {
    return { perform: (name, request) => this.perform(name as EndpointName, request as never) };
  }

  ask(query: string, more: Partial<QueryRequest> = {}): Promise<QueryReply> {
    return this.do("query", { query, ...more });
  }

  /** Ids of what fired, best first. */
  async found(query: string, more: Partial<QueryRequest> = {}): Promise<string[]> {
    return (await this.ask(query, more)).fired.map(({ id }) => id);
  }

  /** Notes by id; text alone, or with metadata. */
  async add(notes: Readonly<Record<string, string | readonly [string, Record<string, string>]>>) {
    const nodes = Object.entries(notes).map(([id, note]) => {
      const [content, metadata] = typeof note === "string" ? [note, {}] : note;
      return { id, content, metadata };
    });
    await this.do("injectBatch", { nodes });
  }

  /** Writes as an operation does. */
  write(change: Change): void {
    inOneBreath(this.memory, this.call(), change);
  }

  /** Writes as an operation that fails at its very end does. */
  fail(change: Change): void {
    const late = new Error("late");
    try {
      // The reply is remembered last of all; here it is what fails.
      inOneBreath({ ...this.memory, store: failingToConclude(this.store, late) }, this.call(), change);
    } catch (error) {
      if (error !== late) throw error;
      return;
    }
    throw new Error("it did not fail");
  }

  /** What one alarm does for the index. */
  chore(): Promise<null> {
    return performChore(this.memory, indexWaiting, null, this.call());
  }

  weight(source: string, target: string): number | null {
    const { graph } = this.memory;
    const edge = graph.edgeOf(source, target);
    return edge < 0 ? null : graph.weights[edge];
  }

  kind(source: string, target: string): string | null {
    const { graph } = this.memory;
    const edge = graph.edgeOf(source, target);
    return edge < 0 ? null : graph.edgeKindAt(edge);
  }

  mind(): unknown {
    return dumpOf(this.memory.graph, this.memory.vectors);
  }

  private perform<Name extends EndpointName>(name: Name, request: RequestOf<Name>) {
    return perform(this.memory, name, request, this.call());
  }

  private call(): Call {
    const now = ++this.calls;
    const id = now.toString(16).padStart(32, "0");
    return { author: this.author, role: "owner", now, id, idempotencyKey: null, elapsed: () => 0 };
  }
}

/** The store, but the last thing that a transaction does throws. */
function failingToConclude(store: SqliteStore, late: Error): SqliteStore {
  return new Proxy(store, {
    get(target, name) {
      if (name === "transaction") {
        return <T>(work: () => T) =>
          target.transaction(() => {
            work();
            throw late;
          });
      }
      const part = Reflect.get(target, name, target);
      return typeof part === "function" ? part.bind(target) : part;
    },
  });
}

/** What the index says of each term, node by node; terms without nodes are left out. */
export function indexOf(store: SqliteStore, database: Database, terms: Iterable<string>): unknown {
  const { lexicon } = store;
  const { lengths } = lexicon;
  const asked = [...new Set(terms)].sort();
  const postings = asked.flatMap((term, index) => {
    const { documents, counts } = lexicon.postings(asked)[index];
    const ids = lexicon.idsOf(Array.from(documents));
    const found = Array.from(documents, (document, at) => [ids.get(document), counts[at]]);
    return found.length === 0 ? [] : [[term, found.sort()]];
  });
  const rows = (statement: string) => [...database.each(statement)];
  const named = rows("select name, id from names join nodes on nodes.rowid = node order by 1, 2");
  const turns = rows(
    "select session, turns.ordinal, id from turns join nodes on nodes.rowid = node order by 1, 2",
  );
  const sizes = rows(
    "select id, terms, nodes.rowid from indexed join nodes on nodes.rowid = node order by id",
  ).map(([id, terms, number]) => [id, terms, lengths.of(number as number)]);
  return { postings, named, turns, sizes, count: lengths.count, mean: lengths.mean };
}

/** The same, counted in the texts as they are. `steps` are the counts that the index tells apart. */
export function countedIn(database: Database, steps: readonly number[]): unknown {
  const nodes = [...database.each("select id, text, metadata from nodes order by id")].map(
    ([id, text, metadata]) => {
      return { id, terms: termsOf(searchableText(text as string, JSON.parse(metadata as string))) };
    },
  );
  const all = [...new Set(nodes.flatMap(({ terms }) => [...terms.keys()]))].sort();
  const sizeOf = (terms: ReadonlyMap<string, number>) => [...terms.values()].reduce((a, b) => a + b, 0);
  return {
    postings: all.map((term) => [
      term,
      nodes
        .flatMap(({ id, terms }) => {
          const count = terms.get(term);
          return count === undefined ? [] : [[id, Math.max(...steps.filter((step) => step <= count))]];
        })
        .sort(),
    ]),
    sizes: nodes.map(({ id, terms }) => [id, sizeOf(terms), sizeOf(terms)]),
    count: nodes.length,
    mean: Math.max(1, nodes.reduce((sum, { terms }) => sum + sizeOf(terms), 0) / Math.max(1, nodes.length)),
  };
}

/** A part of everything that the tables of the index hold, as bytes read as text. */
export function indexTraces(
  each: (statement: string) => Iterable<readonly unknown[]>,
  traces: readonly string[],
): string[] {
  const tables = [...each("select name from sqlite_master where type = 'table' and name like 'lexicon%'")];
  const found: string[] = [];
  for (const [table] of [...tables, ["names"], ["turns"]]) {
    if (table === "lexicon") continue;
    for (const row of each(`select * from ${table}`)) {
      const text = row.map(textOf).join(" ");
      for (const trace of traces) if (text.includes(trace)) found.push(`${trace} in ${table}`);
    }
  }
  return found;
}

function textOf(cell: unknown): string {
  if (cell instanceof ArrayBuffer || cell instanceof Uint8Array) {
    return new TextDecoder("latin1").decode(cell);
  }
  return String(cell);
}
