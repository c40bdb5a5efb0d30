// Which parts of a conversation are worth mining for feedback: turns of the user scored by telling words,
// and windows around the best of them. Words count as substrings, so "no" is also found in "know".

export interface Turn {
  readonly role: string;
  readonly text: string;
}

/** First turn of a window, and the first one after it. */
export type Window = readonly [first: number, end: number];

export interface WindowSettings {
  /** Conversations up to this length are one window. */
  readonly hardMaxTurns: number;
  readonly maxWindows: number;
  /** Turns on either side of a telling one. */
  readonly windowRadius: number;
}

const LONG_TURN = { length: 200, points: 1 } as const;
const TELLING: readonly { readonly words: readonly string[]; readonly points: number }[] = [
  { words: ["wrong", "incorrect", "no", "not what", "fix", "don't", "never"], points: 5 },
  { words: ["should", "must", "prefer", "remember", "policy", "always"], points: 3 },
  { words: ["thanks", "great", "perfect", "correct", "good"], points: 1 },
];

/** How likely a turn holds feedback, 0…10; 0 for every role but the user's. */
export function feedbackScore(turn: Turn): number {
  if (turn.role !== "user") return 0;
  const text = turn.text.toLowerCase();
  let score = [...text].length >= LONG_TURN.length ? LONG_TURN.points : 0;
  for (const { words, points } of TELLING) {
    if (words.some((word) => text.includes(word))) score += points;
  }
  return score;
}

/** The windows to mine, in order of the conversation; none overlap or touch. */
export function feedbackWindows(turns: readonly Turn[], settings: WindowSettings): Window[] {
  if (turns.length === 0) return [];
  if (turns.length <= settings.hardMaxTurns) return [[0, turns.length]];
  const telling = turns
    .map((turn, place) => ({ place, score: feedbackScore(turn) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, settings.maxWindows);
  if (telling.length === 0) {
    const middle = Math.floor(turns.length / 2);
    return [
      [0, middle],
      [middle, turns.length],
    ];
  }
  const around = telling.map(
    ({ place }): Window => [
      Math.max(0, place - settings.windowRadius),
      Math.min(turns.length, place + settings.windowRadius + 1),
    ],
  );
  return joined(around);
}

function joined(windows: readonly Window[]): Window[] {
  const result: Window[] = [];
  for (const [first, end] of windows.toSorted((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before && first <= before[1]) result[result.length - 1] = [before[0], Math.max(before[1], end)];
    else result.push([first, end]);
  }
  return result;
}
