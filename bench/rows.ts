// What a bench measures: one row a figure, and the numbers that a row holds.

export interface Row {
  readonly bench: string;
  readonly metric: string;
  /** The median, where there are several rounds. */
  readonly value: number;
  readonly unit: string;
  /** The least of the rounds: on a machine that does other things too, what comes closest to the work itself. */
  readonly least?: number;
  readonly p95?: number;
  readonly p99?: number;
  /** Answers that were no success, where there are answers. */
  readonly errors?: number;
  /** Acknowledged writes that were not found afterwards. */
  readonly lost?: number;
  readonly params: Readonly<Record<string, string | number | boolean>>;
}

export interface BenchOptions {
  /** Fewer rounds, done within 45 seconds on two cores. */
  readonly quick: boolean;
  /** Random seeds to average over, where a bench draws anything. */
  readonly seeds: number | undefined;
  /** A folder with `corpus.jsonl` and `queries.jsonl`, or a folder of such folders. */
  readonly data: string | undefined;
  /** Names of the evaluation sets, and of the systems, to leave it at; absent: all. */
  readonly sets?: readonly string[];
  readonly systems?: readonly string[];
  /** Also says how each threshold of confidence would part what a memory knows from what it does not. */
  readonly calibrate?: boolean;
  /** Says what is going on, apart from the results. */
  readonly say: (sentence: string) => void;
}

export interface Bench {
  readonly about: string;
  readonly run: (options: BenchOptions) => Promise<Row[]>;
  /** The rows as text, with the comparison beside each figure. */
  readonly show: (rows: readonly Row[]) => string;
}

/** What was asked for cannot be measured; the message says why, and what to do. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
}

/** The value below which the given share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

/** What a row says of samples. */
export function figuresOf(samples: readonly number[]) {
  return { value: quantile(samples, 0.5), least: Math.min(...samples), p95: quantile(samples, 0.95) };
}

/** Times of `rounds` runs in milliseconds, after some that warm up and don't count. */
export async function timed(
  rounds: number,
  work: (round: number) => unknown,
): Promise<Pick<Row, "value"> & Required<Pick<Row, "least" | "p95">>> {
  const warmUp = Math.max(1, Math.ceil(rounds / 5));
  const samples: number[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    const start = performance.now();
    await work(round + warmUp);
    if (round >= 0) samples.push(performance.now() - start);
  }
  return figuresOf(samples);
}
