// The methods of openclawbrain's worker envelope.
// Saving, reloading and shutting down have nothing to do here: what was answered is kept, and nothing else is.

import { LIMITS } from "../../wire/limits.ts";
import type { MaintainRequest } from "../../wire/upkeep.ts";
import { healthOf } from "../graph/health.ts";
import { firstLine, strip } from "../text/lines.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { type AwaitedFeedback, embedFeedback } from "./feedback.ts";
import { captureFeedback, doLearn } from "./judging.ts";
import { runMaintenance } from "./maintain-in-slices.ts";
import type { Memory } from "./memory.ts";
import { fromReferenceNode } from "./reference-state.ts";
import type { Act, Method } from "./rpc-method.ts";
import { type Params, refuse } from "./rpc-params.ts";
import { query } from "./rpc-query.ts";
import { placedNode, type TaughtKind, taughtId, taughtNode } from "./taught-node.ts";
import { plainMinSimilarity, teachCorrection, teachPlain } from "./teaching.ts";
import { mergedWalk, type Walk, walkOfIds } from "./walk-of.ts";

const MISLED = -1;
const LATEST = 1;

export const METHODS: Readonly<Record<string, Method>> = {
  query,

  async learn(params) {
    const walk = walkOfIds(params.requiredTexts("fired_nodes", LIMITS.firedIds));
    return judging(walk, params.requiredOutcome());
  },

  async learn_by_chat_id(params, { store }) {
    const { walk } = chatWalk(params, store);
    return judging(walk, params.requiredOutcome());
  },

  async last_fired(params, { store }) {
    const { chatId, lookback, walk } = chatWalk(params, store);
    return () => ({ chat_id: chatId, lookback, fired_nodes: walk.fired });
  },

  async inject(params, { embedder }) {
    const id = params.requiredText("id", LIMITS.nodeId);
    const content = strip(params.requiredText("content", LIMITS.text));
    const type = params.choice("type", ["TEACHING", "CORRECTION", "DIRECTIVE"]);
    const metadata = { source: "daemon", ...params.object("metadata"), type };
    const given = fromReferenceNode({ id, content, summary: firstLine(content), metadata });
    const node = { ...given, origin: "injected" as const };
    const vectors = await vectorsAtOnce(embedder, [content]);
    const vector = vectors?.[0] ?? null;
    return (work) => {
      if (work.draft.graph.has(id)) return { injected: false, node_id: id };
      // Where settings name no share, a correction is no more than a teaching until a walk is judged with it.
      const corrects = node.kind === "correction" && work.settings.injection.correctedShare !== null;
      if (corrects) teachCorrection(work, { node, vector, question: null, walk: null, corrects: null });
      else teachPlain(work, node, vector, plainMinSimilarity(work));
      return { injected: true, node_id: id };
    };
  },

  async correction(params, memory) {
    const { walk } = chatWalk(params, memory.store);
    const outcome = params.requiredOutcome();
    const content = params.text("content", LIMITS.text);
    const taught = content === undefined ? null : await embedFeedback(memory, walk, content);
    return (work) => {
      const lesson = taught && newLesson("correction", "daemon", taught);
      const { edgesUpdated, taught: done } = doLearn(work, { walk, outcome, lesson });
      return {
        edges_updated: edgesUpdated,
        fired_ids_penalized: walk.fired,
        correction_injected: done?.injected ?? false,
        ...(done && { node_id: done.nodeId }),
      };
    };
  },

  self_learn: selfLearn,
  self_correct: selfLearn,

  async capture_feedback(params, memory) {
    const { chatId, walk } = chatWalk(params, memory.store);
    const kind = kindOf(params.choice("kind", ["CORRECTION", "TEACHING", "DIRECTIVE"]));
    const said = params.requiredText("content", LIMITS.text);
    const outcome = params.outcome() ?? null;
    const dedupKey = dedupKeyOf(params);
    const { content, vector, question } = await embedFeedback(memory, walk, said);
    const metadata = { source: "capture_feedback", chat_id: chatId };
    const wanted = taughtNode(kind, taughtId(kind, content), content, metadata);
    return (work) => {
      const node = placedNode(work, wanted);
      const captured = captureFeedback(work, { walk, node, vector, question, outcome, dedupKey });
      return {
        deduped: captured.deduped,
        edges_updated: captured.edgesUpdated,
        fired_ids_used: walk.fired,
        ...(dedupKey !== null && { dedup_key_used: dedupKey }),
        ...(captured.injected && { injected_node_id: node.id }),
        ...(captured.outcome !== null && { outcome_used: captured.outcome }),
      };
    };
  },

  async maintain(params, memory, call) {
    const request = {
      tasks: tasksOf(params),
      dry_run: params.boolean("dry_run", false),
      max_merges: params.count("max_merges", LIMITS.mergesPerRun, memory.settings.structure.mergesPerRun),
      prune_below: params.number("prune_below", 0, 1) ?? memory.settings.structure.pruneBelow,
    };
    const done = await runMaintenance(memory, request, call);
    return (work) => {
      const { total_ms, dry_run, event_id, ...report } = done(work);
      return report;
    };
  },

  health: async () => (work) => ({ ...healthOf(work.graph, work.settings.health) }),

  info: async () => (work) => ({
    nodes: work.graph.nodeCount,
    edges: work.graph.edgeCount,
    embedder: work.embedder.name,
  }),

  save: async () => () => ({ saved: true }),
  reload: async () => () => ({ reloaded: true }),
  shutdown: async () => () => ({ shutdown: true }),
};

