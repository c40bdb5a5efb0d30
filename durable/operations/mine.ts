// Finding what a part of a session log teaches: a language model says it where there is one, else the user's own words do.
// Nothing is changed here. What a model says is a stranger's: it is read as texts with a kind, and as nothing else.

import { LIMITS } from "../../wire/limits.ts";
import { ModelFailure } from "../model/failure.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { charactersOf } from "../text/characters.ts";
import { digestOf } from "../text/digest.ts";
import { feedbackScore, feedbackWindows } from "../text/feedback-windows.ts";
import { eventsIn, type LearningEvent, pointerTo } from "../text/learning-events.ts";
import { miningRequest } from "../text/mining-prompt.ts";
import { correctionIn, teachingsIn } from "../text/reactions.ts";
import type { LoggedTurn } from "../text/session-log.ts";
import type { Exchange, SessionSlice } from "../text/session-slices.ts";

export const BY_WORDS = "words";
/** A few turns are read whole, of more the parts where the user has something to say. */
const WINDOWS = { hardMaxTurns: 16, maxWindows: 3, windowRadius: 8 } as const;
const CALL_MS = 30_000;
const ANSWER_TOKENS = 1_500;

export interface MinedEvent {
  readonly event: LearningEvent;
  /** Where it was said: the log, its first line and its last. */
  readonly pointer: string;
  /** The exchange that a correction is about, where that is known. */
  readonly about: Exchange | null;
}

export interface Mined {
  readonly by: string;
  readonly events: readonly MinedEvent[];
  readonly calls: number;
  /** Why the model did not answer. */
  readonly failure: ModelFailure | null;
}

export interface MinedLog {
  readonly log: string;
  /** Lines of the log before the slice. */
  readonly before: number;
  /** Unguessable. */
  readonly secret: string;
}

/** Asks the model, where there is one; the first failure ends it, and what was found so far is left aside. */
export async function mine(slice: SessionSlice, log: MinedLog, model: LanguageModel | null): Promise<Mined> {
  if (!model) return mineWords(slice, log);
  const events: MinedEvent[] = [];
  let calls = 0;
  for (const turns of windowsOf(slice.turns)) {
    const pointer = pointerOf(log, turns[0].line, turns[turns.length - 1].line);
    const nonce = digestOf(JSON.stringify([log.secret, pointer])).slice(0, 32);
    try {
      calls++;
      const prompt = { ...miningRequest(turns, nonce), mostTokens: ANSWER_TOKENS, json: true };
      const said = eventsIn(await model.complete(prompt, CALL_MS)).filter(isStorable);
      events.push(...said.slice(0, LIMITS.eventsPerWindow).map((event) => ({ event, pointer, about: null })));
    } catch (failure) {
      if (!(failure instanceof ModelFailure)) throw failure;
      return { by: model.name, events: [], calls, failure };
    }
  }
  return { by: model.name, events, calls, failure: null };
}

/** What the user's own words say. */
export function mineWords({ exchanges, turns }: SessionSlice, log: MinedLog): Mined {
  const corrections = exchanges.flatMap((about): MinedEvent[] => {
    const event = about.reaction === "wrong" && correctionIn(about.reactionText ?? "");
    return event ? [{ event, pointer: pointerOf(log, about.line, about.line), about }] : [];
  });
  const teachings = turns
    .filter(({ role, text }) => role === "user" && correctionIn(text) === null)
    .flatMap(({ text, line }) =>
      teachingsIn(text).map((event) => ({ event, pointer: pointerOf(log, line, line), about: null })),
    );
  return { by: BY_WORDS, events: [...corrections, ...teachings], calls: 0, failure: null };
}

/** Parts of a slice in which the user has something to say. */
function windowsOf(turns: readonly LoggedTurn[]): LoggedTurn[][] {
  if (!turns.some((turn) => feedbackScore(turn) > 0)) return [];
  return feedbackWindows(turns, WINDOWS).map(([first, end]) => turns.slice(first, end));
}

function pointerOf({ log, before }: MinedLog, first: number, last: number): string {
  return pointerTo(log, before + first + 1, before + last + 1);
}

function isStorable({ content }: LearningEvent): boolean {
  return content.isWellFormed() && !content.includes("\0") && charactersOf(content) <= LIMITS.text;
}
