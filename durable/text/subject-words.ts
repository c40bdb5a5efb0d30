// Words that tell what a sentence is about from what it says of it: where its subject ends, and by what things of one kind are
// told apart. Data, and the look-ups in it.

import { stemOf } from "./terms.ts";

const words = (text: string) => text.split(/\s+/).filter(Boolean);
/** English ones in both forms: written, and as they are compared. */
const compared = (text: string) => words(text).flatMap((word) => [word, stemOf(word)]);

/** Auxiliaries: the subject stands before the first of them. One letter alone may be an article. */
const VERBS: ReadonlySet<string> = new Set(
  words(`is are was were has have had will would can could must should shall does did isn't aren't wasn't doesn't won't
  ist sind war waren wird werden wurde hat haben hatte kann können muss müssen soll darf
  est sont était étaient ont peut doit sera son está están fue fueron ha han puede debe tiene tienen
  è sono era hanno può deve são foi tem têm pode zijn heeft hebben wordt был была было были есть будет`),
);
/** Of scripts without spaces: what stands behind a subject, and begins no common noun. */
const MARKS: ReadonlySet<string> = new Set("はがをにでも有是在为為可将需没很");
const TOPIC = /^(?:[\p{Lu}\p{N}]?|\p{Script=Hangul}+)(?:은|는|이|가)$/u;
const NUMBERED_TOPIC = /^\d+(?:은|는|이|가)$/u;

/** Whether a word ends the subject of its sentence, and on which side of it. */
export function endsSubject(written: string): "no" | "before" | "behind" {
  if (MARKS.has(written) || VERBS.has(written.toLowerCase().replaceAll("’", "'"))) return "before";
  return TOPIC.test(written) || NUMBERED_TOPIC.test(written) ? "behind" : "no";
}

/** Words before a number that is no label: use 3 replicas, after 5 tries. As they are compared. */
export const COUNTING: ReadonlySet<string> = new Set(
  compared(`use keep take wait allow run retry set send give order add need limit store hold delete remove start stop plan
  after every each within per only about least most over under above below than last next until since before all
  nach alle jede jeder jedes nur etwa mindestens höchstens über unter seit bis vor nutze behalte warte
  après chaque tous toutes environ cada tras después sólo solo через каждые каждый после около не более`),
);

/** Words that something was changed: what matters is what it is now. As they are compared. */
export const CHANGING: ReadonlySet<string> = new Set(
  compared(`moved move moving shifted changed change switched postponed rescheduled verschoben verlegt geändert umgestellt
  déplacé déplacée déplacées déplacés reporté reportée changé movido movida movidas cambiado cambiada aplazado
  перенесли перенесён перенесен изменили сдвинули`),
);

/** What a number counts: it is a value, wherever it stands. As they are compared. */
export const UNITS: ReadonlySet<string> = new Set(
  compared(`% ms s sec min h hr hour minut minute second day week month year time percent km m cm mm kg g t mb gb tb kb kw kwh
  euro eur usd gbp dollar cent tonn tonne litre liter metre meter people person
  stunde stunden sekunde sekunden minuten tag tage tagen woche wochen monat monate jahr jahre uhr mal prozent personen
  heures heure jours jour semaine semaines mois ans fois minutes secondes días día horas hora semanas meses años veces
  дней дня день часов часа час минут минуты недель недели месяцев лет раз человек 시간 분 초 일 주 개월 년 명 원`),
);
const UNIT_CHARACTERS: ReadonlySet<string> = new Set("月日年点時时分秒元円个個名人度次回天周週歳岁");

export function isUnit(says: string): boolean {
  return UNITS.has(says) || UNIT_CHARACTERS.has(says);
}

/** Behind a number they make it a label. */
export const COUNTERS: ReadonlySet<string> = new Set([
  ..."号號番楼樓层層階组組班队隊室",
  ...words("번 호 층 st nd rd th er ère ème e"),
]);
/** Numerals of scripts without spaces. */
export const NUMERALS: ReadonlySet<string> = new Set("一二三四五六七八九十甲乙丙丁");

/** One, where it stands behind a noun. */
export const ONES: ReadonlySet<string> = new Set(compared("one eins un uno um één один одна одно 하나"));

/** Of things of one kind: which of them. By the form that is compared. */
export const WHICH: ReadonlyMap<string, string> = new Map(
  [
    words(
      "first erste erster ersten erstes première premier primera primero primeira primeiro prima eerste первый первая первое 첫",
    ),
    words(
      "second zweite zweiter zweiten zweites deuxième seconde segunda segundo seconda secondo tweede второй вторая второе 두",
    ),
    words(
      "third dritte dritter dritten drittes troisième tercera tercero terceira terceiro terza terzo derde третий третья третье 세",
    ),
    words(
      "fourth vierte vierter vierten viertes quatrième cuarta cuarto quarta quarto vierde четвертый четвёртый четвёртая 네",
    ),
    words("fifth fünfte fünfter fünften fünftes cinquième quinta quinto vijfde пятый пятая пятое"),
    words("north northern nord nördliche norte noord северный северная"),
    words("south southern süd südliche sud sur zuid южный южная"),
    words("east eastern ost östliche este oost восточный восточная"),
    words("west western westliche ouest oeste западный западная"),
    words("left linke linker gauche izquierda izquierdo левый левая"),
    words("right rechte rechter droite derecha derecho правый правая"),
    words("upper obere oberer supérieure superior верхний верхняя"),
    words("lower untere unterer inférieure inferior нижний нижняя"),
  ].flatMap((forms) =>
    forms.flatMap((form) => [form, stemOf(form)].map((said) => [said, forms[0]] as const)),
  ),
);
