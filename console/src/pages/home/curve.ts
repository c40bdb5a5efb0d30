// The learning curve as a picture in numbers: a bar of verdicts for each day, and a line for the share of useful ones.

import type { LearningCurveReply } from "../../../../wire/reading.ts";

export type Day = LearningCurveReply["days"][number];

export interface DrawnDay {
  readonly day: Day;
  readonly x: number;
  /** Height of all verdicts, and of the useful ones in it. */
  readonly judged: number;
  readonly useful: number;
}

export interface DrawnCurve {
  readonly days: readonly DrawnDay[];
  /** Path of the share of useful verdicts, mean of the days around; empty where fewer than two days have any. */
  readonly share: string;
}

export const CHART = { width: 640, height: 150, bar: 12 };
/** Days on each side that a point of the line is the mean of. */
const AROUND = 3;
const DAY_MS = 24 * 3_600_000;

/** Shares of useful verdicts of all days. */
export function shareOf(days: readonly Day[]): number | null {
  const judged = sum(days, "judged");
  return judged === 0 ? null : sum(days, "useful") / judged;
}

export function sum(days: readonly Day[], name: "asked" | "answered" | "judged" | "useful"): number {
  return days.reduce((all, day) => all + day[name], 0);
}

/** Days stand where they are in time, the last one `last`, with `span` days before it. */
export function curveOf(days: readonly Day[], last: number, span: number): DrawnCurve {
  const most = Math.max(1, ...days.map(({ judged }) => judged));
  const height = (count: number) => (count / most) * CHART.height;
  const numberOf = ({ day }: Day) => Date.parse(day) / DAY_MS;
  const step = (CHART.width - CHART.bar) / Math.max(1, span - 1);
  const drawn = days.map((day) => ({
    day,
    x: CHART.width - CHART.bar - (last - numberOf(day)) * step,
    judged: height(day.judged),
    useful: height(day.useful),
  }));
  const points = drawn
    .filter(({ day }) => day.judged > 0)
    .map(({ day, x }) => {
      const near = days.filter((other) => Math.abs(numberOf(other) - numberOf(day)) <= AROUND);
      return `${x + CHART.bar / 2} ${CHART.height * (1 - (shareOf(near) ?? 0))}`;
    });
  return { days: drawn, share: points.length < 2 ? "" : `M${points.join("L")}` };
}
