// Golden operations about whole states, the worker envelope, and what is mined from sessions.

import { MersenneTwister } from "../../durable/graph/mersenne-twister.ts";
import { feedbackScore, feedbackWindows } from "../../durable/text/feedback-windows.ts";
import type { GoldenOperation } from "../cases.ts";

export const LOCAL: Readonly<Record<string, GoldenOperation>> = {
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
