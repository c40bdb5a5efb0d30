// What an erasure names, what would go, and how it is known that it has gone.

import type { MemoryClient } from "../../../../client/memory-client.ts";
import type { ReplyOf, RequestOf } from "../../../../wire/endpoints.ts";

export type Footprint = ReplyOf<"erase">;
export type Receipt = NonNullable<Footprint["receipt"]>;
export type Target = Omit<RequestOf<"erase">, "dry_run">;

export const ERASED_BY = [
  ["node_ids", "Single memories or texts"],
  ["source", "All of a file or source"],
  ["author", "All that a token wrote"],
  ["project", "All of a project"],
  ["agent", "Everything of this agent"],
] as const;
export type ErasedBy = (typeof ERASED_BY)[number][0];

/** The target that was typed; null where nothing is named. */
export function targetOf(by: ErasedBy, named: string): Target | null {
  if (by === "agent") return { agent: true };
  if (by === "node_ids") {
    const ids = [...new Set(named.split("\n").map((id) => id.trim()))].filter((id) => id !== "");
    return ids.length === 0 ? null : { node_ids: ids };
  }
  return named.trim() === "" ? null : { [by]: named.trim() };
}

/** Rows by their table, most first, with what the tables are called. */
export function countsOf(counts: Readonly<Record<string, number>>): (readonly [string, number])[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([table, count]) => [table.replaceAll("_", " "), count] as const);
}

export const BECAUSE = {
  named: "named",
  derived: "made of it",
  same_text: "says the same",
} as const;

export interface Proof {
  readonly receipt: Receipt;
  /** Whether this server made the receipt, and nobody changed it. */
  readonly genuine: boolean;
  /** Whether neither home holds anything of it. */
  readonly verified: boolean;
  readonly reasons: readonly string[];
  /** The last change that the replica holds. */
  readonly applied: number | null;
}

/** Has a receipt checked, and both homes looked at. */
export async function proofOf(memory: MemoryClient, id: string, signal?: AbortSignal): Promise<Proof> {
  const { receipt, verified, reasons, applied_seq } = await memory.erasure(id, { signal });
  const { genuine } = await memory.verifyReceipt({ receipt }, { signal });
  return { receipt, genuine, verified, reasons, applied: applied_seq };
}

/** How many texts it takes. */
export function textsOf({ nodes, nodes_left_out }: Footprint): string {
  const count = nodes.length + nodes_left_out;
  return `${count.toLocaleString("en")} ${count === 1 ? "text" : "texts"}`;
}

/** Texts of nodes by their ids, of the first that would go; without those that can't be read. */
export async function textsIn(
  memory: MemoryClient,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const read = ids.slice(0, TEXTS_READ).map(async (id) => {
    const node = await memory.node(id, { signal }).catch(() => undefined);
    return [id, node?.text ?? ""] as const;
  });
  return new Map((await Promise.all(read)).filter(([, text]) => text !== ""));
}

const TEXTS_READ = 10;
