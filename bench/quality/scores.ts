// How good one ranking is, given which of its ids are the right ones. Ranks count from 1; a ranking has no id twice.
//   rec@k   share of the right ids within the first k        all@k  1 when all of them are, any@k when one is
//   mrr     1 / rank of the first right id within the first 10, else 0
//   ndcg@10 Σ 1/log2(rank + 1) over right ids within the first 10, to the same sum of the best ranking there can be

export const METRICS = ["rec@1", "rec@5", "rec@10", "all@5", "any@5", "mrr", "ndcg@10"] as const;
export type Metric = (typeof METRICS)[number];
export type Scores = Readonly<Record<Metric, number>>;

const DEEPEST = 10;

export function scoresOf(ranking: readonly string[], gold: ReadonlySet<string>): Scores {
  const ranks = ranking.slice(0, DEEPEST).flatMap((id, index) => (gold.has(id) ? [index + 1] : []));
  const within = (k: number) => ranks.filter((rank) => rank <= k).length;
  const best = Array.from({ length: Math.min(gold.size, DEEPEST) }, (_, index) => index + 1);
  return {
    "rec@1": within(1) / gold.size,
    "rec@5": within(5) / gold.size,
    "rec@10": within(10) / gold.size,
    "all@5": Number(within(5) === gold.size),
    "any@5": Number(within(5) > 0),
    mrr: ranks.length > 0 ? 1 / ranks[0] : 0,
    "ndcg@10": gainOf(ranks) / gainOf(best),
  };
}

function gainOf(ranks: readonly number[]): number {
  return ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
