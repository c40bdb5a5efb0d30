// What the screen sees in the make of a text, whatever its words: characters that hide something, words of mixed scripts,
// and lines and tags that imitate the turns of a conversation.

import type { Reason } from "./signal.ts";

export interface Structural {
  readonly reason: Reason;
  readonly weight: number;
}

/** Characters of the tag block spell ASCII that nobody sees; a flag emoji holds a few of them. */
const TAGS = /[\u{e0020}-\u{e007e}]+/gu;
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{2,8}\u{e007f}/gu;
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/u;
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Letters of a word with nothing visible between them. */
const SPLIT = /[a-z][\u200b-\u200f\u2060-\u2064\u00ad\ufeff]+[a-z]/giu;
const MIXED = /(?=\p{L}{0,40}[a-z])(?=\p{L}{0,40}[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}{3,40}/giu;

/** Turns of a conversation as models are trained on them. */
const TEMPLATE =
  /<\|?(?:im_start|im_end|system|assistant|endoftext|start_header_id|eot_id)\|?>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|system[-_ ]?prompt|instructions?|assistant)>|\[(?:system|admin|developer)(?: (?:message|note|prompt|override))?\]\s*:|<(?:tool_call|function_call|tool_response)>/u;
/** A line that speaks as one of them. `system: Linux 6.1` is none: what follows has to be an order. */
const ROLE_LINE =
  /^[ \t>*_"']{0,8}(?:(?:system|assistant|developer|admin|administrator|root)[ \t*_"']{0,4}[:：]|\[(?:system|assistant|developer|admin|administrator|root)\][:：]?)[ \t*_"']{0,4}(.{0,200})/gmu;
const ORDERING =
  /\b(?:you|your|must|obey|ignore|disregard|forget|always|never|do not|don't|respond|reply|answer|comply|follow|new (?:rules?|instructions?|orders?|task|polic(?:y|ies)|directives?)|override|reveal|execute|delete|send)\b|\b(?:approve|authori[sz]e|accept|allow|grant|pay|permit|confirm|trust|skip|disable) (?:all|any|every|each)\b/u;
const ROLE_HEADING =
  /^[ \t]{0,3}#{1,6}[ \t]*(?:(?:new |system |hidden )?instruction[ \t]*:?|system(?: prompt| message)?[ \t]*:.{0,200}|(?:system|hidden) (?:prompt|instructions?)[ \t]*:?)[ \t]*$/gmu;
const CODED =
  /\b(?:base64|rot13|hex|decode|decrypt|deciphers?)\b.{0,60}\b(?:execute|run|follow|obey|do|perform)\b/u;

/** Signals in the make of a text. `text` as it is written, `reads` as it is folded. */
export function structuralSignals(text: string, reads: string): Structural[] {
  const signals: Structural[] = [];
  const add = (reason: Reason, weight: number) => signals.push({ reason, weight });
  if (hiddenText(text) !== "") add("hides_characters", 1.2);
  if (SELECTORS.test(text)) add("hides_characters", 1);
  if (OVERRIDES.test(text) && !RIGHT_TO_LEFT.test(text)) add("hides_characters", 0.5);
  if ((text.match(SPLIT)?.length ?? 0) >= 2) add("hides_characters", 0.4);
  if ((text.match(MIXED)?.length ?? 0) >= 2) add("hides_characters", 0.6);
  if (TEMPLATE.test(reads)) add("imitates_structure", 1);
  if (Array.from(reads.matchAll(ROLE_LINE)).some(([, rest]) => ORDERING.test(rest)))
    add("imitates_structure", 1);
  if (ROLE_HEADING.test(reads)) add("imitates_structure", 1);
  if (CODED.test(reads)) add("runs_a_command", 0.6);
  ROLE_HEADING.lastIndex = 0;
  return signals;
}

/** What is written in characters that nobody sees. */
export function hiddenText(text: string): string {
  const spelled = text.replace(FLAG, "").match(TAGS) ?? [];
  const hidden = spelled.map((run) =>
    Array.from(run, (tag) => String.fromCodePoint((tag.codePointAt(0) as number) - 0xe0000)).join(""),
  );
  return hidden.filter((run) => run.length > 2).join(" ");
}
