// Reads a folder as a workspace: which of its files are memory, in batches that one sync takes.

import fs from "node:fs";
import path from "node:path";
import { LIMITS } from "../../wire/limits.ts";

const EXTENSIONS = new Set(".md .txt .py .json .yaml .yml .toml .cfg .ini .rst .html".split(" "));
const NEVER = new Set("node_modules __pycache__ venv env dist build vendor target".split(" "));
/** Folders below the workspace that are entered. */
const DEPTH = 3;
/** Small enough that progress moves, and far below what a request may weigh. */
const BATCH_FILES = 25;
const BATCH_BYTES = LIMITS.bodyBytes / 4;
/** Of one file; the rest of a request holds the paths of the workspace. */
const HEAVIEST = LIMITS.bodyBytes / 2;

export interface WorkspaceFile {
  /** Relative, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Workspace {
  readonly files: readonly WorkspaceFile[];
  /** Files that look like memory and can't be: the path and why. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

/** Reads all text files by name, folders sorted; hidden names and build output are left out. */
export function readWorkspace(folder: string): Workspace {
  const files: WorkspaceFile[] = [];
  const skipped: { path: string; reason: string }[] = [];
  const walk = (below: string, depth: number): void => {
    const entries = fs.readdirSync(path.join(folder, below), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith(".") || NEVER.has(entry.name)) continue;
      if (entry.isDirectory() && depth < DEPTH) walk(name, depth + 1);
      else if (entry.isFile() && EXTENSIONS.has(path.extname(entry.name).toLowerCase())) take(name);
    }
  };
  const take = (name: string): void => {
    const text = textOf(name, fs.readFileSync(path.join(folder, name)));
    if (typeof text === "string") files.push({ path: name, text });
    else skipped.push({ path: name, reason: text.reason });
  };
  walk("", 0);
  return { files, skipped };
}

/** The files in order, cut so that each batch fits one request. */
export function* batchesOf(files: readonly WorkspaceFile[]): Generator<readonly WorkspaceFile[]> {
  let batch: WorkspaceFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const size = weightOf(file);
    if (batch.length > 0 && (batch.length === BATCH_FILES || bytes + size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** The text of a file, or why it can't be memory: told here, so that one file does not stop the others. */
function textOf(name: string, bytes: Uint8Array): string | { readonly reason: string } {
  const text = utf8(bytes);
  if (text === undefined) return { reason: "not UTF-8" };
  if (text.includes("\0")) return { reason: "holds a NUL character" };
  if (text.length > LIMITS.fileText || weightOf({ path: name, text }) > HEAVIEST)
    return { reason: "too long" };
  if (name.length > LIMITS.path) return { reason: "its path is too long" };
  return name.includes("\\") ? { reason: "its path holds a backslash" } : text;
}

/** Bytes of a file in a request. */
function weightOf(file: WorkspaceFile): number {
  return Buffer.byteLength(JSON.stringify(file));
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return undefined;
  }
}
