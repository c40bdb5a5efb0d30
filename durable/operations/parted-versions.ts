// A change of a version that another one has replaced meanwhile: whoever made it did not know. It becomes a version beside the one that
// stands, in conflict with it, so that nothing is lost and nobody's words end unseen. Whichever came first, the same is left.

import { successorsOf } from "../graph/structure.ts";
import { wordingOf } from "../text/wording.ts";
import type { Work } from "./memory.ts";
import { viewOf } from "./memory-shelf.ts";
import { type NamedMemory, namedMemory } from "./memory-view.ts";

/** The versions that stand now in the place of an earlier one; none where it stands itself, or nothing does any more. */
export function standingAfter(work: Work, id: string): NamedMemory[] {
  const { graph } = work;
  const view = viewOf(work, "sensitive");
  const standing = new Set<string>();
  const seen = new Set<number>();
  const open = successorsOf(graph, graph.positionOf(id));
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    if (seen.has(position)) continue;
    seen.add(position);
    const newer = successorsOf(graph, position);
    open.push(...newer);
    if (newer.length === 0 && view.seen(graph.idAt(position))?.validTo === null)
      standing.add(graph.idAt(position));
  }
  return [...standing].sort().map((one) => namedMemory(work, one));
}

/** The one that says a text already, however it is written. */
export function saying(standing: readonly NamedMemory[], content: string): NamedMemory | undefined {
  return standing.find(({ node }) => wordingOf(node.text) === wordingOf(content));
}
