// What contradicts what is shown, as far as the caller may see it and it holds: whoever is shown one side is told of the other.

import type { Noted } from "../text/conflict-notes.ts";
import { shelvedFacts } from "./knowledge-shelf.ts";
import { knowledgeFor } from "./knowledge-sight.ts";
import { holdsNow, rivalsOf } from "./knowledge-view.ts";
import type { Work } from "./memory.ts";
import { hasMemories, type MemoryQuestion, viewOf } from "./memory-shelf.ts";

export type Rival = Pick<Noted, "id" | "content">;

/** Others that are told of one. */
const TOLD = 5;

/** By id, of those that are in an open dispute. */
export function disputesOf(
  work: Work,
  ids: readonly string[],
  { visibility, asOf }: Pick<MemoryQuestion, "visibility" | "asOf"> = {},
): ReadonlyMap<string, readonly Rival[]> {
  const disputes = new Map<string, readonly Rival[]>();
  if (!hasMemories(work)) return disputes;
  const view = viewOf(work, visibility, asOf);
  const knowledge = knowledgeFor(work, { asOf });
  const rivals = (id: string): string[] => {
    const memory = view.seen(id);
    if (memory?.conflictStatus === "active") {
      const { conflictGroup } = memory;
      return [...view.ids()].filter((other) => {
        const rival = other === id ? undefined : view.seen(other);
        return rival?.conflictGroup === conflictGroup && rival.conflictStatus === "active" && !rival.validTo;
      });
    }
    const fact = knowledge.fact(id);
    if (fact?.conflictStatus !== "active") return [];
    const others = rivalsOf(shelvedFacts(work), fact);
    return others.filter((other) => holdsNow(knowledge.fact(other), work.call.now));
  };
  for (const id of ids) {
    const found = rivals(id).slice(0, TOLD);
    if (found.length > 0)
      disputes.set(
        id,
        found.map((other) => ({ id: other, content: work.store.node(other)?.text ?? "" })),
      );
  }
  return disputes;
}
