// Reads a folder as a workspace: which of its files are memory, in batches that one sync takes.

import fs from "node:fs";
import path from "node:path";
import { LIMITS } from "../../../wire/limits.ts";
import { Failure } from "../failure.ts";

const EXTENSIONS = new Set(".md .txt .py .json .yaml .yml .toml .cfg .ini .rst .html".split(" "));
const NEVER = new Set("node_modules __pycache__ venv env dist build vendor target".split(" "));
/** Folders below the workspace that are entered. */
const DEPTH = 3;
/** Small enough that progress moves, and far below what a request may weigh. */
const BATCH_FILES = 25;
const BATCH_BYTES = LIMITS.bodyBytes / 4;
/** Characters of what an example question is about. */
const SUBJECT = 60;
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

/** The workspace that was asked for. Throws a `Failure` with exit code 2 when it is none. */
export function askedWorkspace(folder: string): Workspace {
  const found = unlessRefused(() => fs.statSync(folder));
  if (!found) throw new Failure(`the workspace ${folder} does not exist, or is out of reach`, 2);
  if (!found.isDirectory()) throw new Failure(`the workspace ${folder} is not a folder`, 2);
  const workspace = readWorkspace(folder);
  if (workspace.files.length === 0)
    throw new Failure(`the workspace ${folder} holds no text files to index`, 2);
  return workspace;
}

/** A question to begin with: about the first heading, or else the first file. Fit for quotes of a shell and of JSON. */
export function questionAbout({ files }: Workspace): string {
  const headings = files.map(({ path, text }) => (path.endsWith(".md") ? /^# +(.+)$/m.exec(text)?.[1] : ""));
  const subject = [...headings, files[0]?.path].map(plain).find((words) => words !== "");
  return subject === undefined ? "What should I know first?" : `What do we know about ${subject}?`;
}

/** Reads all text files by name, folders sorted; hidden names and build output are left out. */
export function readWorkspace(folder: string): Workspace {
  const files: WorkspaceFile[] = [];
  const { paths, skipped } = listed(folder);
  for (const name of paths) {
    const bytes = unlessRefused(() => fs.readFileSync(path.join(folder, name)));
    const text = bytes ? textOf(name, bytes) : { reason: "can't be read" };
    if (typeof text === "string") files.push({ path: name, text });
    else skipped.push({ path: name, reason: text.reason });
  }
  return { files, skipped };
}

/** What differs after anything in the workspace was written, moved or taken away; no file is read for it. */
export function signatureOf(folder: string): string {
  return listed(folder)
    .paths.map((name) => {
      const facts = unlessRefused(() => fs.statSync(path.join(folder, name)));
      return `${name}\0${facts?.size}\0${facts?.mtimeMs}\0${facts?.ctimeMs}\0${facts?.ino}`;
    })
    .join("\n");
}

/** Names of what looks like memory, and folders that can't be read. */
function listed(folder: string): { paths: string[]; skipped: { path: string; reason: string }[] } {
  const paths: string[] = [];
  const skipped: { path: string; reason: string }[] = [];
  const walk = (below: string, depth: number): void => {
    const entries = unlessRefused(() => fs.readdirSync(path.join(folder, below), { withFileTypes: true }));
    if (!entries) {
      skipped.push({ path: below || ".", reason: "can't be read" });
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith(".") || NEVER.has(entry.name)) continue;
      if (entry.isDirectory() && depth < DEPTH) walk(name, depth + 1);
      else if (entry.isFile() && EXTENSIONS.has(path.extname(entry.name).toLowerCase())) paths.push(name);
    }
  };
  walk("", 0);
  return { paths, skipped };
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

function plain(words: string | undefined): string {
  return (words ?? "")
    .replace(/[^\p{L}\p{N} ._/-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SUBJECT)
    .trim();
}

function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
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
