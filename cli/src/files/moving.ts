// Files on this machine, to and from an agent. A file is written beside its name until it is whole, so that what
// bears the name is always complete, and a second run goes on where the first broke off.

import fs from "node:fs";
import type { ImportOptions } from "../../../client/importing.ts";
import type { MemoryClient } from "../../../client/memory-client.ts";
import { endOf, pagesOf } from "../../../client/pages.ts";
import { statePages } from "../../../client/state-lines.ts";
import type { ImportReply } from "../../../wire/moving.ts";

export type Exporter = Pick<MemoryClient, "export" | "exportState">;
export type Importer = Pick<MemoryClient, "import">;
type Say = (sentence: string) => void;

/** Beside a file that is not whole yet. */
const UNFINISHED = ".part";
const HEADER = '{"format":"';

/** Writes an export to a file, and says how many bytes that are; goes on with what an earlier run left. */
export async function exportToFile(
  memory: Exporter,
  file: string,
  format: "edgebrain" | "state",
  say: Say,
): Promise<number> {
  const part = file + UNFINISHED;
  const kept = format === "state" ? NOTHING : await wholePagesOf(part);
  if (kept.cursor !== undefined) say(`going on after ${megabytes(kept.bytes)}`);
  const out = fs.createWriteStream(part, { flags: kept.bytes > 0 ? "r+" : "w", start: kept.bytes });
  let bytes = kept.bytes;
  const pieces = format === "state" ? memory.exportState() : memory.export({ cursor: kept.cursor });
  try {
    for await (const piece of kept.isEnd ? [] : pieces) {
      await written(out, piece);
      bytes += Buffer.byteLength(piece);
      say(megabytes(bytes));
    }
  } finally {
    await new Promise((resolve) => out.end(resolve));
  }
  // What a broken run left behind its last whole page is not part of the file.
  fs.truncateSync(part, bytes);
  fs.renameSync(part, file);
  return bytes;
}

/** Brings a file in: an export, or a state.json of openclawbrain, told apart by how it begins. */
export async function importFile(
  memory: Importer,
  file: string,
  options: ImportOptions,
  say: Say,
): Promise<ImportReply> {
  const open = () => fs.createReadStream(file, { highWaterMark: 1 << 20 });
  const isOurs = beginningOf(file).startsWith(HEADER);
  const pages = isOurs ? pagesOf(open()) : statePages(open, { vectors: options.reembed !== true });
  return memory.import(pages, {
    ...options,
    onProgress: (reply) => say(`${rowsIn(reply)} rows, ${megabytes(reply.bytes)}`),
  });
}

interface Kept {
  readonly bytes: number;
  readonly cursor: string | undefined;
  readonly isEnd: boolean;
}

const NOTHING: Kept = { bytes: 0, cursor: undefined, isEnd: false };

/** Where the whole pages of an unfinished file end. */
async function wholePagesOf(file: string): Promise<Kept> {
  if (!fs.existsSync(file)) return NOTHING;
  let kept = NOTHING;
  for await (const page of pagesOf(fs.createReadStream(file))) {
    const end = endOf(page);
    if (!end) break;
    const bytes = kept.bytes + Buffer.byteLength(page);
    kept = { bytes, cursor: end.cursor ?? undefined, isEnd: end.cursor === null };
  }
  return kept;
}

function beginningOf(file: string): string {
  const descriptor = fs.openSync(file, "r");
  try {
    const start = Buffer.alloc(HEADER.length);
    fs.readSync(descriptor, start);
    return start.toString();
  } finally {
    fs.closeSync(descriptor);
  }
}

function written(out: fs.WriteStream, piece: string): Promise<void> {
  return new Promise((resolve, reject) => out.write(piece, (error) => (error ? reject(error) : resolve())));
}

function rowsIn({ rows }: ImportReply): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
