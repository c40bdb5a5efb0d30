// What the settings page makes of policies, and of files that leave and arrive.

import { ClientError } from "../../../../client/client-error.ts";
import type { MemoryClient } from "../../../../client/memory-client.ts";
import { pagesOf } from "../../../../client/pages.ts";
import { statePages } from "../../../../client/state-lines.ts";
import { EXPORT_FORMAT, type ImportReply } from "../../../../wire/moving.ts";
import type { Policy } from "../../../../wire/policy.ts";

/** What is wanted otherwise than it is. */
export function changesOf(is: Policy, wanted: Policy): Partial<Policy> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => is[name as keyof Policy] !== value),
  );
}

/** Of a file: how its first line of an export begins. */
const LOOKED_AT = 400;

/** Pages of a file: an export of EdgeBrain, or the state.json of openclawbrain. */
export async function pagesIn(file: Blob): Promise<AsyncIterable<string>> {
  const begins = await file.slice(0, LOOKED_AT).text();
  const isExport = begins.split("\n", 1)[0].includes(`"${EXPORT_FORMAT}"`);
  return isExport ? pagesOf(piecesOf(file)) : statePages(() => piecesOf(file));
}

async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}

export interface ImportWishes {
  readonly replace: boolean;
  readonly another: boolean;
  readonly reembed: boolean;
  readonly dangling: "refuse" | "drop" | "keep";
}

const LOOK_AGAIN_MS = 1_000;

/** Sends a file, tells of every part, and waits for its end also where that takes longer than an answer may. */
export async function importFile(
  memory: MemoryClient,
  file: Blob,
  wishes: ImportWishes,
  onProgress: (reply: ImportReply) => void,
  signal: AbortSignal,
): Promise<ImportReply> {
  let newest: ImportReply | undefined;
  const told = (reply: ImportReply): void => {
    newest = reply;
    onProgress(reply);
  };
  try {
    return await memory.import(await pagesIn(file), { ...wishes, onProgress: told, signal });
  } catch (error) {
    const isLate = error instanceof ClientError && error.kind === "timeout" && !signal.aborted;
    if (isLate && newest?.complete) return ended(memory, newest.id, signal);
    // What can't be finished would keep the next file waiting.
    if (newest) await memory.importCancel(newest.id).catch(() => undefined);
    throw error;
  }
}

async function ended(memory: MemoryClient, id: string, signal: AbortSignal): Promise<ImportReply> {
  for (;;) {
    const reply = await memory.importStatus(id, { signal });
    if (reply.state !== "open") return reply;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** What helps against a refusal, where a field of this page does. */
export function cureOf(error: unknown): string | null {
  if (!(error instanceof ClientError)) return null;
  switch (error.code) {
    case "agent_not_empty":
      return "This agent holds a memory: choose “Take the place of this memory”, or another agent.";
    case "another_agent":
      return "The file is of another agent: choose “It is the memory of another agent, and this is meant”.";
    case "embedder_mismatch":
      return "The file was made with another embedder: choose “Embed its texts anew”.";
    case "dangling_rows":
      return "Some rows name texts that the file lacks: choose what becomes of them.";
    case "erased_before":
      return "The file holds what was erased here. It is not brought back by this page.";
    case "digest_mismatch":
    case "import_incomplete":
    case "invalid_import":
      return "The file is damaged or cut short: export it again at its source.";
    default:
      return null;
  }
}

/** A file name for an export of today. */
export function nameOf(agent: string, now: Date): string {
  return `${agent}-${now.toISOString().slice(0, 10)}.ndjson`;
}

/** All rows of some counts. */
export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
