// How two things are related, as somebody says it and as it is known: one of twenty relations, or RELATES_TO with the word that was said.

import { shownName } from "./shown-names.ts";

export const RELATIONS: readonly string[] = (
  "WORKS_AT EMPLOYED_BY LIVES_IN LOCATED_IN BASED_IN HAS_ROLE MARRIED_TO REPORTS_TO CEO_OF LEADS USES DEPENDS_ON DECIDED_TO " +
  "KNOWS HAS_SKILL PART_OF COLLABORATES_WITH IMPLEMENTS MANAGES RELATES_TO"
).split(" ");
const KNOWN: ReadonlySet<string> = new Set(RELATIONS);
const ANY = "RELATES_TO";

export interface SaidRelation {
  /** One of those that are known. */
  readonly relation: string;
  /** In capitals, with `_` for blanks; empty where the relation says it. */
  readonly word: string;
}

/** As a model names it: trimmed, in capitals, and else RELATES_TO. */
export function relationOf(raw: string): string {
  const label = raw.trim().toUpperCase();
  return KNOWN.has(label) ? label : ANY;
}

export function saidRelation(raw: string): SaidRelation {
  const word = shownName(raw.normalize("NFKC"))
    .toUpperCase()
    .replaceAll(/[\s_-]+/gu, "_");
  return KNOWN.has(word) ? { relation: word, word: "" } : { relation: ANY, word };
}

/** As it stands in a sentence. */
export function phraseOf({ relation, word }: SaidRelation): string {
  return (word || relation).toLowerCase().replaceAll("_", " ");
}
