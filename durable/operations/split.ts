// Splitting a node into its parts: parts that the caller names, its paragraphs, or the best suggestions.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { SplitReply, SplitRequest } from "../../wire/upkeep.ts";
import type { Draft } from "../graph/draft.ts";
import { partsOf, type SplitResult, splitNode, suggestSplits } from "../graph/maintenance/split.ts";
import type { VectorOf } from "../graph/maintenance/text-tools.ts";
import { collapsed } from "../text/lines.ts";
import { changeableNode } from "./changeable-node.ts";
import { requireNotErased } from "./erased-before.ts";
import type { Memory, Operation } from "./memory.ts";
import { concludeStructure, rehearse, type Vectors } from "./rehearse.ts";
import { textToolsOf } from "./text-tools.ts";

type Splits = Pick<SplitReply, "suggestions" | "applied">;

export const split: Operation<SplitRequest, SplitReply, Vectors> = {
  wait: (memory, request) =>
    rehearse(memory, (draft, vectorOf) => splitNodes(memory, draft, request, vectorOf)),

  act(work, request, vectors) {
    const splits = splitNodes(work, work.draft, request, (text) => vectors.get(text));
    const dryRun = request.dry_run ?? false;
    concludeStructure(work, dryRun, { task: "split", applied: splits.applied });
    return { ...splits, dry_run: dryRun, total_ms: work.call.elapsed() };
  },
};

function splitNodes(memory: Memory, draft: Draft, request: SplitRequest, vectorOf: VectorOf): Splits {
  if (request.node_id !== undefined)
    return splitNamed(memory, draft, request.node_id, request.chunks, vectorOf);
  if (request.chunks) {
    throw new Refusal("invalid_request", "chunks are the parts of one node: send node_id along with them");
  }
  const { structure } = memory.settings;
  const tools = textToolsOf(structure);
  const suggested = suggestSplits(draft.graph, structure);
  const applied: Splits["applied"] = [];
  for (const { id, needsConfirmation } of suggested) {
    if (applied.length === structure.splitsPerRun) break;
    const parts = partsOf(changeableNode(draft, id).text, structure, tools);
    if (needsConfirmation || parts.length < structure.splitMinParts) continue;
    if (draft.graph.nodeCount + parts.length > LIMITS.nodesPerAgent) break;
    const result = splitNode(draft, id, parts, vectorOf, structure, tools);
    if (result) applied.push(published(id, result));
  }
  const suggestions = suggested.map(({ id, score, reasons }) => ({ node_id: id, score, reasons }));
  return { suggestions, applied };
}

function splitNamed(
  memory: Memory,
  draft: Draft,
  id: string,
  chunks: readonly string[] | undefined,
  vectorOf: VectorOf,
): Splits {
  const { structure } = memory.settings;
  const tools = textToolsOf(structure);
  for (const chunk of chunks ?? []) requireNotErased(memory, tools.strip(chunk));
  const node = changeableNode(draft, id);
  if (chunks && structure.splitFromText) refuseForeignParts(id, node.text, chunks);
  const parts = (chunks ?? partsOf(node.text, structure, tools)).filter((part) => tools.strip(part) !== "");
  if (parts.length < Math.max(1, structure.splitMinParts)) {
    throw new Refusal(
      "invalid_request",
      `a split needs at least ${Math.max(1, structure.splitMinParts)} parts and there are ${parts.length}: send them as chunks`,
    );
  }
  if (draft.graph.nodeCount + parts.length > LIMITS.nodesPerAgent) {
    throw new Refusal(
      "agent_full",
      `an agent holds at most ${LIMITS.nodesPerAgent} nodes: remove some first`,
    );
  }
  const result = splitNode(draft, id, parts, vectorOf, structure, tools);
  if (result) return { suggestions: [], applied: [published(id, result)] };
  throw new Refusal(
    "unavailable",
    "the node changed while its parts were embedded, or the embedder failed: look at the health, and send the request again",
  );
}

/** A split takes a text apart; what the node never said would come in under its file and standing. */
function refuseForeignParts(id: string, text: string, chunks: readonly string[]): void {
  const whole = collapsed(text);
  const index = chunks.findIndex((chunk) => !whole.includes(collapsed(chunk)));
  if (index < 0) return;
  throw new Refusal(
    "invalid_request",
    `chunks[${index}] is not in the text of ${id}: send pieces of that text as they are`,
    { index },
  );
}

function published(id: string, { childIds, edgesRewired, siblingsAdded }: SplitResult): Splits["applied"][0] {
  return {
    parent_id: id,
    child_ids: [...childIds],
    edges_rewired: edgesRewired,
    siblings_added: siblingsAdded,
  };
}
