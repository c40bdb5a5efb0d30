// Asking: the question's nearest nodes seed a walk; what fired comes back best first, in a fenced context.
// Only what is shown becomes the trail's fired list: feedback is never credited to what nobody saw.

import type { QueryReply, QueryRequest } from "../../wire/query.ts";
import type { Settings } from "../graph/settings.ts";
import type { Walk } from "../graph/traversal.ts";
import { citationOf } from "../text/citation.ts";
import { withNote } from "../text/conflict-notes.ts";
import { fencedContext } from "../text/context.ts";
import { disputesOf } from "./disputed.ts";
import { knowledgeFor } from "./knowledge-sight.ts";
import type { KnowledgeView } from "./knowledge-view.ts";
import { filterOf } from "./memories.ts";
import type { Operation, Work } from "./memory.ts";
import type { MemoryQuestion } from "./memory-shelf.ts";
import { placeInProcedure } from "./procedure-nodes.ts";
import {
  type EmbeddedQuestion,
  embedQuestion,
  excluding,
  keepTrail,
  lapsOf,
  type Recall,
  type RecallSettings,
  recall,
} from "./recall.ts";

type FiredNode = QueryReply["fired"][number];

/** Recalls what matters for a question. Refuses when the memory was made with another embedder. */
export const query: Operation<QueryRequest, QueryReply, EmbeddedQuestion> = {
  wait: (memory, request, call) => embedQuestion(memory, request.query, call),

  act(work, request, { vector, failure, reach, embedMs }) {
    const { call, vectors } = work;
    const settings = settingsFor(request, work.settings);
    const recalled = recall(
      work,
      {
        ...{ text: request.query, vector, reach, isAllowed: allowing(work, request) },
        memories: memoriesFor(request, call.now),
      },
      settings,
    );
    const { seeds, walk, searchMs, walkMs } = recalled;

    const lap = lapsOf(call);
    const shown = isSilent(work, recalled) ? [] : shownNodes(work, walk, request);
    const ranked = shown.toSorted((a, b) => b.score - a.score);
    const ids = ranked.map(({ id }) => id);
    const disputes = disputesOf(work, ids, memoriesFor(request, call.now));
    const entries = ranked.map(({ provenance, text, ...node }) => ({
      ...{ ...node, citation: provenance.citation },
      text: withNote(text, disputes.get(node.id) ?? []),
    }));
    const context = fencedContext(entries, call.id, settings.traversal.maxContextChars);
    const renderMs = lap();

    const reply: QueryReply = {
      query_id: call.id,
      fired: ranked.map((node) => ({
        ...node,
        ...(disputes.has(node.id) && { conflicts_with: disputes.get(node.id)?.map(({ id }) => id) }),
      })),
      context: context.text,
      context_ids: [...context.includedIds],
      decision: ranked.length > 0 ? "answered" : "low_confidence",
      confidence: recalled.confidence,
      ...(failure && { degraded: "embedder_unavailable" }),
      ...(reach?.failed && { degraded: "vectorize_unavailable" }),
      seeds: seeds.map(([id, score]) => ({ id, score })),
      suppressed: walk.suppressed.map(({ id, by }) => ({ id, by: [...by] })),
      timings: {
        embed_ms: embedMs,
        search_ms: searchMs,
        walk_ms: walkMs,
        render_ms: renderMs,
        total_ms: call.elapsed(),
      },
      work: { vectors: vectors.size, ...walk.work },
    };
    keepTrail(work, recalled, {
      query: request.query,
      chatId: request.chat_id ?? null,
      fired: shown.map(({ id }) => id),
      contextIds: reply.context_ids,
      decision: reply.decision,
      work: reply.work,
      filters: { files: request.exclude_files ?? [], prefixes: request.exclude_file_prefixes ?? [] },
    });
    return reply;
  },
};

/** Whether to say nothing rather than something that is about something else. */
function isSilent({ settings: { silence } }: Work, { confidence }: Recall): boolean {
  return silence !== null && confidence !== null && confidence < silence.leastConfidence;
}

/** Which nodes a request lets through; undefined where it names no filter. */
function allowing({ graph }: Work, request: QueryRequest): ((id: string) => boolean) | undefined {
  const { exclude_files: files, exclude_file_prefixes: prefixes, kinds } = request;
  if (!files?.length && !prefixes?.length && !kinds) return undefined;
  const isExcluded = excluding(files, prefixes);
  return (id) => {
    const position = graph.positionOf(id);
    return (
      !isExcluded(graph.fileAt(position)) && (!kinds || kinds.some((kind) => kind === graph.kindAt(position)))
    );
  };
}

/** Which memories a request lets through. */
function memoriesFor(request: QueryRequest, now: number): MemoryQuestion {
  const { project, visibility, memory_types: types, memory_tags: tags, as_of, min_confidence } = request;
  const filter = filterOf({ visibility, tags, as_of, min_confidence }, now);
  return { ...filter, about: project ?? "", ...(types && { types }) };
}

function settingsFor(request: QueryRequest, { seeds, hybrid, traversal, routing }: Settings): RecallSettings {
  return {
    hybrid,
    seeds: { ...seeds, topK: request.top_k ?? seeds.topK },
    traversal: {
      ...traversal,
      maxFiredNodes: request.max_fired_nodes ?? traversal.maxFiredNodes,
      maxContextChars: request.max_context_chars ?? traversal.maxContextChars,
    },
    routing: {
      mode: request.route_mode ?? routing.mode,
      topK: request.route_top_k ?? routing.topK,
      alphaSim: request.route_alpha_sim ?? routing.alphaSim,
      useRelevance: request.route_use_relevance ?? routing.useRelevance,
    },
  };
}

/** The fired nodes outside the excluded files, in order of firing. */
function shownNodes(work: Work, { fired, scores }: Walk, request: QueryRequest): FiredNode[] {
  const isExcluded = excluding(request.exclude_files, request.exclude_file_prefixes);
  // Asking changes no node, so all of them are as they are stored.
  const nodes = work.store.storedNodes(fired);
  const { asOf, about } = memoriesFor(request, work.call.now);
  let known: KnowledgeView | undefined;
  const knowledge = () => {
    known ??= knowledgeFor(work, { asOf, about });
    return known;
  };
  return fired.flatMap((id) => {
    const node = nodes.get(id);
    if (!node || isExcluded(node.file)) return [];
    if (request.kinds && !request.kinds.some((kind) => kind === node.kind)) return [];
    const { kind, text, file, authority } = node;
    const saidBy = kind === "fact" ? (knowledge().fact(id)?.saidBy[0] ?? null) : null;
    const citation = citationOf(node) ?? placeInProcedure(work, id) ?? saidBy;
    const provenance = { file, citation, authority };
    return [{ id, kind, text, score: scores.get(id) as number, provenance, untrusted: true }];
  });
}
