// Which memories a filter lets through: by when they hold, by whose they are, by what they are. Without a filter only what
// holds now is seen, and nothing that is sensitive.

import type { MemoryRecord, Scope, Visibility } from "./memory-record.ts";

export interface MemoryFilter {
  readonly type?: string;
  readonly scope?: Scope;
  readonly visibility?: Visibility;
  /** Exactly this project. */
  readonly project?: string;
  /** All of them. */
  readonly tags?: readonly string[];
  readonly source?: string;
  readonly conflictStatus?: "active" | "resolved";
  readonly userId?: string;
  readonly leastConfidence?: number;
  /** What held at this instant; outranks `includeInvalidated`. */
  readonly asOf?: number;
  readonly includeInvalidated?: boolean;
  /** Began to hold at this instant or before it. */
  readonly validBefore?: number;
  /** Began to hold at this instant or after it. */
  readonly validAfter?: number;
}

/** Whether a memory held at an instant: from its beginning on, and before its end. */
export function holdsAt(
  { validFrom, validTo }: Pick<MemoryRecord, "validFrom" | "validTo">,
  instant: number,
) {
  return (validFrom === null || validFrom <= instant) && (validTo === null || validTo > instant);
}

export function passes(memory: MemoryRecord, filter: MemoryFilter): boolean {
  const { validFrom, validTo } = memory;
  const holds =
    filter.asOf === undefined
      ? validTo === null || filter.includeInvalidated === true
      : holdsAt(memory, filter.asOf);
  if (!holds) return false;
  if (filter.validBefore !== undefined && validFrom !== null && validFrom > filter.validBefore) return false;
  if (filter.validAfter !== undefined && (validFrom === null || validFrom < filter.validAfter)) return false;
  if (
    filter.visibility === undefined
      ? memory.visibility === "sensitive"
      : memory.visibility !== filter.visibility
  )
    return false;
  if (filter.leastConfidence !== undefined && memory.confidence < filter.leastConfidence) return false;
  const wanted: readonly (readonly [string | undefined, string | null])[] = [
    [filter.type, memory.type],
    [filter.scope, memory.scope],
    [filter.project, memory.project],
    [filter.source, memory.source],
    [filter.conflictStatus, memory.conflictStatus],
    [filter.userId, memory.userId],
  ];
  return (
    wanted.every(([want, is]) => want === undefined || want === is) &&
    (filter.tags ?? []).every((tag) => memory.tags.includes(tag))
  );
}

/** Whether a question about a project may see a memory: one of that project, or of none. */
export function isOfProject({ project }: Pick<MemoryRecord, "project">, asked: string): boolean {
  return asked === "" || project === "" || project === asked;
}

/** A memory and the versions before it, newest first; ends where a version is missing or comes again. */
export function lineageOf(id: string, supersededBy: (id: string) => string | null | undefined): string[] {
  const chain: string[] = [];
  let next: string | null = id;
  while (next !== null && !chain.includes(next)) {
    const older = supersededBy(next);
    if (older === undefined) break;
    chain.push(next);
    next = older;
  }
  return chain;
}
