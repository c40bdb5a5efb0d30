// Which memories count for what a caller sees of facts and entities: those that the caller may see, and that had not ended at the time
// that is asked about. What is read by its name counts whenever it held.

import { isWithheld } from "../graph/structure.ts";
import { type KnowledgeView, knowledgeIn } from "./knowledge-view.ts";
import type { Work } from "./memory.ts";
import { viewOf } from "./memory-shelf.ts";

export interface KnowledgeAsked {
  /** The moment that is asked about; absent: now. */
  readonly asOf?: number | undefined;
  /** Of this project and of none; absent: of any. */
  readonly about?: string | undefined;
  /** True: what has ended counts too, and owners see what is sensitive. */
  readonly ever?: boolean | undefined;
}

export function knowledgeFor(work: Work, { asOf, about = "", ever = false }: KnowledgeAsked): KnowledgeView {
  const { graph, call } = work;
  const at = asOf ?? call.now;
  const view = viewOf(work, ever ? "sensitive" : undefined, at);
  const isAbout = (project: string) => about === "" || project === "" || project === about;
  const says = (id: string): boolean => {
    const position = graph.positionOf(id);
    if (position < 0) return false;
    if (graph.kindAt(position) !== "memory") return ever || !isWithheld(graph, position);
    const memory = view.seen(id);
    if (!memory || !isAbout(memory.project)) return false;
    return ever || memory.validTo === null || memory.validTo > at;
  };
  const knowledge = knowledgeIn(work, says, call.now);
  if (about === "") return knowledge;
  return {
    ...knowledge,
    fact(id) {
      const fact = knowledge.fact(id);
      return fact && isAbout(fact.project) ? fact : undefined;
    },
    factsAt: (entity) => knowledge.factsAt(entity).filter(({ project }) => isAbout(project)),
  };
}
