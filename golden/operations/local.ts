// Golden operations about whole states, the worker envelope, and what is mined from sessions.

import { MersenneTwister } from "../../durable/graph/mersenne-twister.ts";
import type { Metadata } from "../../durable/graph/records.ts";
import { toReferenceState } from "../../durable/operations/reference-state.ts";
import { feedbackScore, feedbackWindows } from "../../durable/text/feedback-windows.ts";
import { Refusal } from "../../wire/errors.ts";
import type { GoldenOperation } from "../cases.ts";
import { type GoldenState, openGraph } from "../state.ts";

export const LOCAL: Readonly<Record<string, GoldenOperation>> = {
  async state_payload(input: GoldenState & { meta?: Metadata; existing?: { meta: Metadata } }) {
    try {
      const known = { ...input.existing?.meta, ...input.meta };
      const { graph, index, meta } = toReferenceState(await openGraph(input), known, Date.now());
      return { payload: { graph, index: Object.fromEntries(index), meta } };
    } catch (error) {
      if (error instanceof Refusal) return { error: error.message };
      throw error;
    }
  },

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
};
