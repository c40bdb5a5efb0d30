// How many terms the text of each node in the index has, by its number: read at once, then kept as nodes are indexed.

import type { Database } from "./database.ts";

/** Sizes that are read as one list: waking reads all of them, and lists are quicker than rows. */
const AT_ONCE = 50_000;
const LISTS =
  "select json_group_array(node) as nodes, json_group_array(terms) as terms from indexed where node between ? and ?";

export class TextSizes {
  private sizes: Uint32Array;

  constructor(database: Database) {
    const [row] = database.exec("select coalesce(max(node), 0) as last from indexed");
    const last = Number(row.last);
    this.sizes = new Uint32Array(last + 1024);
    for (let first = 0; first <= last; first += AT_ONCE) {
      const [list] = database.exec(LISTS, first, first + AT_ONCE - 1);
      const terms = JSON.parse(list.terms as string) as number[];
      const nodes = JSON.parse(list.nodes as string) as number[];
      for (const [place, node] of nodes.entries()) this.sizes[node] = terms[place];
    }
  }

  /** 0 where none is known. */
  readonly of = (number: number): number => this.sizes[number] ?? 0;

  set(number: number, size: number): void {
    if (number >= this.sizes.length) {
      const grown = new Uint32Array(number * 2);
      grown.set(this.sizes);
      this.sizes = grown;
    }
    this.sizes[number] = size;
  }
}
