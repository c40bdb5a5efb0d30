// The contrasts of judged answers as the journal tells them, with all that is in it and without some nodes and events: what
// the ranking of all answers learned from these is taken back with them.

import type { Contrast } from "../graph/learned-ranking.ts";
import type { Json } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import type { JournalEntry } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { contrastAmong, type JudgedNode } from "./leaning.ts";
import type { Memory, Work } from "./memory.ts";

/** By node and digest of the question; null where nothing misled. */
type Told = Map<string, Contrast | null>;

interface Without {
  readonly names: ReadonlySet<string>;
  /** Entries of the journal by their `seq`. */
  readonly entries?: ReadonlySet<number>;
}

export class ToldContrasts {
  private readonly told: Told = new Map();
  private readonly left: Told = new Map();

  constructor({ store }: Pick<Memory, "store">, { names, entries }: Without) {
    for (const entry of store.erasing.journal()) {
      if (entry.type !== "learn" || entry.body.undone !== undefined) continue;
      tell(this.told, entry, new Set());
      if (!entries?.has(entry.seq)) tell(this.left, entry, names);
    }
  }

  /** Of a question that leads to a node, by its digest. */
  without(id: string, question: string): Contrast | null {
    return this.left.get(keyOf(id, question)) ?? null;
  }

  /** Gives what is held by the telling what it would be without; what came otherwise, or was moved since, stays. */
  revise({ draft }: Work): void {
    const differing = [...this.told.keys()].filter((key) => !isSame(this.told.get(key), this.left.get(key)));
    for (const id of new Set(differing.map((key) => key.slice(key.indexOf(" ") + 1)))) {
      for (const route of draft.vectors.routesOf(id)) {
        const asked = draft.asked(id, route);
        const key = asked && keyOf(id, digestOf(asked.text));
        if (key === null || !differing.includes(key) || !isSame(asked?.contrast, this.told.get(key)))
          continue;
        const { contrast: _, ...plain } = asked as NonNullable<typeof asked>;
        const contrast = this.left.get(key);
        const vector = draft.vectors.vector(id, route) as Vector;
        draft.putVector(id, vector, route, contrast ? { ...plain, contrast } : plain);
      }
    }
  }
}

function tell(told: Told, { body }: JournalEntry, gone: ReadonlySet<string>): void {
  const credits = (body.credits ?? null) as { readonly [name: string]: Json } | null;
  if (credits === null) return;
  const listOf = <Item>(name: string) => (credits[name] ?? []) as readonly Item[];
  const question = credits.question as string;
  for (const [id, digest] of listOf<readonly [id: string, digest: string]>("taken"))
    told.delete(keyOf(id, digest));
  const nodes = (name: string) => listOf<JudgedNode>(name).filter(([id]) => !gone.has(id));
  const [answered, misled] = [nodes("answered"), nodes("misled")];
  for (const id of listOf<string>("credited")) {
    const key = keyOf(id, question);
    // A question that leads somewhere is not taught again.
    if (!told.has(key)) told.set(key, contrastAmong(id, answered, misled));
  }
}

function keyOf(id: string, question: string): string {
  return `${question} ${id}`;
}

function isSame(one: Contrast | null | undefined, other: Contrast | null | undefined): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
