// Structure changes make texts whose vectors must be there before the graph is touched. So `wait` rehearses the
// change on a draft that it takes back, and embeds the texts that were asked for; `act` decides again.

import { EmbedderFailure } from "../embed/failure.ts";
import { Draft } from "../graph/draft.ts";
import type { VectorOf } from "../graph/maintenance/text-tools.ts";
import type { Json, Metadata, Words } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import { embedOrNot } from "./embedding.ts";
import type { Memory, Work } from "./memory.ts";

/** The parts of a memory that a rehearsal reads. */
export type Rehearsed = Pick<Memory, "graph" | "vectors" | "embedder"> & { readonly store: Words };
export type Vectors = ReadonlyMap<string, Vector>;

/** The vectors that `act` asks for. Refusals of `act` come through, before anything is embedded. */
export async function rehearse(
  memory: Rehearsed,
  act: (draft: Draft, vectorOf: VectorOf) => void,
): Promise<Vectors> {
  const texts = new Set<string>();
  const blank = new Float64Array(memory.embedder.dimension);
  const draft = new Draft(memory.graph, memory.vectors, memory.store);
  try {
    act(draft, (text) => {
      texts.add(text);
      return blank;
    });
  } finally {
    draft.rollback();
  }
  if (texts.size === 0) return new Map();
  const asked = [...texts];
  const vectors = await embedOrNot(memory.embedder, asked, "document");
  // Without them `act` leaves the structure as it is.
  if (vectors instanceof EmbedderFailure) return new Map();
  return new Map(asked.map((text, index) => [text, vectors[index]]));
}

/** Ends a structure change: a dry run is taken back, and the journal says what was done, or would have been. */
export function concludeStructure(work: Work, dryRun: boolean, body: Record<string, Json>): void {
  if (dryRun) work.draft.rollback();
  const entry: Metadata = { ...body, dry_run: dryRun };
  work.store.record("structure", entry, { at: work.call.now, author: work.call.author });
}
