// What feedback does: how much better other questions about the same are answered, whether anything else gets worse, and
// whether what was corrected stays away.

import { embeddersOf } from "./embedders.ts";
import { PRODUCT_NAME } from "./learning/curve.ts";
import { type LearningOptions, measureCorrections, measureSet } from "./learning/measure.ts";
import { showLearning } from "./learning/show.ts";
import type { EvaluationSet } from "./quality/evaluation-set.ts";
import { findSets, hasShared, isOwn } from "./quality/find-sets.ts";
import { listSystems } from "./quality/list-systems.ts";
import { smallerSet } from "./quality/sampling.ts";
import { type Bench, type BenchOptions, CannotRun, type Row } from "./rows.ts";

const CORRECTIONS = "corrections";
/** What is measured without a name, where the shared data is there: sets in which several questions have the same evidence. */
const SHARED_SETS = ["locomo", "ops-notes"];

const SEEDS = { full: 5, quick: 3 } as const;
/** Of each set, in a quick run. */
const QUICK = { groups: 2, questions: 150, documents: 500 } as const;

export const learning: Bench = {
  about: "what feedback does to other questions, and whether what was corrected stays away",

  async run(options) {
    const { quick, say } = options;
    const seeds = options.seeds ?? SEEDS[quick ? "quick" : "full"];
    const sets = setsOf(options);
    const embedder = await embedderOf(options);
    const measured: LearningOptions = { embedder, seeds, quick, say };
    const rows: Row[] = [];
    for (const set of sets) {
      const start = performance.now();
      rows.push(...(await measureSet(quick ? smallerSet(set, QUICK) : set, measured)));
      say(`learning: ${set.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
      embedder.forget();
    }
    if (options.sets?.includes(CORRECTIONS) ?? true) rows.push(...(await measureCorrections(measured)));
    return rows;
  },

  show: showLearning,
};

/** The sets that rank documents, without the probes unless they are named. */
function setsOf({ data, sets, say }: BenchOptions): EvaluationSet[] {
  const named = sets?.filter((name) => name !== CORRECTIONS);
  const usual = data === undefined ? (hasShared() ? SHARED_SETS : []) : undefined;
  return findSets(data, named ?? usual, say).filter(({ name, unit }) => {
    if (unit === "document") return named !== undefined || !isOwn(name);
    say(`learning: ${name} is left out: it ranks sessions, and feedback is about documents`);
    return false;
  });
}

async function embedderOf({ systems = [PRODUCT_NAME], quick, say }: BenchOptions) {
  const wanted = await listSystems(embeddersOf(process.env), systems, quick, say);
  const [system, second] = wanted.filter(({ name }) => name.split(":")[0] === PRODUCT_NAME);
  if (system?.embedder && !second) return system.embedder;
  throw new CannotRun(
    `--systems takes one of the product's here: ${PRODUCT_NAME}, or ${PRODUCT_NAME}:EMBEDDER`,
  );
}
