// Which of several suspects a correction means, by what tells them apart: texts that are alike in everything else differ in
// the name, number or place that the correction and its question name.

import { termsOf } from "../text/terms.ts";

/** Share of the best suspect's distinguishing words from which another one is meant too. */
const MEANT_TOO = 0.8;

/**
 * The suspects that `said` means, in their order. A term that more of them hold tells less:
 * weight = ln(suspects / holding). Where nothing tells them apart, all are meant.
 */
export function namedInWords(suspects: ReadonlyMap<string, string>, said: readonly string[]): string[] {
  const asked = new Set(said.flatMap((text) => [...termsOf(text).keys()]));
  const held = new Map(
    Array.from(suspects, ([id, text]) => [id, [...termsOf(text).keys()].filter((term) => asked.has(term))]),
  );
  const holding = new Map<string, number>();
  for (const terms of held.values())
    for (const term of terms) holding.set(term, (holding.get(term) ?? 0) + 1);
  const weightOf = (id: string) =>
    (held.get(id) as string[]).reduce(
      (sum, term) => sum + Math.log(suspects.size / (holding.get(term) as number)),
      0,
    );
  const most = Math.max(0, ...Array.from(suspects.keys(), weightOf));
  return [...suspects.keys()].filter((id) => weightOf(id) >= MEANT_TOO * most);
}
