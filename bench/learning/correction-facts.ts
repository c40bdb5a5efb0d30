// The correction set: facts that were stated wrongly, what is right, and a true fact that looks much the same.

import fs from "node:fs";
import path from "node:path";
import { type Place, readObject } from "../quality/json-lines.ts";

const FOLDER = path.join(import.meta.dirname, "../corrections");

export interface CorrectionFact {
  readonly id: string;
  readonly wrong: string;
  readonly right: string;
  /** The question that was answered wrongly, and that is corrected. */
  readonly asked: string;
  /** The same question in words that nobody used before. */
  readonly unseen: readonly string[];
  /** True, in much the same words, about something else. */
  readonly lookalike: { readonly text: string; readonly question: string };
}

/** All facts of a folder's files, in order of the files' names; default: those of this repository. */
export function readCorrectionFacts(folder = FOLDER): CorrectionFact[] {
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .flatMap((file) => readObject(path.join(folder, file)).places("facts").map(factOf));
}

function factOf(place: Place): CorrectionFact {
  const fact = {
    id: place.text("id"),
    wrong: place.text("wrong"),
    right: place.text("right"),
    asked: place.text("asked"),
    unseen: place.maybeTexts("unseen") ?? place.fail("has no unseen"),
    lookalike: { text: place.text("lookalike"), question: place.text("lookalike_question") },
  };
  // Whether a text is shown is told by the text itself.
  if (fact.right.includes(fact.wrong)) place.fail("has the wrong text within the right one");
  return fact;
}
