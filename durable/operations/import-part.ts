// One part of an import: its lines are checked, and its rows wait with those before. The same part again is nothing new.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { ImportPart, ImportReply } from "../../wire/moving.ts";
import { statusOf } from "./import.ts";
import { type Part, readPart } from "./import-lines.ts";
import { asJson, type OpenImport, openImport, type Progress, sumOf } from "./import-progress.ts";
import { type Read, readRows } from "./import-rows.ts";
import type { Call, Memory, Operation } from "./memory.ts";

/** What is to be added; null for a part that is here already. */
type Awaited = { readonly part: Part; readonly read: Read; readonly progress: Progress } | null;

const encoder = new TextEncoder();

export const importPart: Operation<ImportPart, ImportReply, Awaited> = {
  async wait(memory, { id, n, lines }, call) {
    const open = openImport(memory.store, id, call.now);
    if (isHere(memory, open, n, lines)) return null;
    const { progress } = open;
    const part = readPart(lines, progress.sha256, n === 0 ? open.plan.sent : null);
    const read = sumOf(progress.read, Object.fromEntries(countsOf(part)));
    const bytes = progress.bytes + encoder.encode(lines).length;
    requireLimits(read, bytes);
    const rows = await readRows(memory, open, part.rows, stampOf(call));
    return {
      part,
      read: rows,
      progress: {
        next: n + 1,
        sha256: part.sha256,
        bytes,
        read,
        dropped: sumOf(progress.dropped, rows.dropped),
        reembedded: progress.reembedded + rows.reembedded,
        footer: part.footer,
      },
    };
  },

  act(work, { id, n, lines }, awaited) {
    const { store, call } = work;
    // Another delivery of the same part may have come while texts were embedded.
    const open = openImport(store, id, call.now);
    if (awaited && !isHere(work, open, n, lines)) {
      const { part, read, progress } = awaited;
      store.imports.stage(id, { n, sha256: part.sha256, rows: read.rows }, asJson(progress), call.now);
    }
    return statusOf(work, id);
  },
};

/** True when this very part has arrived. Refuses another one in its place, and one that does not come next. */
function isHere({ store }: Memory, { plan, progress }: OpenImport, n: number, lines: string): boolean {
  if (n === progress.next && !progress.footer) return false;
  const known = store.imports.digestUpTo(n);
  if (known === undefined) {
    const next = progress.footer
      ? "the footer has arrived: finish the import"
      : `part ${progress.next} comes next`;
    throw new Refusal("part_order", `part ${n} can't be taken now: ${next}`, { next_part: progress.next });
  }
  const before = n === 0 ? "" : (store.imports.digestUpTo(n - 1) as string);
  if (readPart(lines, before, n === 0 ? plan.sent : null).sha256 === known) return true;
  throw new Refusal(
    "part_order",
    `part ${n} has arrived with other lines: send part ${progress.next}, or begin anew`,
  );
}

function countsOf({ rows }: Part): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function requireLimits(read: Progress["read"], bytes: number): void {
  if (Math.max(read.nodes ?? 0, read.node ?? 0) > LIMITS.nodesPerAgent) {
    throw new Refusal(
      "agent_full",
      `the file has more than ${LIMITS.nodesPerAgent} nodes, which is the most of an agent`,
    );
  }
  if (bytes > LIMITS.importBytes) {
    throw new Refusal(
      "too_large",
      `an import has at most ${LIMITS.importBytes} bytes: prune the memory before it is exported`,
    );
  }
}

function stampOf({ now, author }: Call) {
  return { at: now, author };
}
