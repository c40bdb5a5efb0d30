// Which of the product's languages a text is written in: by its script, else by the small words that only one of them has
// most of. Where nothing tells, the language that was wished for, and English before all.

export const LANGUAGES = ["en", "de", "fr", "es", "pt", "ru", "zh", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

const SMALL_WORDS: Readonly<Record<"en" | "de" | "fr" | "es" | "pt", ReadonlySet<string>>> = {
  en: wordsIn(
    "the of and to for with from is are in on my our please how what how you this that all new by at",
  ),
  de: wordsIn(
    "der die das den dem des und für mit von ist sind im am zum zur ein eine einen bitte wie was mein unsere auf aus nach alle",
  ),
  fr: wordsIn(
    "le la les des du et pour avec est sont dans un une au aux s'il comment mon ma nos notre sur ce cette tous par en l'",
  ),
  es: wordsIn(
    "el la los las del y para con es son en un una por favor cómo mi nuestra sobre este esta todos al que",
  ),
  pt: wordsIn(
    "o a os as do da dos das e para com é são no na nos um uma por favor como meu minha nossa sobre este esta todos ao que",
  ),
};

export function languageOf(text: string, wished: Language = "en"): Language {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return "ja";
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const share = (script: RegExp) => (text.match(script)?.length ?? 0) / Math.max(1, letters);
  if (share(/\p{sc=Han}/gu) > 0.3) return "zh";
  if (share(/\p{sc=Cyrillic}/gu) > 0.3) return "ru";
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}]+'?/gu) ?? [];
  const counts = Object.entries(SMALL_WORDS).map(
    ([language, small]) => [language as Language, words.filter((word) => small.has(word)).length] as const,
  );
  const most = Math.max(...counts.map(([, count]) => count));
  const best = counts.filter(([, count]) => count === most).map(([language]) => language);
  return most === 0 || (best.length > 1 && best.includes(wished)) ? wished : best[0];
}

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
