// Asking: the question's nearest nodes seed a walk; what fired comes back best first, in a fenced context.
// Only what is shown becomes the trail's fired list: feedback is never credited to what nobody saw.

import { Refusal } from "../../wire/errors.ts";
import type { QueryReply, QueryRequest } from "../../wire/query.ts";
import { chooserOf } from "../graph/routing.ts";
import { seedsOf } from "../graph/seeding.ts";
import type { RoutingSettings, SeedSettings, Settings, TraversalSettings } from "../graph/settings.ts";
import { traverse, type Walk } from "../graph/traversal.ts";
import type { Scored, Vector } from "../graph/vectors.ts";
import { citationOf } from "../text/citation.ts";
import { fencedContext } from "../text/context.ts";
import type { Call, Memory, Operation, Work } from "./memory.ts";
import { checkVector } from "./teaching.ts";

type FiredNode = QueryReply["fired"][number];

interface Asked {
  readonly vector: Vector;
  readonly embedMs: number;
}

interface QuerySettings {
  readonly seeds: SeedSettings;
  readonly traversal: TraversalSettings;
  readonly routing: RoutingSettings;
}

/** Recalls what matters for a question. Refuses when the memory was made with another embedder. */
export const query: Operation<QueryRequest, QueryReply, Asked> = {
  async wait(memory, request, call) {
    checkIdentity(memory);
    const lap = lapsOf(call);
    const [vector] = await memory.embedder.embed([request.query], "query");
    return { vector, embedMs: lap() };
  },

  act(work, request, { vector, embedMs }) {
    checkVector(work, vector);
    const { graph, vectors, call } = work;
    const settings = settingsFor(request, work.settings);
    const lap = lapsOf(call);

    const seeds = seedsOf(vectors.search(vector, settings.seeds.topK), settings.seeds);
    const searchMs = lap();
    const choose = chooserOf(graph, settings.routing, { vector, vectors, model: null });
    const walk = traverse(graph, seeds, settings.traversal, choose);
    const walkMs = lap();
    const shown = shownNodes(work, walk, request);
    const ranked = shown.toSorted((a, b) => b.score - a.score);
    const entries = ranked.map(({ provenance, ...node }) => ({ ...node, citation: provenance.citation }));
    const context = fencedContext(entries, call.id, settings.traversal.maxContextChars);
    const renderMs = lap();

    const reply: QueryReply = {
      query_id: call.id,
      fired: ranked,
      context: context.text,
      context_ids: [...context.includedIds],
      decision: ranked.length > 0 ? "answered" : "low_confidence",
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
    keep(work, request, seeds, walk, shown, reply);
    return reply;
  },
};

/** Length alone would let two embedders of the same dimension mix. */
function checkIdentity({ store, embedder }: Memory): void {
  const made = store.setting("embedder") as { readonly name?: string } | undefined;
  if (made?.name === undefined || made.name === embedder.name) return;
  throw new Refusal(
    "embedder_mismatch",
    `this memory was made with the embedder ${made.name}, and the question would be embedded with ${embedder.name}: ` +
      `ask through a server that has ${made.name}, or embed the memory anew`,
  );
}

function settingsFor(request: QueryRequest, { seeds, traversal, routing }: Settings): QuerySettings {
  return {
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
function shownNodes({ draft }: Work, { fired, scores }: Walk, request: QueryRequest): FiredNode[] {
  const files = new Set(request.exclude_files);
  const prefixes = request.exclude_file_prefixes ?? [];
  const isExcluded = (file: string) => files.has(file) || prefixes.some((prefix) => file.startsWith(prefix));
  return fired.flatMap((id) => {
    const node = draft.node(id);
    if (!node || (node.file !== null && isExcluded(node.file))) return [];
    const { kind, text, file, authority } = node;
    const provenance = { file, citation: citationOf(node), authority };
    return [{ id, kind, text, score: scores.get(id) as number, provenance, untrusted: true }];
  });
}

/** The trail for feedback, and the journal's note of it: ids and counts, no text of memory. */
function keep(
  { store, call }: Work,
  request: QueryRequest,
  seeds: readonly Scored[],
  { steps, suppressed }: Walk,
  shown: readonly FiredNode[],
  { query_id, context_ids, decision, work }: QueryReply,
): void {
  const { now: at, author } = call;
  const chatId = request.chat_id ?? null;
  const fired = shown.map(({ id }) => id);
  store.recordTrail({
    queryId: query_id,
    chatId,
    at,
    author,
    query: request.query,
    seeds,
    fired,
    scores: shown.map(({ score }) => score),
    steps,
    suppressed,
  });
  const body = {
    query_id,
    chat_id: chatId,
    decision,
    seeds: seeds.map(([id]) => id),
    fired,
    context_ids,
    suppressed: suppressed.map(({ id }) => id),
    work,
  };
  store.record("query", body, { at, author });
}

/** A stopwatch that says the milliseconds since it was last read. */
function lapsOf({ elapsed }: Call): () => number {
  let last = elapsed();
  return () => {
    const since = last;
    last = elapsed();
    return last - since;
  };
}
