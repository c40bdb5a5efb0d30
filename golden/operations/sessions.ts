// Golden operations about what is mined from session logs and from models' replies.

import { MersenneTwister } from "../../durable/graph/mersenne-twister.ts";
import { feedbackScore, feedbackWindows } from "../../durable/text/feedback-windows.ts";
import { labelsIn } from "../../durable/text/route-labels.ts";
import { readSessionLog, SESSION_LOG } from "../../durable/text/session-log.ts";
import type { GoldenOperation } from "../cases.ts";

/** The file that the log of a case stands in. */
const LOG_FILE = "s.jsonl";

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

  extract_interactions({ lines }: { lines: string[] }) {
    const everyLine = readSessionLog(lines, { ...SESSION_LOG, plainLines: true });
    const records = readSessionLog(lines);
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

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}
