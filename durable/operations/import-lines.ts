// Reads a part of an import: whole pages, each ending with a checkpoint or the footer that vouches for all lines before.
// sha256 of a checkpoint = SHA-256(sha256 of the checkpoint before, as hex + every line since, with its line end).

import { Refusal } from "../../wire/errors.ts";
import { Checkpoint, Footer } from "../../wire/moving.ts";
import { digestOf } from "../text/digest.ts";

/** A row as it stands in a file: a JSON array whose first cell says what it is. */
export interface Line {
  readonly number: number;
  readonly kind: string;
  readonly cells: readonly unknown[];
}

export interface Part {
  readonly rows: readonly Line[];
  readonly sha256: string;
  readonly footer: Footer | null;
}

/**
 * The rows of a part. `before` is the digest of the file so far; `header` is what the first line must be, null for
 * parts that do not begin the file. Lines are numbered within the part, from 1.
 */
export function readPart(lines: string, before: string, header: object | null): Part {
  const rows: Line[] = [];
  let sha256 = before;
  let footer: Footer | null = null;
  let pageStart = 0;
  let number = 0;
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf("\n", start);
    if (end < 0) throw invalid(number + 1, "is cut off: send whole lines, the last one with its line end");
    const value = parsed(lines.slice(start, end), ++number);
    if (footer) throw invalid(number, "follows the footer, which must be the last line");
    if (header && number === 1) requireHeader(value, header);
    else if (Array.isArray(value)) rows.push(lineOf(value, number));
    else {
      const mark = markOf(value, number);
      if (mark.sha256 !== digestOf(sha256 + lines.slice(pageStart, start))) throw damaged(number);
      sha256 = mark.sha256;
      pageStart = end + 1;
      if ("end" in mark) footer = mark;
    }
    start = end + 1;
  }
  if (number === 0 || pageStart !== lines.length) {
    throw invalid(number, "does not end a page: a part ends with a checkpoint or with the footer");
  }
  return { rows, sha256, footer };
}

/** The refusal of one line. */
export function invalid(
  line: number,
  flaw: string,
  code: "invalid_import" | "too_large" = "invalid_import",
): Refusal {
  return new Refusal(code, `line ${line} of this part ${flaw}`, { line });
}

function parsed(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(number, "is no JSON: send the lines of an export as they are");
  }
}

function lineOf(value: readonly unknown[], number: number): Line {
  const [kind, ...cells] = value;
  if (typeof kind !== "string") throw invalid(number, "is a row that does not begin with its kind");
  return { number, kind, cells };
}

function requireHeader(value: unknown, header: object): void {
  try {
    if (JSON.stringify(value) === JSON.stringify(header)) return;
  } catch {
    // Nested too deep to be written, so it is no header.
  }
  throw invalid(1, "is not the header with which the import was begun: send the file from its first line");
}

function markOf(value: unknown, number: number): Checkpoint | Footer {
  const footer = Footer.safeParse(value);
  if (footer.success) return footer.data;
  const checkpoint = Checkpoint.safeParse(value);
  if (checkpoint.success) return checkpoint.data;
  throw invalid(number, "is neither a row nor a checkpoint nor a footer");
}

function damaged(number: number): Refusal {
  return new Refusal(
    "digest_mismatch",
    `the lines before line ${number} of this part are not those that were exported: take the file from its source again`,
    { line: number },
  );
}
