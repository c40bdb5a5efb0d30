// A turn as it is captured: what the user and the agent said in it, without what the host adds, what memory showed and
// repeats of it, and secrets. Whether so much is left that it is worth looking at.

import { charactersOf, firstCharacters, fullWidthOf } from "./characters.ts";
import { restatementsOf } from "./quoted-back.ts";
import { withoutSecrets } from "./secrets.ts";
import { sentencesOf } from "./sentences.ts";
import { TURN_QUALITY } from "./turn-quality.ts";
import { userWords } from "./user-words.ts";
import { isWorthKeeping } from "./worth-keeping.ts";

export interface PriorTurn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export interface Turn {
  readonly user: string;
  readonly assistant: string;
  /** What was said before, the newest last. */
  readonly prior: readonly PriorTurn[];
}

/** Characters of each text that are read. */
const MOST_READ = 20_000;
/** Of what was said before: the last turns, and characters of each. */
const PRIOR_TURNS = 6;
const PRIOR_READ = 2_000;
/** A full-width character says as much as three others. */
const FULL_WIDTH_MORE = 2;

/** `recalled`: texts that memory showed in the conversation. */
export function cleanedTurn(
  said: { readonly user?: string; readonly assistant?: string; readonly prior?: readonly PriorTurn[] },
  recalled: readonly string[],
): Turn {
  const isRepeated = restatementsOf(recalled);
  const clean = (text: string) => withoutSecrets(userWords(firstCharacters(text, MOST_READ)));
  const fresh = (text: string) =>
    sentencesOf(clean(text))
      .filter((sentence) => !isRepeated(sentence))
      .join("\n");
  const current = [said.user, said.assistant].map((text = "") => clean(text));
  const prior = (said.prior ?? []).map(({ role, text }) => ({ role, text: clean(text) }));
  // Hosts tell the turn itself as the last ones before it.
  while (prior.length > 0 && current.includes(prior[prior.length - 1].text)) prior.pop();
  const background = prior
    .filter(({ text }) => text !== "")
    .slice(-PRIOR_TURNS)
    .map(({ role, text }) => ({ role, text: firstCharacters(text, PRIOR_READ) }));
  return { user: fresh(said.user ?? ""), assistant: fresh(said.assistant ?? ""), prior: background };
}

/** Why a turn is not looked at; null where it is. `isTold`: which of the two sides were told at all. */
export function flawOf(
  { user, assistant }: Turn,
  isTold: { readonly user: boolean; readonly assistant: boolean },
): "nothing_said" | "blocked" | "too_short" | null {
  if (user === "" && assistant === "") return "nothing_said";
  const said = [user, assistant].map((text) => text.toLowerCase());
  const blocked = TURN_QUALITY.blocked.map((word) => word.toLowerCase());
  if (blocked.some((word) => said.some((text) => text.includes(word)))) return "blocked";
  if (isTold.user && lengthOf(user) < TURN_QUALITY.leastUser) return "too_short";
  // Who is told what should last may say little about it.
  const isLasting = () => sentencesOf(user).some((sentence) => isWorthKeeping(sentence));
  if (isTold.assistant && lengthOf(assistant) < TURN_QUALITY.leastAssistant && !isLasting())
    return "too_short";
  return null;
}

function lengthOf(text: string): number {
  return charactersOf(text) + FULL_WIDTH_MORE * fullWidthOf(text);
}
