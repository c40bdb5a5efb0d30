// The node that a caller names for a change of its text or place.

import { Refusal } from "../../wire/errors.ts";
import type { Draft } from "../graph/draft.ts";
import type { NodeRecord } from "../graph/records.ts";
import { isExperience, isGuarded, isPart } from "../graph/structure.ts";

/** The node with this id. Refuses an unknown one, and a constitutional one, which stays as it is. */
export function changeableNode(draft: Draft, id: string): NodeRecord {
  const node = draft.graph.has(id) ? draft.node(id) : undefined;
  if (!node) throw unknownNode(id);
  if (isPart(node.kind)) {
    throw new Refusal(
      "protected_node",
      `node ${id} is part of a procedure, which changes as a whole: send a new version with POST /procedures`,
    );
  }
  if (isExperience(draft.graph, id)) {
    throw new Refusal(
      "protected_node",
      `node ${id} is a record of a run, which stays as it was: erase it, or leave it`,
    );
  }
  if (node.kind === "memory") {
    throw new Refusal(
      "protected_node",
      `node ${id} is a memory, which has versions: change it with PATCH /memories/{id}`,
    );
  }
  if (isGuarded(node.kind)) {
    throw new Refusal(
      "protected_node",
      `node ${id} is what memory tells of ${node.kind === "fact" ? "two entities: say another fact, or end it with DELETE /facts/{id}" : "somebody or something: say it in a memory or a fact"}`,
    );
  }
  if (node.authority !== "constitutional") return node;
  throw new Refusal(
    "protected_node",
    `node ${id} is constitutional: take its anchor away before changing it`,
  );
}

export function unknownNode(id: string): Refusal {
  return new Refusal(
    "not_found",
    `there is no node ${id}: ids are those of queries, anchors and the journal`,
  );
}
