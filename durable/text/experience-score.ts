// Whether a run is worth keeping as an example: its score, and what is kept out whatever the score. Complaints are whole
// words; failures are told by how a short answer begins, in the languages that the product lists.

import type { Experience } from "./experience.ts";
import type { ExperienceSettings } from "./experience-settings.ts";
import { objects } from "./objecting.ts";

/** A longer answer explains something, whatever it begins with. */
const LONGEST_FAILURE = 400;

const FAILURES: readonly RegExp[] = [
  /^http\s+\d{3}\b/,
  /^(?:[a-z]*error|exception|fatal|erreur|fehler|erro|ошибка|错误|錯誤|エラー)\s*[:：]/,
  /^(?:invalid authentication|unauthorized|no api key found|oauth token refresh failed)\b/,
  /^(?:i'm |i am )?(?:sorry|unfortunately|apologies)\b[^.!?]*\b(?:not|unable|can't|couldn't|cannot|won't|failed)\b/,
  /^i (?:can't|cannot|could not|couldn't|am unable to|was unable to|won't)\b/,
  /^(?:es tut mir leid|tut mir leid|leider|entschuldigung)(?![\p{L}])[^.!?]*(?<![\p{L}])(?:nicht|kein\p{L}*|unmöglich)(?![\p{L}])/u,
  /^(?:je suis |)(?:désolée?|malheureusement)(?![\p{L}])[^.!?]*(?<![\p{L}])(?:pas|impossible|aucune?)(?![\p{L}])/u,
  /^(?:lo siento|lamentablemente|desafortunadamente)(?![\p{L}])[^.!?]*(?<![\p{L}])(?:no|imposible)(?![\p{L}])/u,
  /^(?:desculpe|lamento|infelizmente)(?![\p{L}])[^.!?]*(?<![\p{L}])(?:não|impossível)(?![\p{L}])/u,
  /^(?:извините|простите|к сожалению)(?![\p{L}])[^.!?]*(?<![\p{L}])(?:не|нет|невозможно)(?![\p{L}])/u,
  /^(?:抱歉|对不起|對不起|很遗憾|很遺憾)[^。！？]*(?:无法|無法|不能|没有|沒有|失败|失敗)/,
  /^(?:申し訳|すみません|残念ながら)[^。！？]*(?:できません|できない|ありません)/,
];

/** Whether an answer says that it did not work. */
export function failed(answer: string): boolean {
  if (answer.length > LONGEST_FAILURE) return false;
  const said = answer
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .trim();
  return FAILURES.some((failure) => failure.test(said));
}

/** Whether a prompt complains of what was answered before it. */
export function complains(prompt: string, words: readonly string[]): boolean {
  const said = prompt.normalize("NFC").toLowerCase();
  return words.some((word) => holdsWord(said, word.toLowerCase()));
}

/** As `complains`, with what contradicts in any of the languages. */
export function complainsOrObjects(prompt: string, { complaints }: ExperienceSettings): boolean {
  return objects(prompt) || complains(prompt, complaints);
}

/** Whole words where a script sets them apart. */
function holdsWord(text: string, word: string): boolean {
  const isApart = (at: number) => !/[\p{L}\p{N}]/u.test(text[at] ?? "");
  const isWritten = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (isWritten || (isApart(at - 1) && isApart(at + word.length))) return true;
  return false;
}

/** 0 … the sum of the weights. */
export function scoreOf(
  { prompt, finalAnswer, steps }: Pick<Experience, "prompt" | "finalAnswer" | "steps">,
  success: boolean,
  { weights, complaints }: ExperienceSettings,
): number {
  let score = success ? weights.success : 0;
  if (finalAnswer !== "" && !failed(finalAnswer)) score += weights.finalAnswer;
  score += steps.length > 0 ? weights.toolUse : weights.directAnswer;
  if (!complains(prompt, complaints)) score += weights.noNegativeFeedback;
  return score;
}

/** Why a run is not kept. */
export type Skipped = "failed" | "no_prompt" | "no_answer" | "answer_failed" | "low_score";

/** Null: it is worth keeping. */
export function skippedBecause(
  experience: Experience,
  success: boolean,
  settings: ExperienceSettings,
): Skipped | null {
  if (!success) return "failed";
  if (experience.prompt === "") return "no_prompt";
  if (experience.finalAnswer === "") return "no_answer";
  if (failed(experience.finalAnswer)) return "answer_failed";
  return scoreOf(experience, success, settings) < settings.minScore ? "low_score" : null;
}
