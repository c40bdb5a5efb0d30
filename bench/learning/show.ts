// Rows of the learning bench as tables: the curve, the other wordings, the corrections; what nothing was taught beside each.

import type { Row } from "../rows.ts";
import { table } from "../table.ts";

type Rows = readonly Row[];

const SHOWN = ["rec@1", "rec@5", "mrr"] as const;
const KINDS = ["related", "unrelated"] as const;
/** Of the wordings that nobody used before, and of the look-alikes. */
const CORRECTED = [
  "correction_top3",
  "corrected_top3",
  "corrected_resurfaced",
  "lookalike_top3",
  "lookalike_suppressed",
] as const;

export function showLearning(rows: Rows): string {
  const sections = [curve(rows), wordings(rows), corrections(rows)].filter((section) => section !== "");
  return [
    ...sections,
    [
      "Scores in percent; in brackets how far they are from the same questions without feedback, with the 95 % interval.",
      "LoCoMo is CC BY-NC 4.0: it is measured on, and nothing of it is shipped. What each figure says: docs/learning-curve.md.",
    ].join("\n"),
  ].join("\n\n");
}

function curve(rows: Rows): string {
  const ofCurve = rows.filter(({ params }) => params.feedback !== undefined && params.taught === undefined);
  if (ofCurve.length === 0) return "";
  const lines = KINDS.flatMap((kind) =>
    grouped(ofCurve, "set", "system", "feedback").map((group) => {
      const { set, system, feedback } = group[0].params;
      const cells = SHOWN.map((metric) => withGain(group, `${kind}_${metric}`));
      return [String(set), kind, String(system), percent(Number(feedback)), ...cells];
    }),
  );
  return table(["set", "questions", "system", "feedback", ...SHOWN], lines);
}

function wordings(rows: Rows): string {
  const taught = rows.filter(({ params }) => params.taught !== undefined);
  if (taught.length === 0) return "";
  const lines = grouped(taught, "set", "taught", "feedback").map((group) => {
    const { set, taught, feedback, n } = group[0].params;
    const cells = SHOWN.map((metric) => withGain(group, `related_${metric}`));
    return [String(set), String(taught), percent(Number(feedback)), String(n), ...cells];
  });
  return `One wording taught, the other asked\n${table(["set", "taught", "feedback", "n", ...SHOWN], lines)}`;
}

function corrections(rows: Rows): string {
  const corrected = rows.filter(({ params }) => params.state !== undefined);
  if (corrected.length === 0) return "";
  const lines = grouped(corrected, "distractors", "system", "state").map((group) => {
    const { distractors, system, state } = group[0].params;
    const unseen = group.filter(({ params: { asked = "unseen" } }) => asked === "unseen");
    const cells = CORRECTED.map((metric) => {
      const found = unseen.find((row) => row.metric === metric);
      return found ? percent(found.value) : "";
    });
    return [String(distractors), String(system), String(state), ...cells];
  });
  return [
    "Corrections, asked for in unseen wordings; system note: what is right comes in as one more note",
    table(["other notes", "system", "state", ...CORRECTED], lines),
  ].join("\n");
}

function grouped(rows: Rows, ...params: readonly string[]): Rows[] {
  const keyOf = (row: Row) => params.map((name) => String(row.params[name])).join("\n");
  return [...Map.groupBy(rows, keyOf).values()];
}

function withGain(rows: Rows, metric: string): string {
  const of = (unit: string) => rows.find((row) => row.metric === metric && row.unit === unit);
  const share = of("share");
  const gain = of("difference");
  if (!share) return "";
  return gain ? `${percent(share.value)} (${gainOf(gain)})` : percent(share.value);
}

function gainOf({ value, params: { low, high } }: Row): string {
  if (low === undefined) return signed(value);
  return `${signed(value)}: ${signed(Number(low))} … ${signed(Number(high))}`;
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

function signed(share: number): string {
  return `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
}
