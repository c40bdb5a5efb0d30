// What a correction corrects, and how it is found: of the nodes that fired, those closest to it in meaning;
// of earlier corrections also those that answer the same question. It takes over their questions and suppressions,
// or what they kept down would come back with their silence.

import type { Draft } from "./draft.ts";
import { mayBeSuppressed, type Suppressed, suppress } from "./inhibiting.ts";
import type { Asked } from "./records.ts";
import type { Settings } from "./settings.ts";
import { cosine, MOST_ROUTES, MOST_ROWS, type Vector } from "./vectors.ts";

/** Two wordings this close are one question: packed rows are no truer than that. */
const SAME_QUESTION = 0.995;

/** Taught questions that a node holds on either side. */
export const MOST_QUESTIONS = MOST_ROUTES - 1;

/** Which rows of a node: those of questions that lead to it, or of those for which it misled. */
export interface Side {
  readonly first: number;
  /** The first row that is not of this side any more. */
  readonly end: number;
}
export const LEADING: Side = { first: 1, end: MOST_ROUTES };
export const MISLEADING: Side = { first: MOST_ROUTES, end: MOST_ROWS };

export interface Correction {
  readonly id: string;
  readonly vector: Vector;
  /** The question that was answered wrongly, where it is known. */
  readonly question: Vector | null;
}

/** Of fired nodes, best first, those that a correction corrects; all of them where settings name no share. */
export function correctedAmong(
  draft: Draft,
  correction: Correction,
  fired: readonly string[],
  settings: Settings,
): string[] {
  const share = settings.injection.correctedShare;
  const suspects = fired.filter((id) => id !== correction.id && mayBeSuppressed(draft, id, settings));
  if (share === null || suspects.length === 0) return suspects;
  const { vector, question } = correction;
  const likeness = suspects.map(
    (id) => draft.vectors.similarity(id, vector) + (question ? draft.vectors.similarity(id, question) : 0),
  );
  const closest = Math.max(...likeness);
  const answersAlike = (id: string) => answerLikeness(draft, id, correction.question) >= share;
  if (closest <= 0) return suspects.filter((id, index) => index === 0 || answersAlike(id));
  return suspects.filter((id, index) => likeness[index] >= share * closest || answersAlike(id));
}

/**
 * Earlier corrections of the same nodes which say otherwise what this one says: as close to it as those nodes are, or
 * taught for the same question. So of two corrections made in ignorance of each other the later one stands.
 */
export function rivalsOf(
  draft: Draft,
  correction: Correction,
  corrected: readonly string[],
  settings: Settings,
): string[] {
  const share = settings.injection.correctedShare;
  const known = corrected.filter((id) => draft.graph.has(id));
  if (share === null || known.length === 0) return [];
  const likenessOf = (id: string) => draft.vectors.similarity(id, correction.vector);
  const closest = Math.max(...known.map(likenessOf));
  const earlier = new Set(known.flatMap((id) => correctionsOf(draft, id)));
  for (const id of [correction.id, ...corrected]) earlier.delete(id);
  return [...earlier].filter(
    (id) =>
      (closest > 0 && likenessOf(id) >= share * closest) ||
      answerLikeness(draft, id, correction.question) >= share,
  );
}

/** Lets a correction suppress what it corrects, with all that the corrected corrections suppressed or were asked for. */
export function correct(
  draft: Draft,
  id: string,
  corrected: readonly string[],
  settings: Settings,
): Suppressed {
  const earlier = corrected.filter((other) => other !== id && isCorrection(draft, other));
  const inherited = earlier.flatMap((other) => suppressedBy(draft, other));
  for (const other of earlier) {
    for (const { vector, asked } of questionsOf(draft, other)) teachQuestion(draft, id, vector, asked);
  }
  return suppress(draft, id, [...corrected, ...inherited], settings);
}

/**
 * Makes a question a route to a node, or one for which it misled; returns what made room for it.
 * `asked`: the question in words, where they are known.
 */
export function teachQuestion(
  draft: Draft,
  id: string,
  question: Vector,
  asked: Asked | null = null,
  side = LEADING,
): TaughtQuestion[] {
  if (Array.from(question).every((entry) => entry === 0)) return [];
  if (isTaught(draft, id, question, null, side)) return [];
  const displaced = makeRoom(draft, id, asked, side);
  if (displaced === null) return [];
  draft.putVector(id, question, side.first + questionsOf(draft, id, side).length, asked);
  return displaced;
}

