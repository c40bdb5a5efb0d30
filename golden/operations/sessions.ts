// Golden operations about what is replayed and mined from sessions and from models' replies.

import { MersenneTwister } from "../../durable/graph/mersenne-twister.ts";
import { replay } from "../../durable/graph/replay.ts";
import { feedbackScore, feedbackWindows } from "../../durable/text/feedback-windows.ts";
import { isBlank } from "../../durable/text/lines.ts";
import { labelsIn } from "../../durable/text/route-labels.ts";
import { readSessionLog, SESSION_LOG } from "../../durable/text/session-log.ts";
import { wordTokens } from "../../durable/text/word-tokens.ts";
import type { GoldenOperation } from "../cases.ts";
import { edgeRows, type GoldenState, openGraph } from "../state.ts";

/** The file that the log of a case stands in. */
const LOG_FILE = "s.jsonl";

const secondsOf = (text: string) => Date.parse(text) / 1000;

export const SESSIONS: Readonly<Record<string, GoldenOperation>> = {
  sampling_prng({ count }: { count: number }) {
    const draws = new MersenneTwister(0);
    return { values: Array.from({ length: count }, () => draws.next()) };
  },

  select_windows(input: {
    turns: [role: string, text: string][];
    window_radius: number;
    max_windows: number;
    hard_max_turns: number;
  }) {
    const turns = input.turns.map(([role, text]) => ({ role, text }));
    return {
      scores: turns.map(feedbackScore),
      windows: feedbackWindows(turns, {
        hardMaxTurns: input.hard_max_turns,
        maxWindows: input.max_windows,
        windowRadius: input.window_radius,
      }),
    };
  },

  async replay_queries(input: ReplayInput) {
    const open = await openGraph(input);
    const draft = open.draft();
    const questions = input.queries
      .map(questionOf)
      .filter(({ query, ts }) => !isBlank(query) && !(ts !== null && ts <= (input.since_ts ?? -Infinity)));
    const textOf = (id: string) => draft.node(id)?.text ?? "";
    const report = replay(
      draft,
      questions.map(({ query, response }) => ({ words: wordTokens(query), response })),
      {
        outcome: input.outcome ?? 1,
        decayEvery: input.auto_decay ? (input.decay_interval ?? 10) : null,
        shards: input.workers ?? null,
        batch: input.merge_every ?? 50,
      },
      open.settings,
      { textOf, wordsOf: (id) => wordTokens(textOf(id)) },
    );
    const times = questions.map(({ ts }) => ts).filter((ts) => ts !== null);
    return {
      stats: {
        queries_replayed: report.replayed,
        edges_reinforced: report.edgesReinforced,
        cross_file_edges_created: report.crossFileCreated,
        last_replayed_ts: times.length > 0 ? Math.max(...times) : Date.now() / 1000,
        last_replayed_ts_source: times.length > 0 ? "query_ts" : "wall_clock",
        ...(input.workers && { merge_batches: report.batches, replay_workers: input.workers }),
      },
      edges: edgeRows(draft),
    };
  },

  extract_interactions({ lines }: { lines: string[] }) {
    const everyLine = readSessionLog(lines, secondsOf, { ...SESSION_LOG, plainLines: true });
    const records = readSessionLog(lines, secondsOf);
    return {
      extract_interactions: everyLine.interactions.map(
        ({ query, response, toolCalls, askedAt, answeredAt }) => ({
          query,
          response,
          tool_calls: (toolCalls as ToolCall[]).map(({ id, function: called }) => ({ id, ...called })),
          ts: answeredAt ?? askedAt,
        }),
      ),
      replay_interactions: records.interactions.map(
        ({ query, response, toolCalls, askedAt, answeredAt, line }) => ({
          query,
          response,
          tool_calls: toolCalls,
          ts: response === null ? askedAt : answeredAt,
          source: LOG_FILE,
          line_no: line,
        }),
      ),
      next_offset: records.lastLine,
    };
  },

  teacher_labels(input: { responses: string[]; valid_ids: string[] }) {
    const offered = new Set(input.valid_ids);
    return { labels: input.responses.map((reply) => Object.fromEntries(labelsIn(reply, offered))) };
  },
};

type Replayed = string | [query: string, ts: number] | { query: string; response?: string; ts?: number };

interface ReplayInput extends GoldenState {
  readonly queries: readonly Replayed[];
  readonly outcome?: number;
  readonly since_ts?: number;
  readonly auto_decay?: boolean;
  readonly decay_interval?: number;
  readonly workers?: number;
  readonly merge_every?: number;
}

function questionOf(given: Replayed): { query: string; response: string | null; ts: number | null } {
  if (typeof given === "string") return { query: given, response: null, ts: null };
  if (Array.isArray(given)) return { query: given[0], response: null, ts: given[1] };
  return { query: given.query, response: given.response ?? null, ts: given.ts ?? null };
}

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}