async function selfLearn(params: Params, memory: Memory): Promise<Act> {
  const content = params.requiredText("content", LIMITS.text);
  const walk = walkOfIds(params.texts("fired_ids", LIMITS.firedIds) ?? []);
  const outcome = params.outcome() ?? MISLED;
  const kind = kindOf(params.choice("node_type", ["CORRECTION", "TEACHING"], "CORRECTION"));
  const taught = await embedFeedback(memory, walk, content);
  return (work) => {
    const lesson = newLesson(kind, "self", taught);
    const { edgesUpdated, taught: done } = doLearn(work, { walk, outcome, lesson });
    return {
      edges_updated: edgesUpdated,
      fired_ids_penalized: walk.fired,
      node_injected: done?.injected ?? false,
      node_id: lesson.node.id,
    };
  };
}

function judging(walk: Walk, outcome: number): Act {
  return (work) => {
    const { edgesUpdated } = doLearn(work, { walk, outcome, lesson: null });
    return { edges_updated: edgesUpdated, fired_ids_penalized: walk.fired, node_injected: false };
  };
}

/** What was asked in a conversation lately; a conversation without questions has an empty walk. */
function chatWalk(params: Params, store: Memory["store"]) {
  const chatId = params.requiredText("chat_id", LIMITS.chatId);
  const lookback = params.count("lookback", LIMITS.lookback, LATEST);
  return { chatId, lookback, walk: mergedWalk(store.recentTrails(chatId, lookback)) };
}

/** The worker names teachings of its own like corrections. */
function newLesson(kind: TaughtKind, source: string, { content, vector, question }: AwaitedFeedback) {
  const node = taughtNode(kind, taughtId("correction", content), content, { source });
  return { node, vector, question, corrects: null };
}

function kindOf(type: Uppercase<TaughtKind>): TaughtKind {
  return type.toLowerCase() as TaughtKind;
}

function dedupKeyOf(params: Params): string | null {
  const given = params.raw("dedup_key");
  if (given !== undefined) {
    return typeof given === "string" && strip(given) !== ""
      ? strip(given)
      : refuse("dedup_key must be a non-empty string");
  }
  const message = params.text("message_id", LIMITS.idempotencyKey);
  return message === undefined ? null : strip(message);
}

/** A list, or names with commas between them. Names that are no tasks become a note of the report. */
function tasksOf(params: Params): MaintainRequest["tasks"] {
  const tasks = params.raw("tasks");
  if (tasks === undefined) return undefined;
  const names = typeof tasks === "string" ? tasks.split(",").map(strip).filter(Boolean) : tasks;
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
    refuse("tasks must be a list or comma-separated string");
  }
  return names as MaintainRequest["tasks"];
}
