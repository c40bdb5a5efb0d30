// Which of several suspects a correction means, by what tells them apart: texts that are alike in everything else differ in
// the name, number or place that the correction and its question name.
//   first what both say: that is what they are about, and not what is new about it
//   then what the correction says, where it is a sentence about the same and no mere answer; then what the question says
//   last what the other of the two says

import { termsOf } from "../text/terms.ts";

/** Share of the best suspect's distinguishing words from which another one is meant too. */
const MEANT_TOO = 0.8;

type Terms = ReadonlySet<string>;

/** The suspects, by id with their texts, that a correction means, in their order. Where nothing tells them apart, all are. */
export function namedInWords(
  suspects: ReadonlyMap<string, string>,
  correction: string,
  question: string | null = null,
): string[] {
  const held = new Map(Array.from(suspects, ([id, text]) => [id, termSet(text)]));
  const said = termSet(correction);
  const asked = termSet(question ?? "");
  const isSentence = [...said].some((term) => [...held.values()].every((terms) => terms.has(term)));
  const order = isSentence ? [said, asked] : [asked, said];
  let meant = [...suspects.keys()];
  for (const terms of [said.intersection(asked), ...order]) meant = bestNamed(meant, held, terms);
  return meant;
}

/** A term that more of them hold tells less: weight = ln(all / holding). */
function bestNamed(ids: readonly string[], held: ReadonlyMap<string, Terms>, terms: Terms): string[] {
  const weights = new Map<string, number>();
  for (const term of terms) {
    const holding = ids.filter((id) => held.get(id)?.has(term));
    for (const id of holding) weights.set(id, (weights.get(id) ?? 0) + Math.log(ids.length / holding.length));
  }
  const most = Math.max(0, ...weights.values());
  return ids.filter((id) => (weights.get(id) ?? 0) >= MEANT_TOO * most);
}

function termSet(text: string): Terms {
  return new Set(termsOf(text).keys());
}
