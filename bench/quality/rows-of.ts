// What an evaluation found, as rows: means of all questions and of each category, silence, time and room.

import { quantile, type Row } from "../rows.ts";
import { calibrationOf } from "./calibration.ts";
import type { Asked, Evaluation } from "./evaluate.ts";
import type { EvaluationSet } from "./evaluation-set.ts";
import { differenceOf } from "./interval.ts";
import type { RememberingEmbedder } from "./remembering-embedder.ts";
import { METRICS, mean } from "./scores.ts";

type Params = Row["params"];

export function rowsOfSet(
  { name, questions, unanswerable, leftOut, groups }: EvaluationSet,
  quick: boolean,
): Row[] {
  const documents = Array.from(groups.values(), ({ length }) => length).reduce(
    (sum, count) => sum + count,
    0,
  );
  const counts = {
    documents,
    questions: questions.length,
    unanswerable: unanswerable.length,
    left_out: leftOut,
  };
  return Object.entries(counts).map(([metric, value]) => row(metric, value, "count", { set: name, quick }));
}

export function rowsOf({ set, system, own, foreign, held }: Evaluation, quick: boolean): Row[] {
  const params = { set: set.name, system: system.name, unit: set.unit, quick };
  const rows = scoreRows(own, { ...params, n: own.length });
  for (const [category, ofCategory] of Map.groupBy(own, ({ question }) => question.category)) {
    if (category === undefined || ofCategory.length === own.length) continue;
    rows.push(...scoreRows(ofCategory, { ...params, category, n: ofCategory.length }));
  }
  if (foreign.length > 0) {
    rows.push(row("abstain_right", refusedOf(foreign), "share", { ...params, n: foreign.length }));
  }
  const times = own.map(({ ms }) => ms);
  rows.push({
    ...row("query", quantile(times, 0.5), "ms", { ...params, n: times.length }),
    p95: quantile(times, 0.95),
  });
  if (held) rows.push(row("node_bytes", held.bytes / held.nodes, "bytes", { ...params, nodes: held.nodes }));
  return rows;
}

function scoreRows(own: Evaluation["own"], params: Params): Row[] {
  const rows = METRICS.map((metric) =>
    row(metric, mean(own.map(({ scores }) => scores[metric])), "share", params),
  );
  return [...rows, row("abstain_wrong", refusedOf(own), "share", params)];
}

/** How far one system is ahead of another on the same questions, with the interval of that. */
export function differenceRows(evaluation: Evaluation, floor: Evaluation, quick: boolean): Row[] {
  const { set, system, own } = evaluation;
  return METRICS.map((metric) => {
    const { mean, low, high } = differenceOf(
      own.map(({ scores }, index) => scores[metric] - floor.own[index].scores[metric]),
    );
    const name = `${system.name} − ${floor.system.name}`;
    return row(metric, mean, "difference", { set: set.name, system: name, n: own.length, low, high, quick });
  });
}

/** What each threshold would refuse, of a memory's own questions and of others. */
export function calibrationRows({ set, system, own, foreign }: Evaluation, quick: boolean): Row[] {
  return calibrationOf(own.map(confidenceOf), foreign.map(confidenceOf)).flatMap(
    ({ threshold, own, foreign }) => {
      const params = { set: set.name, system: system.name, threshold, quick };
      return [row("own_below", own, "share", params), row("foreign_below", foreign, "share", params)];
    },
  );
}

export function embedderRows({ name, dimension, spent }: RememberingEmbedder, quick: boolean): Row[] {
  const { query, document } = spent;
  const params = { embedder: name, dimension, quick };
  const each = ({ texts, ms }: typeof query) => (texts === 0 ? 0 : ms / texts);
  return [
    row("embed_query", each(query), "ms", { ...params, n: query.texts }),
    row("embed_document", each(document), "ms", { ...params, n: document.texts }),
    row("embed_rate", document.ms === 0 ? 0 : (document.texts / document.ms) * 1000, "documents/s", params),
  ];
}

function refusedOf(asked: readonly Asked[]): number {
  return mean(asked.map(({ refused }) => Number(refused)));
}

function confidenceOf({ confidence }: Asked): number | null {
  return confidence;
}

function row(metric: string, value: number, unit: string, params: Params): Row {
  return { bench: "quality", metric, value, unit, params };
}
