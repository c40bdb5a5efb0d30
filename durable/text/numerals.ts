// Numbers that are written out, as their digits: cardinals and ordinals of eight languages. A word that means something else as well
// (once, neuf, quinta) stays a word: what is told apart too much waits for somebody, what is told apart too little is lost.

const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** By number, from 1 on; a dash: none that says nothing else. */
const CARDINALS: readonly string[] = [
  "- two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  "- zwei drei vier fünf sechs sieben acht neun zehn - zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  "- deux trois quatre cinq six - huit - dix onze douze treize quatorze quinze seize - - - vingt",
  "- - tres cuatro cinco seis siete ocho nueve diez - - trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
  "- dois três quatro cinco seis sete oito nove dez onze - treze quatorze quinze dezesseis dezessete dezoito dezenove vinte",
  "- два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать " +
    "семнадцать восемнадцать девятнадцать двадцать",
];
const ORDINALS: readonly string[] = [
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth " +
    "seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth " +
    "twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first",
  "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième " +
    "quinzième seizième - - - vingtième",
  "primero - tercero - - sexto séptimo octavo noveno décimo",
  "primeiro - terceiro - - - sétimo oitavo nono",
];
/** With the endings of their forms. */
const FORMS: readonly (readonly [stems: string, endings: string])[] = [
  [
    "erst zweit dritt viert fünft sechst siebt - neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt " +
      "neunzehnt zwanzigst",
    "e en er es em",
  ],
  [
    "перв втор - четвёрт пят шест седьм восьм девят десят одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат",
    "ый ой ого ому ым ом ая ую ое",
  ],
];
const HAN = "一二三四五六七八九";
/** A numeral of these scripts counts where it is one of a row, or before what is counted. */
const HAN_NUMBER =
  /(?<![一二三四五六七八九十百千万])第?(?<number>[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])(?=[号號日月点點时時台個个名])/gu;
const WORD =
  /(?<![\p{L}\p{N}-])(?:\p{L}+(?:-\p{L}+)?|\d{1,3}(?:st|nd|rd|th|er|ère|ème|-го))(?![\p{L}\p{N}-])/giu;

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...[...CARDINALS, ...ORDINALS].flatMap((row) =>
    words(row).map((word, index) => [word, index + 1] as const),
  ),
  ...FORMS.flatMap(([stems, endings]) =>
    words(stems).flatMap((stem, index) =>
      words(stem === "-" ? "" : endings).map((ending) => [stem + ending, index + 1] as const),
    ),
  ),
]);

/** The text with digits for numbers that are written out, from `least` on. */
export function withDigits(text: string, least = 1): string {
  return text
    .replace(HAN_NUMBER, (written, number: string) => orAsWritten(written, hanNumber(number), least))
    .replace(WORD, (written) => {
      const digits = /^\d+/.exec(written)?.[0];
      const number = digits ? Number(digits) : NUMBERS.get(written.toLowerCase());
      return orAsWritten(written, number, digits ? 0 : least);
    });
}

function orAsWritten(written: string, number: number | undefined, least: number): string {
  return number === undefined || number < least ? written : String(number);
}

function hanNumber(written: string): number {
  const [tens, ones] = written.includes("十") ? written.split("十") : ["-", written];
  const digit = (one: string, otherwise: number) => (one === "" ? otherwise : HAN.indexOf(one) + 1);
  return tens === "-" ? digit(ones, 0) : 10 * digit(tens, 1) + digit(ones, 0);
}
