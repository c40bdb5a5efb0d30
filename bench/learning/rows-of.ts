// What was learned, as rows: means and intervals over seeds, and beside each the same without feedback.

import { differenceOf } from "../quality/interval.ts";
import { METRICS, type Metric, mean } from "../quality/scores.ts";
import type { Row } from "../rows.ts";
import type { Corrections, Means } from "./corrections.ts";
import { type Measured, PRODUCT_NAME } from "./curve.ts";
import { intervalOf } from "./seed-interval.ts";
import type { Wording } from "./wordings.ts";

type Params = Row["params"];

/** One mean a seed; rows of the unit `difference` are paired with the same seed without feedback. */
export function curveRows(measured: readonly Measured[], set: string, quick: boolean): Row[] {
  const untaught = measured.filter(({ feedback }) => feedback === 0);
  const bySystem = Map.groupBy(measured, ({ kind, system, feedback }) => `${kind} ${system} ${feedback}`);
  return [...bySystem.values()].flatMap((points) => {
    const { kind, system, feedback } = points[0];
    const before = untaught.filter((one) => one.kind === kind);
    const seeds = new Set(points.map(({ seed }) => seed)).size;
    const params = { set, system, feedback, seeds, n: points.length, quick };
    return METRICS.flatMap((metric) => {
      const own = seedMeans(points, metric);
      const name = `${kind}_${metric}`;
      const share = row(name, mean([...own.values()]), "share", params, intervalOf([...own.values()]));
      const base = feedback > 0 ? seedMeans(before, metric) : new Map<number, number>();
      if (base.size === 0) return [share];
      const gained = intervalOf(Array.from(own, ([seed, value]) => value - (base.get(seed) as number)));
      return [share, row(name, gained.mean, "difference", params, gained)];
    });
  });
}

function seedMeans(points: readonly Measured[], metric: Metric): Map<number, number> {
  const bySeed = Map.groupBy(points, ({ seed }) => seed);
  return new Map(
    Array.from(bySeed, ([seed, ofSeed]) => [seed, mean(ofSeed.map(({ scores }) => scores[metric]))]),
  );
}

/** Of each direction, and of both; the interval of a difference is over questions. */
export function wordingRows(wordings: readonly Wording[], set: string, quick: boolean): Row[] {
  const directions = [...Map.groupBy(wordings, ({ taught }) => taught)];
  return [...directions, ["both", wordings] as const].flatMap(([taught, ofDirection]) => {
    const params = { set, system: PRODUCT_NAME, taught, n: ofDirection.length, quick };
    return METRICS.flatMap((metric) => {
      const name = `related_${metric}`;
      const of = (time: "before" | "after") => ofDirection.map((wording) => wording[time][metric]);
      const after = of("after");
      const gained = differenceOf(of("before").map((value, index) => after[index] - value));
      return [
        row(name, mean(of("before")), "share", { ...params, feedback: 0 }),
        row(name, mean(after), "share", { ...params, feedback: 1 }),
        row(name, gained.mean, "difference", { ...params, feedback: 1 }, gained),
      ];
    });
  });
}

/** In each state; the state `before` is what the others are compared with. */
export function correctionRows(
  { facts, lookalikes }: Corrections,
  measured: { readonly means: Means; readonly distractors: number; readonly quick: boolean },
): Row[] {
  const { means, distractors, quick } = measured;
  const system = means === "correction" ? PRODUCT_NAME : "note";
  const ofState = { set: "corrections", system, distractors, quick };
  const asked = [...Map.groupBy(facts, ({ state, as }) => `${state} ${as}`).values()].flatMap((group) => {
    const { state, as } = group[0];
    const params = { ...ofState, state, asked: as, n: group.length };
    return [
      row("correction_top3", shareOf(group, "rightFirst"), "share", params),
      row("corrected_top3", shareOf(group, "wrongFirst"), "share", params),
      row("corrected_resurfaced", shareOf(group, "wrongShown"), "share", params),
    ];
  });
  const looked = [...Map.groupBy(lookalikes, ({ state }) => state)].flatMap(([state, group]) => {
    const params = { ...ofState, state, n: group.length };
    return [
      row("lookalike_top3", shareOf(group, "first"), "share", params),
      row("lookalike_suppressed", shareOf(group, "suppressed"), "share", params),
    ];
  });
  return [...asked, ...looked];
}

function shareOf<Name extends string>(group: readonly Readonly<Record<Name, boolean>>[], name: Name): number {
  return mean(group.map((one) => Number(one[name])));
}

interface Interval {
  readonly low: number | null;
  readonly high: number | null;
}

function row(metric: string, value: number, unit: string, params: Params, interval?: Interval): Row {
  const { low = null, high = null } = interval ?? {};
  const known = low === null || high === null ? params : { ...params, low, high };
  return { bench: "learning", metric, value, unit, params: known };
}
