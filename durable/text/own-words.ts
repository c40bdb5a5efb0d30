// What of a sentence its user says as their own: without what is quoted, what is to be translated, what somebody else said, and what
// is only supposed. Of a condition the consequence counts: if the build fails, always run it again.

import { sentencesOf } from "./sentences.ts";

const START = "(?<=^|[\\s(\\[:：,，、-])";
const END = "(?=$|[\\s)\\]:：,，;.!?。！？、])";
/** Each to its end, or to that of the sentence, which may end before the quotation does. */
const QUOTED = new RegExp(
  `${START}["“„](?=\\S)[^"”“]*(?:["”“]|$)|«[^»]*(?:»|$)|[「『][^」』]*(?:[」』]|$)|[“”][^“”]*”|${START}'(?=\\S)[^']{12,}'${END}`,
  "gu",
);
const WHOLE = /["“„](?=\S)([^"“”]+)["“”]|«([^»]+)»|[「『]([^」』]+)[」』]/gu;
const MARKS = /^[\s"“„«「『]+|[\s"”“»」』.]+$/gu;

/** Before a colon: the rest is a text to work on. */
const TASK =
  /^(?:(?:please|bitte|por favor|пожалуйста|请),? )?(?:translate|rephrase|paraphrase|proofread|rewrite|übersetze?|übersetzen sie|traduis|traduisez|traduce|traduzca|traduza|traduz|переведи|переведите|翻译|翻譯|翻訳|訳して)[^:：]{0,60}[:：].*$/u;
/** Somebody said, before a colon; what I say is mine. */
const SAID =
  /(?<!(?:^|[^\p{L}])(?:i|we|ich|wir|je|j'ai|я|мы) )(?<![\p{L}])(?:said|says|wrote|writes|told me|sagte|sagt|schrieb|a dit|dit|a écrit|dijo|dice|escribió|disse|diz|escreveu|сказала?|говорит|написала?)(?:\s[\p{L}']+){0,4}\s?[:：].*$/u;
const SAID_UNSPACED = /^(?!我(?:说|說)|私).{0,20}(?:说|說|写道|言った|言いました)[:：].*$/u;
const SUPPOSED =
  /^(?:and |but |und |et |y |e |а |и )?(?:imagine|suppose|supposing|pretend|let's say|say that i|what if|stell dir vor|angenommen|supposons|imagina|imaginez|supongamos|imagina que|suponha|представь|допустим|предположим|假设|假設|仮に)(?![\p{L}])/u;
const SUPPOSED_UNSPACED = /^(?:假设|假設|想象一下|仮に)/u;
const CONDITION = /^(?:(?:if|even if|wenn|falls|si|se|если)(?![\p{L}])|如果|要是|假如|もし)[^,，、]*/u;
const UNREAL =
  /(?<![\p{L}'])(?:would|wouldn't|could have|i'd|we'd|würde|würden|wäre|hätte|serais|serait|aurais|aurait|sería|habría|seria|teria|бы)(?![\p{L}])(?! (?:prefer|rather|love|like)(?![\p{L}])| (?:[\p{L}]+ )?lieber)/u;

/** Who quotes their own rule says it. */
const RULE =
  /(?<![\p{L}])(?:my|our|meine?|unsere?|ma|mon|notre|mi|nuestra|minha|nossa|моё|мое|наше) (?:[\p{L}]+ )?(?:rule|motto|principle|regel|grundsatz|règle|devise|regla|lema|regra|правило)(?![\p{L}])/u;

/** Of one sentence, in lower case and with plain apostrophes; empty where nothing of it is. */
export function ownWordsOf(sentence: string): string {
  if (SUPPOSED.test(sentence) || SUPPOSED_UNSPACED.test(sentence)) return "";
  const said = RULE.test(sentence) ? sentence : sentence.replace(QUOTED, " ");
  const own = said.replace(TASK, "").replace(SAID, "").replace(SAID_UNSPACED, "");
  const [condition] = CONDITION.exec(own) ?? [];
  if (condition === undefined) return own;
  if (UNREAL.test(own)) return "";
  const consequence = own.slice(condition.length);
  // Without a comma there is no telling where a condition ends.
  return consequence === "" ? own : consequence;
}

/** The sentences that stand whole in the quotations of a text. */
export function quotedIn(text: string): (sentence: string) => boolean {
  const inside = [...text.matchAll(WHOLE)].flatMap(([, ...found]) => sentencesOf(found.find(Boolean) ?? ""));
  const quoted = new Set(inside.map(bare));
  return (sentence) => quoted.has(bare(sentence));
}

function bare(sentence: string): string {
  return sentence.replace(MARKS, "");
}
