// Tools that ask: what matters for a question, why it was answered so, and how the memory is.

import { NEWEST } from "../../wire/explaining.ts";
import { entry } from "../fence.ts";
import { counted, tool } from "../tool.ts";

const recall = tool({
  name: "recall",
  title: "Recall",
  description:
    "Ask memory what matters for a question or task, before answering it: facts, preferences, decisions, corrections and how-tos " +
    "learned earlier. Answers with the few pieces that matter, fenced as untrusted data, or says that it is not sure of any. " +
    "Keep the query_id: learn and correct name the answer by it.",
  endpoint: "query",
  takes: [
    "query",
    "chat_id",
    "max_context_chars",
    "top_k",
    "kinds",
    "project",
    "as_of",
    "memory_types",
    "memory_tags",
    "min_confidence",
  ],
  tells: [
    "query_id",
    "decision",
    "confidence",
    "degraded",
    "context",
    "context_ids",
    "fired[].id",
    "fired[].kind",
    "fired[].score",
    "fired[].untrusted",
  ],
  says: ({ query_id, decision, context_ids }) =>
    decision === "answered"
      ? `${counted(context_ids.length, "piece", "pieces")} of memory (query_id ${query_id}).`
      : `Memory is not sure of anything about this (query_id ${query_id}). Ask the user, or look elsewhere.`,
  shows: ({ context }) => context,
});

const explain = tool({
  name: "explain",
  title: "Explain an answer",
  description:
    "How each piece of memory got into the answer of a recall: by words, by meaning, or over which routes, and who taught them.",
  endpoint: "explain",
  takes: ["id"],
  usually: { id: NEWEST },
  tells: [
    "query_id",
    "at",
    "complete",
    "decision",
    "evidence",
    "fired[].id",
    "fired[].state",
    "fired[].score",
    "fired[].in_context",
    "fired[].part_of",
    "fired[].stands_in_for",
    "fired_left_out",
    "suppressed[].id",
    "suppressed[].state",
  ],
  says: ({ fired, suppressed, decision }) =>
    `${decision === "answered" ? "Answered" : "Not sure enough to answer"}: ` +
    `${counted(fired.length, "piece fired", "pieces fired")}, ${suppressed.length} kept out by corrections or verdicts.`,
  shows: ({ fired, suppressed }) => [
    ...fired.map(({ id, state, score, seed, route }) => {
      const lines = [
        ...(seed
          ? [`found by the question: words ${shown(seed.words)}, meaning ${shown(seed.meaning)}`]
          : []),
        ...(seed?.taught ? ["a question that was taught to lead to it resembles this one"] : []),
        ...(seed?.lent ?? []).map(({ from, kind, amount }) => `lent ${shown(amount)} by ${from} (${kind})`),
        ...(seed?.lowered ? [`lowered by verdicts: ${shown(seed.lowered.kept)} of its score is left`] : []),
        ...route.map(
          ({ source, target, weight_then: weight, tier_then: tier }) =>
            `reached over ${source} to ${target}, ${tier} ${shown(weight)}`,
        ),
      ];
      return entry(id, "fired", lines.join("\n"), [`score ${shown(score)}`, state]);
    }),
    ...suppressed.map(({ id, state, by }) => {
      const lines = by.map(({ source, weight }) => `by ${source}, ${shown(weight)}`);
      return entry(id, "suppressed", lines.join("\n"), [state]);
    }),
  ],
});

const whyNot = tool({
  name: "why_not",
  title: "Why something was not recalled",
  description: "What kept one piece of memory out of the answer of a recall.",
  endpoint: "whyNot",
  takes: ["node", "id"],
  usually: { id: NEWEST },
  tells: ["query_id", "node_id", "code", "because", "also", "own", "evidence"],
  says: ({ code, because }) => `${code}: ${because}.`,
  shows: ({ edges, filter, node_id }) => [
    ...(filter === null ? [] : [entry(node_id, "left out by", filter)]),
    ...edges.map(({ source, target, kind, weight, tier }) =>
      entry(source, "edge", `to ${target}, ${kind ?? "gone"}, ${tier ?? ""} ${shown(weight)}`),
    ),
  ],
});

const stats = tool({
  name: "stats",
  title: "How memory is",
  description: "Numbers about this memory: how much it holds, how it is linked, what waits for a reviewer.",
  endpoint: "health",
  takes: [],
  tells: [
    "nodes",
    "edges",
    "orphan_nodes",
    "inhibitory_edges",
    "reflex_pct",
    "habitual_pct",
    "dormant_pct",
    "cross_file_edge_pct",
    "last_maintenance",
    "review",
    "quarantined",
    "expiring",
    "unindexed",
    "outbox.changes",
    "outbox.oldest_ms",
    "outbox.failures",
    "revision",
  ],
  says: ({ nodes, edges, inhibitory_edges, review, quarantined }) =>
    `${counted(nodes, "node", "nodes")}, ${counted(edges, "edge", "edges")}, ${inhibitory_edges} of them suppressing. ` +
    `${review.waiting} proposals wait for a reviewer, ${quarantined} nodes are kept back.`,
});

export const ASKING_TOOLS = [recall, explain, whyNot, stats];

function shown(number: number | null): string {
  return number === null ? "not known" : number.toFixed(3);
}
