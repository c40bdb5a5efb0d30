// Verify: whether a claim stands word by word in a node's text, as the caller may read it: a guess at what is masked for the
// caller is never confirmed. It says nothing of whether the claim is true.

import type { VerifyReply, VerifyRequest } from "../../wire/procedures.ts";
import { isKeptBack, isSuperseded } from "../graph/structure.ts";
import { verified } from "../text/claim.ts";
import { unknownNode } from "./changeable-node.ts";
import type { Operation } from "./memory.ts";
import { readableBy } from "./redaction.ts";

export const verify: Operation<VerifyRequest, VerifyReply> = {
  act(work, { node_id: id, claim }) {
    const { graph, store, call } = work;
    const node = graph.has(id) && !isKeptBack(graph, id) ? store.storedNode(id) : undefined;
    if (!node || work.draft.hides(id)) throw unknownNode(id);
    const { text } = readableBy(work, { text: node.text }, call);
    const { match, occurrences } = verified(text, claim);
    return {
      node_id: id,
      literal_match: match,
      matches: occurrences.map((one) => ({ ...one })),
      superseded: isSuperseded(graph, graph.positionOf(id)),
      untrusted: true,
      total_ms: call.elapsed(),
    };
  },
};
