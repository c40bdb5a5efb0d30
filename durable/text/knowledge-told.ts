// Which memory says what a model found in several of them: one that names the entity, and of a relation one that names both of
// its ends. What none of them names was made up, and is left out.

import type { SaidEntity, SaidFact } from "./model-answers.ts";

export interface KnowledgeTold {
  readonly entities: readonly SaidEntity[];
  readonly facts: readonly SaidFact[];
}

/** By the places of the texts. */
export function knowledgeTold(
  texts: readonly string[],
  entities: readonly SaidEntity[],
  facts: readonly SaidFact[],
): KnowledgeTold[] {
  const told = new Set<SaidFact>();
  return texts.map((text) => {
    const read = plain(text);
    const isNamed = ({ name, aliases }: SaidEntity) =>
      [name, ...aliases].some((one) => one.trim() !== "" && namesIt(read, plain(one)));
    const here = entities
      .filter(isNamed)
      .map((entity) => ({ ...entity, aliases: entity.aliases.filter((alias) => isSaid(texts, alias)) }));
    const names = new Set(here.map(({ name }) => name));
    // Said once, by the first that names both.
    const own = facts.filter((fact) => !told.has(fact) && names.has(fact.source) && names.has(fact.target));
    for (const fact of own) told.add(fact);
    return { entities: here, facts: own };
  });
}

function isSaid(texts: readonly string[], name: string): boolean {
  return texts.some((text) => namesIt(plain(text), plain(name)));
}

/** Whether the name stands in the text, as whole words where the script has any. */
function namesIt(text: string, name: string): boolean {
  const isLetter = (at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at)) && !UNSPACED.test(text.charAt(at));
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [first, last] = [name.charAt(0), name.charAt(name.length - 1)];
    const begins = UNSPACED.test(first) || at === 0 || !isLetter(at - 1);
    const ends = UNSPACED.test(last) || !isLetter(at + name.length);
    if (begins && ends) return true;
  }
  return false;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
