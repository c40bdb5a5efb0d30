// Pages of an export: runs of whole lines that end with a checkpoint or with the footer. A page is what can be sent,
// kept and checked on its own; what comes after the last whole page of a broken file is not worth keeping.

import { Checkpoint, Footer } from "../wire/moving.ts";

/** Lines that end a page begin so; rows begin with a bracket. */
const CHECKPOINT = '{"cursor":';
const FOOTER = '{"end":';

/** The page's last line. */
export type PageEnd = { readonly cursor: string | null; readonly sha256: string };

/** Whole pages of a text that comes in any pieces; an unfinished page at its end is left out. */
export async function* pagesOf(
  pieces: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let lines: string[] = [];
  let rest = "";
  for await (const piece of pieces) {
    const parts = (
      rest + (typeof piece === "string" ? piece : decoder.decode(piece, { stream: true }))
    ).split("\n");
    rest = parts.pop() as string;
    for (const line of parts) {
      lines.push(line);
      if (!line.startsWith(CHECKPOINT) && !line.startsWith(FOOTER)) continue;
      yield `${lines.join("\n")}\n`;
      lines = [];
    }
  }
}

/** What the last line of a page says; undefined when it is not that of a page. `cursor` is null at the end of the file. */
export function endOf(page: string): PageEnd | undefined {
  const line = page.slice(page.lastIndexOf("\n", page.length - 2) + 1);
  try {
    const value: unknown = JSON.parse(line);
    const checkpoint = Checkpoint.safeParse(value);
    if (checkpoint.success) return checkpoint.data;
    const footer = Footer.safeParse(value);
    return footer.success ? { cursor: null, sha256: footer.data.sha256 } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes pages: adds the checkpoints that vouch for the lines before. */
export class PageWriter {
  #page = "";
  #sha256 = "";
  readonly #counts: Record<string, number> = {};

  get length(): number {
    return this.#page.length;
  }

  /** Adds the header. */
  head(value: object): void {
    this.#page += `${JSON.stringify(value)}\n`;
  }

  /** Adds a row, given as JSON text of its cells, and counts it by its first. */
  row(kind: string, ...cells: readonly string[]): void {
    this.#counts[kind] = (this.#counts[kind] ?? 0) + 1;
    this.#page += `[${JSON.stringify(kind)},${cells.join(",")}]\n`;
  }

  /** The page so far, ended by a checkpoint. */
  async checkpoint(): Promise<string> {
    return this.#ended((sha256) => ({ cursor: "", sha256 }));
  }

  /** The last page. */
  async footer(): Promise<string> {
    return this.#ended((sha256) => ({ end: true, counts: this.#counts, sha256 }));
  }

  async #ended(mark: (sha256: string) => object): Promise<string> {
    const page = this.#page;
    this.#page = "";
    this.#sha256 = await digestOf(this.#sha256 + page);
    return `${page}${JSON.stringify(mark(this.#sha256))}\n`;
  }
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
