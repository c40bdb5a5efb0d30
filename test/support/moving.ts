// Files of exports in a test's hands: taken from an agent, changed, sealed again, and sent to another.

import { digestOf } from "../../durable/text/digest.ts";
import type { ErrorReply, Result } from "../../wire/errors.ts";
import type { ImportReply, ImportRequest } from "../../wire/moving.ts";

/** Who performs operations: an agent of the tests, or a memory. */
export interface Door {
  perform(name: string, request: unknown): Promise<Result<unknown>>;
}

type Line = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Everything of an agent, page by page. */
export async function exportOf(door: Door, format?: "state"): Promise<string> {
  let text = "";
  for (let cursor: string | undefined; ; ) {
    const page = must(await door.perform("export", { format, cursor })) as {
      text: string;
      cursor: string | null;
    };
    text += page.text;
    if (page.cursor === null) return text;
    cursor = page.cursor;
  }
}

/** Takes a file in parts of one page, or what it is refused with. */
export async function importInto(
  door: Door,
  file: string,
  options: Partial<ImportRequest> = {},
): Promise<ImportReply | ErrorReply["error"]> {
  const begun = await door.perform("importBegin", { another: true, ...options, header: headerIn(file) });
  if (!begun.ok) return begun.error;
  const { id } = begun.value as ImportReply;
  for (const [n, lines] of pagesIn(file).entries()) {
    const part = await door.perform("importPart", { id, n, lines });
    if (!part.ok) return ended(door, id, part.error);
  }
  const done = await door.perform("importFinish", { id });
  return done.ok ? (done.value as ImportReply) : ended(door, id, done.error);
}

/** Calls the import off, so that the next one can begin. */
async function ended(door: Door, id: string, error: ErrorReply["error"]): Promise<ErrorReply["error"]> {
  await door.perform("importCancel", { id });
  return error;
}

export function headerIn(file: string): ImportRequest["header"] {
  return JSON.parse(file.slice(0, file.indexOf("\n")));
}

/** Pages with the line that ends each. */
export function pagesIn(file: string): string[] {
  return file.match(/(?:(?!\{"(?:cursor|end)":).*\n)*\{"(?:cursor|end)":.*\n?/g) ?? [];
}

/** Rows of the memory itself: the chain of who exported and imported is each agent's own. */
export function rowsIn(file: string): string[] {
  return linesIn(file)
    .filter((line) => Array.isArray(line) && !String(line[0]).startsWith("audit"))
    .map((line) => JSON.stringify(line));
}

export function linesIn(file: string): Line[] {
  return file
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** A file of one page with these lines, its footer true. */
export function fileOf(lines: readonly Line[]): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const counts: Record<string, number> = {};
  for (const line of lines) if (Array.isArray(line)) counts[line[0]] = (counts[line[0]] ?? 0) + 1;
  return `${text}${JSON.stringify({ end: true, counts, sha256: digestOf(text) })}\n`;
}

/** A file with its rows changed, and sealed again as if it had been exported so. */
export function changed(file: string, change: (lines: Line[]) => readonly Line[]): string {
  return fileOf(change(linesIn(file).filter((line) => !("sha256" in line))));
}

export function must(result: Result<unknown>): unknown {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** Names of the cells of a row, by table. */
export function tablesIn(file: string): Record<string, string[]> {
  return (headerIn(file) as unknown as { tables: Record<string, string[]> }).tables;
}

/** The file in two pages. */
export function twoPages(file: string): string {
  const lines = linesIn(file).filter((line) => !("sha256" in line));
  const all = pagesIn(fileOf(lines))[0];
  const half = fileOf(lines.slice(0, 10));
  const first = half.replace(/\{"end":true,"counts":.*?\},/, '{"cursor":"x",');
  const { sha256 } = JSON.parse(first.trimEnd().split("\n").at(-1) as string);
  const rest = all
    .split("\n")
    .slice(10, -2)
    .map((line) => `${line}\n`)
    .join("");
  const { counts } = JSON.parse(all.trimEnd().split("\n").at(-1) as string);
  return `${first}${rest}${JSON.stringify({ end: true, counts, sha256: digestOf(sha256 + rest) })}\n`;
}
