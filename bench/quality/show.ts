// Rows of the quality bench as tables: scores in percent by set and system, categories, silence, time and room.

import type { Row } from "../rows.ts";
import { figure, table } from "../table.ts";
import { METRICS } from "./scores.ts";

type Rows = readonly Row[];

/** What is shown with its difference; the rows have all metrics. */
const COMPARED = ["rec@5", "rec@10", "all@5", "mrr", "ndcg@10"] as const;

export function showQuality(rows: Rows): string {
  const sections = [
    scores(rows),
    differences(rows),
    categories(rows),
    silence(rows),
    calibration(rows),
    time(rows),
  ];
  return [
    ...sections.filter((section) => section !== ""),
    [
      "Scores in percent; evidence with corrected labels where the set has them. LoCoMo is CC BY-NC 4.0: it is measured",
      "on, and nothing of it is shipped. What each figure says: docs/quality.md.",
    ].join("\n"),
  ].join("\n\n");
}

function scores(rows: Rows): string {
  const lines = grouped(meansOf(rows), "set", "system").map(([set, system, ofSystem]) => {
    const { n, unit } = ofSystem[0].params;
    return [
      set,
      system,
      String(n),
      String(unit),
      ...METRICS.map((metric) => cellOf(named(ofSystem, metric))),
    ];
  });
  return table(["set", "system", "n", "unit", ...METRICS], lines);
}

function differences(rows: Rows): string {
  const lines = grouped(rows.filter(isDifference), "set", "system").map(([set, system, ofSystem]) => {
    return [set, system, ...COMPARED.map((metric) => cellOf(named(ofSystem, metric)))];
  });
  if (lines.length === 0) return "";
  return `Points ahead of lexical, with the 95 % interval\n${table(["set", "system", ...COMPARED], lines)}`;
}

/** One metric side by side, by category. */
function categories(rows: Rows): string {
  const inCategory = rows.filter(({ params, metric }) => params.category !== undefined && metric === "rec@5");
  if (inCategory.length === 0) return "";
  const systems = valuesOf(inCategory, "system");
  const lines = grouped(inCategory, "set", "category").map(([set, category, ofCategory]) => {
    const cells = systems.map((system) => cellOf(ofCategory.find(({ params }) => params.system === system)));
    return [set, category, String(ofCategory[0].params.n), ...cells];
  });
  return `rec@5 by category\n${table(["set", "category", "n", ...systems], lines)}`;
}

function silence(rows: Rows): string {
  const right = rows.filter(({ metric }) => metric === "abstain_right");
  if (right.length === 0) return "";
  const lines = right.map(({ value, params }) => {
    const wrong = rows.find(
      (row) =>
        row.metric === "abstain_wrong" &&
        row.params.category === undefined &&
        row.params.set === params.set &&
        row.params.system === params.system,
    );
    return [String(params.set), String(params.system), cellOf(wrong), percent(value), String(params.n)];
  });
  const heads = ["set", "system", "abstain_wrong", "abstain_right", "foreign"];
  return `Silence: own questions refused (wrong), and those that the memory can't answer (right)\n${table(heads, lines)}`;
}

function calibration(rows: Rows): string {
  const own = rows.filter(({ metric }) => metric === "own_below");
  if (own.length === 0) return "";
  const lines = own.map(({ value, params }) => {
    const { set, system, threshold } = params;
    const foreign = rows.find(
      (row) =>
        row.metric === "foreign_below" &&
        row.params.set === set &&
        row.params.system === system &&
        row.params.threshold === threshold,
    );
    return [String(set), String(system), Number(threshold).toFixed(4), percent(value), cellOf(foreign)];
  });
  return `Calibration: refused below the threshold\n${table(["set", "system", "threshold", "own", "foreign"], lines)}`;
}

function time(rows: Rows): string {
  const queries = grouped(rows, "set", "system").flatMap(([set, system, ofSystem]) => {
    const query = named(ofSystem, "query");
    const bytes = named(ofSystem, "node_bytes");
    if (!query) return [];
    return [
      [set, system, figure(query.value), figure(query.p95 as number), bytes ? figure(bytes.value) : ""],
    ];
  });
  const embedders = valuesOf(rows, "embedder").map((name) => {
    const of = (metric: string) =>
      figure(rows.find((row) => row.params.embedder === name && row.metric === metric)?.value as number);
    return [name, of("embed_query"), of("embed_document"), of("embed_rate")];
  });
  return [
    table(["set", "system", "query ms", "p95", "bytes a node"], queries),
    "",
    table(["embedder", "ms a query", "ms a document", "documents/s"], embedders),
  ].join("\n");
}

/** The scores of whole sets. */
function meansOf(rows: Rows): Rows {
  return rows.filter((row) => isScore(row) && !isDifference(row) && row.params.category === undefined);
}

function isScore({ metric }: Row): boolean {
  return METRICS.some((name) => name === metric);
}

function isDifference({ unit }: Row): boolean {
  return unit === "difference";
}

function named(rows: Rows, metric: string): Row | undefined {
  return rows.find((row) => row.metric === metric);
}

/** Rows by the values of two params, in order of appearance. */
function grouped(rows: Rows, first: string, second: string): [string, string, Rows][] {
  const has = rows.filter(({ params }) => params[first] !== undefined && params[second] !== undefined);
  const groups = Map.groupBy(has, ({ params }) => `${params[first]}\n${params[second]}`);
  return Array.from(groups.values(), (group) => {
    const { params } = group[0];
    return [String(params[first]), String(params[second]), group];
  });
}

function valuesOf(rows: Rows, param: string): string[] {
  return [...new Set(rows.flatMap(({ params }) => params[param] ?? []))].map(String);
}

function cellOf(row: Row | undefined): string {
  if (row === undefined) return "";
  const { low, high } = row.params;
  if (low === undefined) return percent(row.value);
  return `${signed(row.value)} (${signed(Number(low))} … ${signed(Number(high))})`;
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

function signed(share: number): string {
  return `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
}