/**
 * Makes room at a node for one more question of a token: of `most` of its own, or where the node is full, the oldest of
 * whoever has the most goes, if that is more than the token would have. Null where nobody has: then there is no place.
 */
export function makeRoom(
  draft: Draft,
  id: string,
  asked: Asked | null,
  side: Side,
  most = MOST_QUESTIONS,
): TaughtQuestion[] | null {
  const teachers = questionsOf(draft, id, side).map(teacherOf);
  const countOf = (teacher: string) => teachers.filter((one) => one === teacher).length;
  const teacher = teacherOf({ asked });
  const own = countOf(teacher);
  if (own < most && teachers.length < MOST_QUESTIONS) return [];
  const crowd = teachers.reduce((a, b) => (countOf(b) > countOf(a) ? b : a), teacher);
  const oldest = teachers.indexOf(own >= most || countOf(crowd) <= own + 1 ? teacher : crowd);
  return oldest < 0 ? null : dropQuestions(draft, id, (_, index) => index === oldest, side);
}

/** Who taught a question; nobody where that is not known. */
function teacherOf({ asked }: Pick<TaughtQuestion, "asked">): string {
  return asked?.teacher ?? asked?.by ?? "";
}

/** Whether a node has a question already, in its words or in others that hardly differ. */
export function isTaught(
  draft: Draft,
  id: string,
  question: Vector,
  asked: Asked | null = null,
  side = LEADING,
): boolean {
  return questionsOf(draft, id, side).some(
    (known) =>
      (asked !== null && known.asked?.text === asked.text) || cosine(known.vector, question) >= SAME_QUESTION,
  );
}

/** Takes questions of both sides from a node. Those that stay are put anew, so that no row of before is needed any more. */
export function forgetQuestions(draft: Draft, id: string, goes: (asked: Asked) => boolean): void {
  for (const side of [LEADING, MISLEADING])
    dropQuestions(draft, id, ({ asked }) => asked !== null && goes(asked), side);
}

/** As `forgetQuestions` on one side, by anything that is known of a question; returns those that went. */
export function dropQuestions(
  draft: Draft,
  id: string,
  goes: (question: TaughtQuestion, index: number) => boolean,
  side = LEADING,
): TaughtQuestion[] {
  const questions = questionsOf(draft, id, side);
  const gone = questions.filter(goes);
  if (gone.length === 0) return [];
  const kept = questions.filter((question) => !gone.includes(question));
  for (let route = side.first + kept.length; route < side.end; route++) draft.removeVector(id, route);
  for (const [index, { vector, asked }] of kept.entries())
    draft.putVector(id, vector, side.first + index, asked);
  return gone;
}

/** How close the questions that an earlier correction answers come to this one; −1 for any other node. */
function answerLikeness(draft: Draft, id: string, question: Vector | null): number {
  if (question === null || !isCorrection(draft, id)) return -1;
  return Math.max(-1, ...questionsOf(draft, id).map(({ vector }) => cosine(vector, question)));
}

function isCorrection(draft: Draft, id: string): boolean {
  const position = draft.graph.positionOf(id);
  return position >= 0 && draft.graph.kindAt(position) === "correction";
}

/** Corrections that suppress a node. */
function correctionsOf(draft: Draft, id: string): string[] {
  const { graph } = draft;
  return graph
    .incoming(graph.positionOf(id))
    .filter((edge) => graph.weights[edge] < 0)
    .map((edge) => graph.idAt(graph.sources[edge]))
    .filter((source) => isCorrection(draft, source));
}

function suppressedBy(draft: Draft, id: string): string[] {
  const { graph } = draft;
  return graph
    .outgoing(graph.positionOf(id))
    .filter((edge) => graph.weights[edge] < 0)
    .map((edge) => graph.idAt(graph.targets[edge]));
}

export interface TaughtQuestion {
  readonly vector: Vector;
  /** Null where it is not known in words. */
  readonly asked: Asked | null;
}

/** Questions taught to a node, oldest first. */
export function questionsOf(draft: Draft, id: string, side = LEADING): TaughtQuestion[] {
  return draft.vectors
    .rowsOf(id)
    .filter((route) => route >= side.first && route < side.end)
    .map((route) => ({
      vector: draft.vectors.vector(id, route) as Vector,
      asked: draft.asked(id, route),
    }));
}
