// Taught questions are kept in words, so an erasure looks at them too: what an erased author asked or taught, and what
// quotes an erased text, does nothing any more.

import { forgetQuestions } from "../graph/correcting.ts";
import type { Asked } from "../graph/records.ts";
import type { Footprint } from "./erase-footprint.ts";
import type { Work } from "./memory.ts";

export interface ErasedQuestions {
  /** Nodes that stay and lose questions. */
  readonly nodes: ReadonlySet<string>;
  /** Questions of lessons that still wait, by node and journal entry. */
  readonly pending: readonly { readonly id: string; readonly entry: number }[];
}

/** Takes them from the nodes that stay. `author`: whose questions go as well. */
export function eraseQuestions(
  { store, draft }: Work,
  { passages, nodes: going }: Footprint,
  author: string | null,
): ErasedQuestions {
  const isTheirs = ({ by, teacher }: Asked) => author !== null && (by === author || teacher === author);
  const goes = (asked: Asked) => isTheirs(asked) || passages.isIn(asked.text);
  const nodes = new Set<string>();
  for (const { id, asked } of store.erasing.questions()) if (!going.has(id) && goes(asked)) nodes.add(id);
  for (const id of nodes) forgetQuestions(draft, id, goes);
  const pending = [...store.pending.questions()].filter(({ asked }) => goes(asked));
  return { nodes, pending };
}
