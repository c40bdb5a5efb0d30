// Terms that tell the same relation: where somebody lives is told by where they moved to. Of each phrase that tells one, the
// word that carries it; a word that tells several relations says too little, and has no kin.

import { EXCLUSIVE_SIGNALS } from "./exclusive-relations.ts";
import { termsOf } from "./terms.ts";

const HAN_PAIR = /^\p{Script=Han}{2}$/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** The other terms of the relation that a term tells; none where it tells none, or more than one. */
export function kindredOf(term: string): readonly string[] {
  known ??= kindred();
  return known.get(term) ?? [];
}

function kindred(): Map<string, readonly string[]> {
  const relations = Object.values(EXCLUSIVE_SIGNALS).map((phrases) => new Set(phrases.flatMap(carrying)));
  const told = relations.flatMap((terms) => [...terms]);
  const own = relations.map((terms) =>
    [...terms].filter((term) => told.indexOf(term) === told.lastIndexOf(term)),
  );
  return new Map(
    own.flatMap((terms) => terms.map((term) => [term, terms.filter((other) => other !== term)] as const)),
  );
}

/** The first word that says more than how a sentence is built; without spaces, pairs of characters that are no endings. */
function carrying(phrase: string): string[] {
  const terms = [...termsOf(phrase).keys()];
  return UNSPACED.test(phrase) ? terms.filter((term) => HAN_PAIR.test(term)) : terms.slice(0, 1);
}
