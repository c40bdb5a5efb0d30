// Anchors: who may change a node's standing. Listing the anchored nodes, setting and taking away an anchor.

import type { AnchorList, AnchorReply, AnchorRequest } from "../../wire/upkeep.ts";
import { unknownNode } from "./changeable-node.ts";
import type { Operation } from "./memory.ts";

type Nothing = Record<string, never>;

export const anchors: Operation<Nothing, AnchorList> = {
  act({ graph, call }) {
    const nodes: AnchorList["nodes"] = [];
    for (const [id, position] of graph.entries()) {
      const authority = graph.authorityAt(position);
      if (authority !== "overlay") nodes.push({ id, authority });
    }
    return { nodes, count: nodes.length, total_ms: call.elapsed() };
  },
};

export const anchor: Operation<AnchorRequest, AnchorReply> = {
  about: ({ node_id: id }) => id,
  act({ draft, graph, store, call }, { node_id: id, authority }) {
    const node = graph.has(id) ? draft.node(id) : undefined;
    if (!node) throw unknownNode(id);
    if (node.authority !== authority) {
      draft.putNode({ ...node, authority });
      const body = { node_id: id, authority, before: node.authority };
      const stamp = { at: call.now, author: call.author };
      store.record("anchor", body, stamp);
      const detail = `authority:${node.authority}:${authority}`;
      store.audit.append({ kind: "anchor", target: `node:${id}`, detail }, stamp);
    }
    return { node_id: id, authority, total_ms: call.elapsed() };
  },
};
