// Relations of which a subject has one object at a time, and the phrases that tell them: who works at one place now does not work
// at the one before. Two texts clash when they tell the same relation of the same subject with different objects.

import { bytesIn } from "./bytes.ts";

export const EXCLUSIVE_SIGNALS: Readonly<Record<string, readonly string[]>> = {
  WORKS_AT: signals(
    "works at|employed at|employed by|joined|started at|job at|arbeitet bei|travaille chez|trabaja en|trabalha na|trabalha em|работает в|работает на|就职于|工作于|に勤めて",
  ),
  HAS_ROLE: signals(
    "role is|position is|title is|works as|his role|her role|their role|arbeitet als|travaille comme|trabaja como|trabalha como|работает кем|担任|の役職",
  ),
  LOCATED_IN: signals(
    "lives in|located in|based in|moved to|relocated to|wohnt in|zog nach|habite à|vive en|mora em|живёт в|живет в|переехал в|переехала в|住在|搬到|に住んで",
  ),
  MARRIED_TO: signals(
    "married to|spouse is|wife is|husband is|partner is|verheiratet mit|marié à|casado con|casada con|casado com|женат на|замужем за|と結婚",
  ),
  REPORTS_TO: signals(
    "reports to|manager is|boss is|berichtet an|rend compte à|reporta a|подчиняется|汇报给|の上司",
  ),
  CEO_OF: signals("ceo of|head of|leads|leading|leitet|dirige|возглавляет|领导|を率いて"),
};
/** Names of relations that are told by the phrases of another. */
const SAME_AS: Readonly<Record<string, string>> = {
  EMPLOYED_BY: "WORKS_AT",
  LIVES_IN: "LOCATED_IN",
  BASED_IN: "LOCATED_IN",
  LEADS: "CEO_OF",
};

const STOP_WORDS = new Set("that this with from have been were they their about".split(" "));
const LEAST_BYTES = 4;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

interface Told {
  readonly subject: string;
  readonly object: string;
}

/** What a relation tells, where a subject has one object of it at a time; null: it may have many. */
export function propertyOf(relation: string): string | null {
  const own = SAME_AS[relation] ?? relation;
  return Object.hasOwn(EXCLUSIVE_SIGNALS, own) ? own : null;
}

/** Whether two texts tell one exclusive relation of one subject with different objects. */
export function relationsClash(ours: string, theirs: string): boolean {
  return Object.keys(EXCLUSIVE_SIGNALS).some((relation) => {
    const [own, other] = [toldIn(ours, relation), toldIn(theirs, relation)];
    return own !== null && other !== null && sameSubject(own, other) && own.object !== other.object;
  });
}

/** Whether a text tells the relation of a fact, and less than half of what the fact says of its object. */
export function deniesFact(text: string, relation: string, fact: string): boolean {
  const told = toldIn(text, relation);
  if (told === null) return false;
  const objects = significantWords(toldIn(fact, relation)?.object ?? fact);
  const said = new Set(plain(text).split(" "));
  return objects.filter((word) => said.has(word)).length < Math.floor((objects.length + 1) / 2);
}

/** Words of a fact that say more than that it is a sentence. */
export function significantWords(text: string): string[] {
  return plain(text)
    .split(" ")
    .filter((word) => bytesIn(word) >= LEAST_BYTES && !STOP_WORDS.has(word));
}

function toldIn(text: string, relation: string): Told | null {
  const said = plain(text);
  const own = SAME_AS[relation] ?? relation;
  for (const signal of Object.hasOwn(EXCLUSIVE_SIGNALS, own) ? EXCLUSIVE_SIGNALS[own] : []) {
    const at = UNSPACED.test(signal) ? said.indexOf(signal) : ` ${said} `.indexOf(` ${signal} `);
    if (at >= 0) return { subject: said.slice(0, at).trim(), object: said.slice(at + signal.length).trim() };
  }
  return null;
}

function sameSubject(own: Told, other: Told): boolean {
  return own.subject !== "" && own.subject.split(" ")[0] === other.subject.split(" ")[0];
}

/** Lower case, without marks. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[.,;:"'()!?]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function signals(phrases: string): string[] {
  return phrases.split("|");
}
