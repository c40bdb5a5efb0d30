// Everything that the learning bench measures, as one call: with other settings too, and one memory of vectors for many.

import type { EvaluationSet } from "../quality/evaluation-set.ts";
import type { Row } from "../rows.ts";
import { readCorrectionFacts } from "./correction-facts.ts";
import { correctionsOf, type Means } from "./corrections.ts";
import { type CurveOptions, curveOf } from "./curve.ts";
import { correctionRows, curveRows, wordingRows } from "./rows-of.ts";
import { pairsOf, wordingsOf } from "./wordings.ts";

export interface LearningOptions extends CurveOptions {
  /** Default: all of this repository. */
  readonly facts?: ReturnType<typeof readCorrectionFacts>;
  /** Also what is right as one more note; default true. */
  readonly compares?: boolean;
  readonly quick?: boolean;
}

const NO_OTHERS = 0;
const MANY_OTHERS = 500;

/** A set as its shape asks for: wordings where every question has a second one with the same evidence, else the curve. */
export async function measureSet(set: EvaluationSet, options: LearningOptions): Promise<Row[]> {
  const { quick = false } = options;
  if (isOfWordings(set)) return wordingRows(await wordingsOf(set, options), set.name, quick);
  return curveRows(await curveOf(set, options), set.name, quick);
}

/** The correction set, in a memory of its own and among other notes. */
export async function measureCorrections(options: LearningOptions): Promise<Row[]> {
  const { facts = readCorrectionFacts(), compares = true, quick = false } = options;
  const rows: Row[] = [];
  for (const distractors of quick ? [MANY_OTHERS] : [NO_OTHERS, MANY_OTHERS]) {
    const all: Means[] = compares ? ["correction", "note"] : ["correction"];
    for (const means of all) {
      const measured = await correctionsOf(facts, { ...options, distractors, means });
      rows.push(...correctionRows(measured, { means, distractors, quick }));
    }
  }
  return rows;
}

function isOfWordings(set: EvaluationSet): boolean {
  return pairsOf(set).length * 2 === set.questions.length;
}
