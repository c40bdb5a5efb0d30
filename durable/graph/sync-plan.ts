// What a sync is going to do, decided from the old and the new chunks of its files before anything is changed.
// The plan is data: a dry run reports it, a sync settles it (syncing.ts).

import { isNode, matchByPlace, matchByText, type NewChunk, type OldChunk } from "./chunk-matching.ts";
import type { Authority, NodeRecord, Words } from "./records.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { SyncSettings } from "./settings.ts";
import { dissolvedBy, type ReplacedChunk, replacedChunks } from "./stand-ins.ts";

/** The new chunks of one file; none for a file that is gone. */
export interface FileChunks {
  readonly path: string;
  readonly chunks: readonly NewChunk[];
}

export interface KnownChunk extends OldChunk {
  readonly authority: Authority;
  readonly replaced: ReplacedChunk | null;
}

/** A new chunk and what it continues. */
export interface Arrival {
  readonly fresh: NewChunk;
  readonly old: KnownChunk | null;
  readonly changed: boolean;
  /** True: merged nodes or parts hold its text, so it is no node of its own. */
  readonly covered: boolean;
  readonly authority: Authority;
}

/** A protected chunk that stays although its file holds it no longer. */
export interface Remainder {
  readonly old: KnownChunk;
  readonly id: string;
}

export interface FilePlan {
  readonly path: string;
  /** Chunks of the file before, in file order; what only remained is not among them. */
  readonly before: readonly KnownChunk[];
  readonly arrivals: readonly Arrival[];
  readonly remainders: readonly Remainder[];
  readonly gone: readonly string[];
  /** Merged nodes and parts that still hold a text which the file has lost, since they can't be dissolved. */
  readonly stale: readonly string[];
}

export interface SyncPlan {
  readonly files: readonly FilePlan[];
  /** Merged nodes and parts that hold what no file says any more, and can go. */
  readonly dissolved: ReadonlySet<string>;
}

/** What planning reads. */
export interface SyncSource {
  readonly graph: RouteGraph;
  readonly words: Words;
  /** The workspace chunks of a file in file order, with their content hashes. */
  readonly chunksOf: (file: string) => readonly (NodeRecord & { readonly contentHash: string })[];
  /** Every file that has workspace chunks. */
  readonly files: () => readonly string[];
}

/**
 * Plans what brings the workspace in line with these files.
 * @param workspace all paths that stay; what is in no file of this sync and not among them is gone. Null: nothing else is.
 */
export function planSync(
  source: SyncSource,
  files: readonly FileChunks[],
  workspace: ReadonlySet<string> | null,
  settings: SyncSettings,
): SyncPlan {
  const { graph, words } = source;
  const replaced = replacedChunks(graph, words);
  const paths = new Set(files.map(({ path }) => path));
  const missing = [...new Set([...source.files(), ...replaced.keys()])].filter(
    (path) => workspace && !workspace.has(path) && !paths.has(path),
  );
  const all = [...files, ...missing.map((path) => ({ path, chunks: [] }))];
  for (const path of missing) paths.add(path);
  const matched = all.map((file) => matchFile(source, file, replaced.get(file.path) ?? [], settings));
  const dissolved = dissolvedBy(
    matched.flatMap(({ left }) => left.flatMap((chunk) => chunk.replaced ?? [])),
    replaced,
    (id, chunks) =>
      graph.authorityAt(graph.positionOf(id)) === "overlay" && chunks.every(({ file }) => paths.has(file)),
  );
  return { files: matched.map((file) => planFile(graph, file, dissolved, settings)), dissolved };
}

interface MatchedFile {
  readonly path: string;
  readonly old: readonly KnownChunk[];
  readonly fresh: readonly NewChunk[];
  readonly matches: readonly (KnownChunk | null)[];
  /** Old chunks that no new one continues. */
  readonly left: readonly KnownChunk[];
}

function matchFile(
  source: SyncSource,
  { path, chunks }: FileChunks,
  replaced: readonly ReplacedChunk[],
  settings: SyncSettings,
): MatchedFile {
  const old = knownChunks(source, path, replaced);
  const matches = settings.followText ? matchByText(old, chunks) : matchByPlace(old, chunks);
  const continued = new Set(matches);
  return { path, old, fresh: chunks, matches, left: old.filter((chunk) => !continued.has(chunk)) };
}

/** Chunks of a file in file order, those that are no nodes any more among them. */
function knownChunks(
  source: SyncSource,
  path: string,
  replaced: readonly ReplacedChunk[],
): readonly KnownChunk[] {
  const placed = source.chunksOf(path).map((node) => ({
    place: node.chunk ?? 0,
    chunk: {
      id: node.id,
      hash: node.contentHash,
      summary: node.summary,
      standIns: [] as readonly string[],
      kept: node.metadata.kept === true,
      authority: node.authority,
      replaced: null as ReplacedChunk | null,
    },
  }));
  for (const one of replaced) {
    const { id, hash, standIns } = one;
    const chunk = {
      id,
      hash,
      standIns,
      summary: "",
      kept: false,
      authority: "overlay" as const,
      replaced: one,
    };
    placed.push({ place: one.chunk, chunk });
  }
  return placed.sort((a, b) => a.place - b.place).map(({ chunk }) => chunk);
}

function planFile(
  graph: RouteGraph,
  file: MatchedFile,
  dissolved: ReadonlySet<string>,
  settings: SyncSettings,
): FilePlan {
  const { path, old, fresh, matches, left } = file;
  const mapped = mappedAuthority(path, settings);
  const arrivals = fresh.map((chunk, index): Arrival => {
    const match = matches[index];
    const covered = (match?.standIns ?? []).some((id) => !dissolved.has(id));
    const old = match && (isNode(match) || covered) ? match : null;
    const changed = old !== null && old.hash !== chunk.hash;
    return { fresh: chunk, old, changed, covered, authority: mapped ?? old?.authority ?? "overlay" };
  });
  const leaving = left.filter(isNode);
  return {
    path,
    before: old.filter(({ kept }) => !kept),
    arrivals,
    remainders: remaindersOf(graph, file, leaving.filter(isProtected)),
    gone: leaving.filter((chunk) => !isProtected(chunk)).map(({ id }) => id),
    stale: left.flatMap(({ standIns }) => standIns.filter((id) => !dissolved.has(id))),
  };
}

/** Protected chunks keep their ids; where a chunk of the file needs one, they move behind its end. */
function remaindersOf(
  graph: RouteGraph,
  { path, old, fresh }: MatchedFile,
  chunks: readonly KnownChunk[],
): Remainder[] {
  const needed = new Set(fresh.map(({ id }) => id));
  const taken = new Set([...needed, ...chunks.map(({ id }) => id)]);
  const released = new Set(old.map(({ id }) => id));
  let next = 1 + (fresh.at(-1)?.chunk ?? -1);
  return chunks.map((chunk) => {
    let { id } = chunk;
    if (needed.has(id)) {
      do id = `${path}::${next++}`;
      while (taken.has(id) || (graph.has(id) && !released.has(id)));
    }
    return { old: chunk, id };
  });
}

/** What the settings say of a file: by its path, else by its base name. */
export function mappedAuthority(path: string, { authorities }: SyncSettings): Authority | undefined {
  for (const name of [path, path.slice(path.lastIndexOf("/") + 1)]) {
    if (Object.hasOwn(authorities, name)) return authorities[name];
  }
  return undefined;
}

function isProtected({ authority }: KnownChunk): boolean {
  return authority !== "overlay";
}
