// How well a question finds what answers it: the product beside plain full text and plain vectors, in one run on the
// same documents and questions.

import { EmbedderFailure } from "../durable/embed/failure.ts";
import { embeddersOf } from "./embedders.ts";
import { type Evaluation, evaluate } from "./quality/evaluate.ts";
import type { EvaluationSet } from "./quality/evaluation-set.ts";
import { findSets } from "./quality/find-sets.ts";
import { listSystems } from "./quality/list-systems.ts";
import { calibrationRows, differenceRows, embedderRows, rowsOf, rowsOfSet } from "./quality/rows-of.ts";
import { smallerSet } from "./quality/sampling.ts";
import { showQuality } from "./quality/show.ts";
import type { System } from "./quality/system.ts";
import type { Bench, BenchOptions, Row } from "./rows.ts";

/** Of each set, in a quick run. */
const QUICK = { groups: 2, questions: 50, documents: 300 } as const;

export const quality: Bench = {
  about: "how well questions find what answers them, beside full text and vectors alone",

  async run(options) {
    const { quick, say } = options;
    const found = findSets(options.data, options.sets, say);
    const sets = quick ? found.map((set) => smallerSet(set, QUICK)) : found;
    const systems = await listSystems(embeddersOf(process.env), options.systems, quick, say);
    const embedders = new Set(systems.flatMap(({ embedder }) => embedder ?? []));
    const rows: Row[] = [];
    for (const set of sets) {
      rows.push(...rowsOfSet(set, quick), ...(await compared(set, systems, options)));
      for (const embedder of embedders) embedder.forget();
    }
    return [...rows, ...[...embedders].flatMap((embedder) => embedderRows(embedder, quick))];
  },

  show: showQuality,
};

/** All systems on one set, and how far each is from the first. */
async function compared(
  set: EvaluationSet,
  systems: readonly System[],
  options: BenchOptions,
): Promise<Row[]> {
  const { quick, calibrate, say } = options;
  const rows: Row[] = [];
  let floor: Evaluation | undefined;
  for (const system of systems) {
    const start = performance.now();
    const evaluation = await evaluated(system, set, say);
    if (!evaluation) continue;
    say(`quality: ${set.name}, ${system.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    rows.push(...rowsOf(evaluation, quick));
    if (floor) rows.push(...differenceRows(evaluation, floor, quick));
    if (calibrate) rows.push(...calibrationRows(evaluation, quick));
    floor ??= evaluation;
  }
  return rows;
}

/** A system whose embedder fails on the way is left out, and the others go on. */
async function evaluated(system: System, set: EvaluationSet, say: BenchOptions["say"]) {
  try {
    return await evaluate(system, set);
  } catch (error) {
    if (!(error instanceof EmbedderFailure)) throw error;
    say(`quality: ${set.name}, ${system.name} is left out: ${error.message}`);
    return undefined;
  }
}
