// What a newer version of a memory still says of what the older one said: it mentions the entities whose names it holds, and says the
// same facts where it says the same in other words. All else it has to be heard to say.

import { mentionersOf } from "../graph/knowledge/edges.ts";
import { DERIVED_FROM, MENTIONS } from "../graph/structure.ts";
import { nameKey, saidIn } from "./knowledge-rows.ts";
import type { Work } from "./memory.ts";
import { sayTheSame } from "./placing-memory.ts";

/** After the newer version took over the edges of the older one, mentions among them. */
export function carryKnowledge({ draft }: Work, newer: string, older: string): void {
  const { graph } = draft;
  const [text, before] = [newer, older].map((id) => draft.node(id)?.text ?? "");
  const key = nameKey(text);
  for (const edge of graph.outgoing(graph.positionOf(newer))) {
    if (graph.edgeKindAt(edge) !== MENTIONS) continue;
    const entity = graph.idAt(graph.targets[edge]);
    const { name, aliases } = saidIn(draft.edgeMetadata(newer, entity));
    const node = draft.node(entity);
    const isNamed = [node?.text ?? "", name, ...aliases].some(
      (one) => one !== "" && key.includes(nameKey(one)),
    );
    if (!isNamed) {
      const back = graph.edgeOf(entity, newer);
      draft.cutEdge(edge);
      if (back >= 0) draft.cutEdge(back);
    }
    // Whoever keeps it in mind reads its edges anew.
    if (node && mentionersOf(graph, graph.positionOf(entity)).length > 0) draft.putNode(node);
  }
  if (!sayTheSame(text, before)) return;
  for (const edge of graph.incoming(graph.positionOf(older))) {
    if (graph.edgeKindAt(edge) !== DERIVED_FROM) continue;
    const fact = graph.idAt(graph.sources[edge]);
    draft.putEdge({
      ...{ source: fact, target: newer, weight: 0, kind: DERIVED_FROM },
      ...{ relevance: null, metadata: {} },
    });
  }
}
