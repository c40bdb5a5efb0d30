// What a write would have done with a vector, done now that the vector is there: the node is linked with its neighbours, a
// correction finds what it corrects, the question that was answered wrongly leads to it.

import { linkMissing, neighboursOf } from "../graph/connecting.ts";
import { LEADING, MISLEADING, teachQuestion } from "../graph/correcting.ts";
import { edgesAround } from "../graph/edge-notes.ts";
import type { NodeRecord } from "../graph/records.ts";
import { isKeptBack } from "../graph/structure.ts";
import { liftNoted } from "../graph/syncing.ts";
import type { Vector } from "../graph/vectors.ts";
import type { PendingLesson } from "../store/ports.ts";
import { type Deferred, type Injected, recordInjection } from "./injection-entry.ts";
import type { Work } from "./memory.ts";
import { hiddenFrom } from "./sight.ts";
import { takeEffect, taughtNow } from "./teaching.ts";
import { walkOfIds } from "./walk-of.ts";

/** Keeps the vector of a node's own text. What corrections kept down goes free where it has come closer to them. */
export function keepOwnVector(work: Work, node: NodeRecord, vector: Vector): void {
  work.draft.putVector(node.id, vector);
  if (work.settings.sync.liftCorrections && node.origin === "workspace") liftNoted(work.draft, node.id);
}

/** What came of the rest of a lesson. */
export interface Finished {
  readonly edgesAdded: number;
  readonly suppresses: readonly string[];
}

const NOTHING: Finished = { edgesAdded: 0, suppresses: [] };

/** Does the rest of a lesson. `vector`: of the node's own text; `question`: of what the lesson asked. */
export function finishLesson(
  work: Work,
  node: NodeRecord,
  vector: Vector,
  { entry, asked }: PendingLesson,
  question: Vector | null,
): Finished {
  const { store, draft } = work;
  store.pending.lessonEnds(node.id, entry);
  const [told] = store.journal(1, entry + 1, "inject");
  const deferred = told?.seq === entry ? (told.body.deferred as Deferred | undefined) : undefined;
  if (!deferred || isKeptBack(draft.graph, node.id)) {
    // It is kept back. Or there is nothing but a question: an import brought it along, or an erasure took what the entry
    // told of others. Such an entry is the row that it belongs to, below 0.
    const side = -entry >= MISLEADING.first ? MISLEADING : LEADING;
    if (question) teachQuestion(draft, node.id, question, asked && taughtNow(work, asked), side);
    return NOTHING;
  }
  const { hides } = draft;
  // It sees what whoever taught it saw, whoever is at work now.
  draft.hides = hiddenFrom(work, { author: told.author, role: deferred.by ?? "agent" });
  const earlier = edgesAround(draft.graph, node.id);
  const { injected, suppresses } =
    "link" in deferred
      ? { injected: link(work, node, vector, deferred.link), suppresses: [] }
      : corrected(work, node, vector, deferred, asked && { asked, vector: question });
  recordInjection(work, injected, node, { suppresses, earlier, late: entry, asked }, told.author);
  draft.hides = hides;
  return { edgesAdded: injected.edgesAdded, suppresses };
}

function link(
  { draft, settings }: Work,
  { id }: NodeRecord,
  vector: Vector,
  minSimilarity: number,
): Injected {
  const neighbours = neighboursOf(draft, id, vector, { topK: settings.injection.topK, minSimilarity });
  const edgesAdded = linkMissing(draft, id, neighbours, settings.injection.neighbourShare);
  const linked = neighbours.map((neighbour) => neighbour.id);
  return { nodeId: id, injected: false, neighbours, linked, edgesAdded, leastSimilarity: minSimilarity };
}

function corrected(
  work: Work,
  node: NodeRecord,
  vector: Vector,
  { corrects, fired }: Extract<Deferred, { corrects: unknown }>,
  question: Parameters<typeof takeEffect>[2]["question"],
): { injected: Injected; suppresses: readonly string[] } {
  const { draft, settings } = work;
  const { topK, minSimilarity, correctionLinks } = settings.injection;
  const placed =
    correctionLinks === "neighbours"
      ? link(work, node, vector, minSimilarity)
      : {
          nodeId: node.id,
          injected: false,
          neighbours: neighboursOf(draft, node.id, vector, { topK, minSimilarity }),
          linked: [],
          edgesAdded: 0,
        };
  const named = corrects?.filter((id) => draft.graph.has(id)) ?? null;
  const walk = fired && walkOfIds(fired);
  const { suppressed, ...injected } = takeEffect(work, placed, {
    node,
    vector,
    question,
    walk,
    corrects: named,
  });
  return { injected, suppresses: suppressed.ids };
}
