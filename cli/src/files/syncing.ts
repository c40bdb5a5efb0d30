// Brings an agent in line with a folder, batch by batch. Doing it again changes nothing.

import type { MemoryClient } from "../../../client/memory-client.ts";
import { Failure } from "../failure.ts";
import { batchesOf, readWorkspace } from "./workspace.ts";

export interface Indexed {
  readonly files: number;
  readonly chunks: number;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

/** Syncs all files; `progress` hears how many are done. The last batch tells all paths, so that missing files go. */
export async function indexWorkspace(
  memory: MemoryClient,
  folder: string,
  progress: (done: number, all: number) => void,
): Promise<Indexed> {
  const { files, skipped } = readWorkspace(folder);
  if (files.length === 0) throw new Failure(`${folder} holds no text files to index`);
  const left = [...skipped];
  let done = 0;
  let chunks = 0;
  for (const batch of batchesOf(files)) {
    done += batch.length;
    const paths = done === files.length ? files.map(({ path }) => path) : undefined;
    const reply = await memory.sync({ files: [...batch], paths });
    chunks += reply.nodes_added + reply.nodes_updated + reply.nodes_unchanged;
    left.push(...reply.skipped);
    progress(done, files.length);
  }
  return { files: files.length, chunks, skipped: left };
}
