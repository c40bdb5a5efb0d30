// Which of the product's languages a text is written in: by its script, else by the small words and letters that it has most of. Where nothing tells, the language that was wished for, and English before all.

export const LANGUAGES = ["en", "de", "fr", "es", "pt", "ru", "zh", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

type Latin = "en" | "de" | "fr" | "es" | "pt";

/** Of each language those that are its own, and those that it shares: a word speaks for all that have it, the less the more. */
const SMALL_WORDS: Readonly<Record<Latin, ReadonlySet<string>>> = {
  en: wordsIn(
    `the of and to for with from is are was in on my our your me i we you they it a an at by or not as into up out off please how what when where
    who why which this that these all new can could should would do does don' let' make write give show find add`,
  ),
  de: wordsIn(
    `der die das den dem des und für mit von ist sind war im am in an zum zur ein eine einen einem einer bitte wie was wer wo wann warum
    ich du er sie es wir uns mir mich dir mein meine meinen unser unsere auf aus nach bei um alle nicht kein keine oder kannst als`,
  ),
  fr: wordsIn(
    `le la les l' d' s' j' c' n' qu' des du de et pour avec est sont dans un une au aux a à en je tu il nous vous comment quel quelle qui que
    quoi où quand mon ma mes nos notre votre sur ce cet cette tous toutes par ne pas ou fais faites moi plus plaît`,
  ),
  es: wordsIn(
    `el la los las del de y e o a en para con es son un una unos al por favor cómo qué quién dónde cuándo mi mis nuestra nuestro tu su sobre
    este esta todos todas que no me lo se haz hazme dame hay muy más`,
  ),
  pt: wordsIn(
    `o a os as ao à do da dos das de e em no na nos nas para com é são um uma uns por favor como que quem onde quando meu minha nossa
    nosso seu sobre este esta todos todas não me se faça faz você mais`,
  ),
};
/** Letters that speak for languages, whatever the word. */
const LETTERS: readonly (readonly [letters: RegExp, languages: readonly Latin[]])[] = [
  [/[äöß]/, ["de"]],
  [/ü/, ["de", "es"]],
  [/[ñ¿¡]/, ["es"]],
  [/[ãõ]/, ["pt"]],
  [/ç/, ["fr", "pt"]],
  [/[œèùûîëï]/, ["fr"]],
  [/[êô]/, ["fr", "pt"]],
  [/[íóú]/, ["es", "pt"]],
];

const LATIN = Object.keys(SMALL_WORDS) as Latin[];
/** Of sums of shares. */
const ROUNDING = 1e-9;

export function languageOf(text: string, wished: Language = "en"): Language {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return "ja";
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const share = (script: RegExp) => (text.match(script)?.length ?? 0) / Math.max(1, letters);
  if (share(/\p{sc=Han}/gu) > 0.3) return "zh";
  if (share(/\p{sc=Cyrillic}/gu) > 0.3) return "ru";
  const plain = text.normalize("NFC").toLowerCase().replaceAll("’", "'");
  const scores = new Map<Latin, number>();
  for (const languages of speakersOf(plain)) {
    for (const language of languages)
      scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
  }
  const most = Math.max(...scores.values());
  const best = LANGUAGES.filter((language) => (scores.get(language as Latin) ?? 0) >= most - ROUNDING);
  if (scores.size === 0 || best.includes(wished)) return wished;
  return best[0];
}

/** Of each small word, and of each letter that few languages have, the languages that have it. */
function* speakersOf(plain: string): Iterable<readonly Latin[]> {
  for (const [word] of plain.matchAll(/\p{L}+'?/gu)) {
    const languages = LATIN.filter((language) => SMALL_WORDS[language].has(word));
    if (languages.length > 0) yield languages;
  }
  for (const [letters, languages] of LETTERS) if (letters.test(plain)) yield languages;
}

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
