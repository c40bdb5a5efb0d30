// The screen: whether a text that is to be remembered tries to command whoever reads it. Layers: how it reads, how it is
// made, known phrases in several languages, orders without tell-tale words. It never judges a question: that is the
// user's own. What passes is fenced all the same. The verdict names its reasons, and its work grows with the text alone.

import { folded } from "./fold.ts";
import { phraseBook, phrasesIn } from "./phrases.ts";
import { REQUEST_BIAS, REQUEST_WEIGHTS } from "./request-weights.ts";
import { requestScore, statementFeatures } from "./requests.ts";
import { REASONS, type Reason, type Signal } from "./signal.ts";
import { SIGNALS } from "./signals.ts";
import { hiddenText, structuralSignals } from "./structure.ts";

export type Verdict = "clean" | "quarantine" | "reject";

export interface Screening {
  readonly verdict: Verdict;
  /** Sum of the strongest signal of each reason. */
  readonly score: number;
  /** Strongest first. */
  readonly reasons: readonly Reason[];
}

export interface ScreenOptions {
  /** Whether what a model answers may be ordered: what owners and files say may be, since it is meant to. */
  readonly requests?: boolean;
}

const SUSPICIOUS = 1;
const ATTACK = 1.7;
/** Sum of the request model from which on a sentence counts as an order; chosen on texts that are measured nowhere. */
export const REQUEST_FLOOR = 1;

const BOOK = phraseBook<Signal>(
  SIGNALS.flatMap((signal) => signal.phrases.map((phrase) => [phrase, signal] as const)),
);

export function screened(text: string, { requests = true }: ScreenOptions = {}): Screening {
  const weights = new Map<Reason, number>();
  const add = (reason: Reason, weight: number) =>
    weights.set(reason, Math.max(weights.get(reason) ?? 0, weight));
  const hidden = hiddenText(text);
  const reads = folded(hidden === "" ? text : `${text}\n${hidden}`);
  for (const { reason, weight } of structuralSignals(text, reads)) add(reason, weight);
  for (const { reason, weight } of phrasesIn(BOOK, reads)) add(reason, weight);
  if (requests && hasRequest(reads)) add("requests_a_task", 1);
  const reasons = REASONS.filter((reason) => weights.has(reason)).sort(
    (a, b) => (weights.get(b) as number) - (weights.get(a) as number),
  );
  const score = reasons.reduce((sum, reason) => sum + (weights.get(reason) as number), 0);
  const verdict = score >= ATTACK ? "reject" : score >= SUSPICIOUS ? "quarantine" : "clean";
  return { verdict, score: Math.round(score * 100) / 100, reasons: verdict === "clean" ? [] : reasons };
}

function hasRequest(reads: string): boolean {
  return statementFeatures(reads).some(
    (features) => requestScore(features, REQUEST_WEIGHTS, REQUEST_BIAS) >= REQUEST_FLOOR,
  );
}

/** What a reviewer is told of a text, judged as it is read: what is known of attacks grows. */
export function screenOf(text: string): { verdict: Verdict; reasons: Reason[] } {
  const { verdict, reasons } = screened(text);
  return { verdict, reasons: [...reasons] };
}
