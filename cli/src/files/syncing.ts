// Brings an agent in line with a folder, batch by batch. Doing it again changes nothing, and a run that was cut short is
// gone on with: what the service has taken is noted after each batch, and not sent again until it changes.

import { createHash } from "node:crypto";
import type { MemoryClient } from "../../../client/memory-client.ts";
import { patiently } from "../../../client/replaying.ts";
import type { SyncReply } from "../../../wire/upkeep.ts";
import { Failure } from "../failure.ts";
import { batchesOf, readWorkspace, type WorkspaceFile } from "./workspace.ts";

/** What the service has of a folder, by path: a digest of each text. */
export interface Told {
  /** Of the memory, at the time: with another one it became another memory since. */
  readonly generation: number | null;
  /** Of the memory, at the time: a smaller one means that the memory was set back. */
  readonly revision: number;
  readonly files: Readonly<Record<string, string>>;
}

export const NOTHING_TOLD: Told = { generation: null, revision: 0, files: {} };

export interface SyncOptions {
  readonly told?: Told;
  /** Hears of every batch that was taken. */
  readonly keep?: (told: Told) => void;
  /** Hears how many files are done. */
  readonly progress?: (done: number, all: number) => void;
  readonly dryRun?: boolean;
  readonly overrideErased?: boolean;
}

type Counted = Exclude<
  { [Name in keyof SyncReply]: SyncReply[Name] extends number | undefined ? Name : never }[keyof SyncReply],
  "total_ms" | undefined
>;
const COUNTED = [
  "nodes_added",
  "nodes_updated",
  "nodes_removed",
  "nodes_unchanged",
  "nodes_metadata_updated",
  "embeddings_computed",
  "embeddings_pending",
  "corrections_lifted",
] as const satisfies readonly Counted[];

export type Synced = Record<(typeof COUNTED)[number], number> & {
  /** Of the folder, those that were sent, and those that the service had before. */
  readonly files: number;
  readonly files_sent: number;
  readonly files_known: number;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
};

/** Syncs a folder. Files that are not in it any more go, with the last batch. */
export async function syncWorkspace(
  memory: Pick<MemoryClient, "sync" | "info">,
  folder: string,
  { told = NOTHING_TOLD, keep, progress, dryRun = false, overrideErased }: SyncOptions = {},
): Promise<Synced> {
  const { files, skipped } = readWorkspace(folder);
  if (files.length === 0) throw new Failure(`${folder} holds no text files to index`);
  const known = await stillTrue(memory, told);
  const digests = new Map(files.map(({ path, text }) => [path, digestOf(text)]));
  const changed = files.filter(({ path }) => known.files[path] !== digests.get(path));
  const isLeft = Object.keys(known.files).some((path) => !digests.has(path));
  const counts = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Record<Counted, number>;
  const left = [...skipped];
  let noted: Record<string, string> = { ...known.files };
  let done = files.length - changed.length;
  let sent = 0;
  progress?.(done, files.length);
  for (const batch of changed.length > 0 ? batchesOf(changed) : isLeft ? [[]] : []) {
    sent += batch.length;
    const isLast = sent === changed.length;
    const request = {
      files: [...batch],
      paths: isLast ? files.map(({ path }) => path) : undefined,
      dry_run: dryRun || undefined,
      override_erased: overrideErased,
    };
    const reply = await patiently(() => memory.sync(request), undefined);
    for (const name of COUNTED) counts[name] += reply[name] ?? 0;
    left.push(...reply.skipped);
    noted = taken(noted, batch, digests, reply);
    if (isLast) noted = Object.fromEntries(Object.entries(noted).filter(([path]) => digests.has(path)));
    if (!dryRun) keep?.({ ...known, files: noted });
    done += batch.length;
    progress?.(done, files.length);
  }
  if (!dryRun && sent > 0) {
    // The generation stays that of the beginning: what was sent before the memory became another is sent again.
    keep?.({ ...known, revision: (await memory.info()).revision, files: noted });
  }
  return {
    ...counts,
    files: files.length,
    files_sent: sent,
    files_known: files.length - changed.length,
    skipped: left,
  };
}

/** What was told, unless the memory has lost it since. */
async function stillTrue(memory: Pick<MemoryClient, "info">, told: Told): Promise<Told> {
  const { nodes, revision, generation } = await memory.info();
  const isLost = nodes === 0 || revision < told.revision || generation !== told.generation;
  return isLost ? { generation, revision, files: {} } : told;
}

/** What was left out is sent again next time. */
function taken(
  noted: Readonly<Record<string, string>>,
  batch: readonly WorkspaceFile[],
  digests: ReadonlyMap<string, string>,
  { skipped }: SyncReply,
): Record<string, string> {
  const out = new Set(skipped.map(({ path }) => path));
  const fresh = batch
    .filter(({ path }) => !out.has(path))
    .map(({ path }) => [path, digests.get(path) as string]);
  return { ...noted, ...Object.fromEntries(fresh) };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
