// Merging two nodes into one: a pair that the caller names, or the best suggestions.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { MergeReply, MergeRequest } from "../../wire/upkeep.ts";
import { lengthOf } from "../graph/code-points.ts";
import type { Draft } from "../graph/draft.ts";
import {
  isMergeable,
  mergedText,
  mergePair,
  mixesWorkspace,
  type Pair,
  suggestMerges,
} from "../graph/maintenance/merge.ts";
import type { VectorOf } from "../graph/maintenance/text-tools.ts";
import { changeableNode } from "./changeable-node.ts";
import type { Memory, Operation } from "./memory.ts";
import { concludeStructure, rehearse, type Vectors } from "./rehearse.ts";
import { textToolsOf } from "./text-tools.ts";

type Merges = Pick<MergeReply, "suggestions" | "applied">;

export const merge: Operation<MergeRequest, MergeReply, Vectors> = {
  wait: (memory, request) =>
    rehearse(memory, (draft, vectorOf) => mergePairs(memory, draft, request, vectorOf)),

  act(work, request, vectors) {
    const merges = mergePairs(work, work.draft, request, (text) => vectors.get(text));
    const dryRun = request.dry_run ?? false;
    concludeStructure(work, dryRun, { task: "merge", applied: merges.applied });
    return { ...merges, dry_run: dryRun, total_ms: work.call.elapsed() };
  },
};

function mergePairs(memory: Memory, draft: Draft, request: MergeRequest, vectorOf: VectorOf): Merges {
  const { structure } = memory.settings;
  const tools = textToolsOf(structure);
  if (request.nodes) {
    refuseUnlessMergeable(memory, draft, request.nodes);
    const id = mergePair(draft, request.nodes, vectorOf, structure, tools);
    if (id === null) {
      throw new Refusal(
        "unavailable",
        "the nodes changed while their text was embedded, or the embedder failed: look at the health, and send the request again",
      );
    }
    return { suggestions: [], applied: [{ merged_id: id, from: request.nodes }] };
  }
  const pairs = suggestMerges(draft.graph, structure).filter((pair) => isMergeable(draft, pair, structure));
  const applied: Merges["applied"] = [];
  for (const pair of pairs) {
    if (applied.length === (request.max_merges ?? structure.mergesPerRun)) break;
    if (!pair.every((id) => draft.graph.has(id))) continue;
    const id = mergePair(draft, pair, vectorOf, structure, tools);
    if (id !== null) applied.push({ merged_id: id, from: [...pair] });
  }
  return { suggestions: pairs.map((pair) => [...pair]), applied };
}

function refuseUnlessMergeable({ settings }: Memory, draft: Draft, [a, b]: Pair): void {
  const nodes = [changeableNode(draft, a), changeableNode(draft, b)] as const;
  if (mixesWorkspace(nodes, settings.structure)) {
    throw new Refusal(
      "protected_node",
      "only one of these nodes comes from a file, and a change of that file would take the other along: connect them instead",
    );
  }
  if (lengthOf(mergedText(...nodes)) > LIMITS.text) {
    throw new Refusal(
      "too_large",
      `the merged text would be longer than ${LIMITS.text} characters: merge shorter nodes, or split these first`,
    );
  }
}
