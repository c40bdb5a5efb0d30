// One system on one set: every group is a memory of its own, asked its own questions and those it can't know.

import { heldBytes } from "../held-bytes.ts";
import type { EvaluationDocument, EvaluationSet, Question } from "./evaluation-set.ts";
import { foreignQuestions } from "./sampling.ts";
import { type Scores, scoresOf } from "./scores.ts";
import type { Answer, OpenSystem, System } from "./system.ts";

/** Documents that are wanted for a question; more where several may belong to one of the ranked sessions. */
const WANTED = { document: 10, session: 100 } as const;

/** Nodes from which on their room says something of each. */
const TELLING = 200;

export interface Asked {
  readonly question: Question;
  readonly refused: boolean;
  readonly confidence: number | null;
  /** Milliseconds without embedding. */
  readonly ms: number;
}

export interface Evaluation {
  readonly set: EvaluationSet;
  readonly system: System;
  /** One for each question of the set, in its order. */
  readonly own: readonly (Asked & { readonly scores: Scores })[];
  /** Questions that the asked memory can't answer. */
  readonly foreign: readonly Asked[];
  /** Of the largest group in memory, where the system keeps one. */
  readonly held: { readonly nodes: number; readonly bytes: number } | null;
}

export async function evaluate(system: System, set: EvaluationSet): Promise<Evaluation> {
  const own = new Map<Question, Asked & { scores: Scores }>();
  const foreign: Asked[] = [];
  const strangers = foreignQuestions(set);
  const largest = Math.max(...Array.from(set.groups.values(), ({ length }) => length));
  let held: Evaluation["held"] = null;
  for (const [group, documents] of set.groups) {
    const opened = system.open(set.stored);
    await opened.ingest(documents);
    if (opened.wake && !held && largest >= TELLING && documents.length === largest) {
      held = { nodes: documents.length, bytes: await bytesOf(opened.wake) };
    }
    const unitOf = unitsOf(documents, set.unit);
    for (const question of set.questions.filter((question) => question.group === group)) {
      const { answer, ms } = await asked(system, opened, question, WANTED[set.unit]);
      const ranking = [...new Set(answer.ids.flatMap((id) => unitOf.get(id) ?? []))];
      own.set(question, { question, ms, ...verdictOf(answer), scores: scoresOf(ranking, question.gold) });
    }
    const unknown = set.unanswerable.filter((question) => question.group === group);
    for (const question of [...(strangers.get(group) ?? []), ...unknown]) {
      const { answer, ms } = await asked(system, opened, question, WANTED[set.unit]);
      foreign.push({ question, ms, ...verdictOf(answer) });
    }
  }
  return { set, system, own: set.questions.map((question) => own.get(question)!), foreign, held };
}

async function asked({ embedder }: System, opened: OpenSystem, { text }: Question, count: number) {
  const embedded = embedder?.ms ?? 0;
  const start = performance.now();
  const answer = await opened.ask(text, count);
  return { answer, ms: performance.now() - start - ((embedder?.ms ?? 0) - embedded) };
}

function verdictOf({ refused, confidence }: Answer) {
  return { refused, confidence };
}

function unitsOf(
  documents: readonly EvaluationDocument[],
  unit: EvaluationSet["unit"],
): Map<string, string | undefined> {
  return new Map(
    documents.map((document) => [document.id, unit === "session" ? document.session : document.id]),
  );
}

async function bytesOf(wake: () => unknown): Promise<number> {
  const before = await heldBytes();
  const woken = wake();
  const bytes = (await heldBytes()) - before;
  // Used after the measurement, so that it is still there during it.
  return woken === undefined ? 0 : bytes;
}
