// Nodes that stand for workspace chunks since a merge or a split took these away: `metadata.replaces` names them.
// Such a chunk counts as present while its text is unchanged. Once it is gone, its stand-ins say what no file says:
// they are dissolved, and what else they stood for comes back as chunks, where its text is at hand.

import type { Metadata, Words } from "./records.ts";
import type { RouteGraph } from "./route-graph.ts";

/** A chunk that is no node any more. */
export interface ReplacedChunk {
  readonly id: string;
  readonly hash: string;
  readonly file: string;
  /** Its place in the file. */
  readonly chunk: number;
  readonly standIns: readonly string[];
}

/** All replaced chunks of a graph by their file, in file order. Reads the words of merged and split nodes only. */
export function replacedChunks(graph: RouteGraph, words: Words): Map<string, ReplacedChunk[]> {
  const chunks = new Map<string, ReplacedChunk & { standIns: string[] }>();
  for (const [id, position] of graph.entries()) {
    const origin = graph.originAt(position);
    if (origin !== "merged" && origin !== "split") continue;
    for (const entry of replacementsOf(words.node(id)?.metadata)) {
      const key = JSON.stringify([entry.id, entry.hash]);
      const known = chunks.get(key);
      if (known) known.standIns.push(id);
      else chunks.set(key, { ...entry, ...placeOf(entry.id), standIns: [id] });
    }
  }
  const byFile = Map.groupBy(chunks.values(), ({ file }) => file);
  for (const list of byFile.values()) list.sort((a, b) => a.chunk - b.chunk);
  return byFile;
}

/** What `metadata.replaces` names. */
export function replacementsOf(metadata: Metadata | undefined): { id: string; hash: string }[] {
  const replaces = metadata?.replaces;
  return Array.isArray(replaces) ? (replaces as { id: string; hash: string }[]) : [];
}

/**
 * The stand-ins of chunks that are gone, as far as they `mayGo`; and where one goes, those that share a chunk with it,
 * since that chunk comes back whole.
 */
export function dissolvedBy(
  gone: readonly ReplacedChunk[],
  replaced: ReadonlyMap<string, readonly ReplacedChunk[]>,
  mayGo: (standIn: string, chunks: readonly ReplacedChunk[]) => boolean,
): Set<string> {
  const chunksOf = new Map<string, ReplacedChunk[]>();
  for (const chunk of [...replaced.values()].flat()) {
    for (const standIn of chunk.standIns) {
      const chunks = chunksOf.get(standIn);
      if (chunks) chunks.push(chunk);
      else chunksOf.set(standIn, [chunk]);
    }
  }
  const dissolved = new Set<string>();
  const open = gone.flatMap(({ standIns }) => standIns);
  for (let standIn = open.pop(); standIn !== undefined; standIn = open.pop()) {
    const chunks = chunksOf.get(standIn) ?? [];
    if (dissolved.has(standIn) || !mayGo(standIn, chunks)) continue;
    dissolved.add(standIn);
    open.push(...chunks.flatMap(({ standIns }) => standIns));
  }
  return dissolved;
}

function placeOf(id: string): { file: string; chunk: number } {
  const end = id.lastIndexOf("::");
  return { file: id.slice(0, end), chunk: Number(id.slice(end + 2)) };
}
