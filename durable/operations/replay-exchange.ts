// Exchanges of a log, asked again of the memory as it is now. How the user took the answer is the verdict on the walk; where
// nobody objected a faint praise, more where the answer quotes what fired. Each question is learned from once.

import { LIMITS } from "../../wire/limits.ts";
import type { ReplayCounts } from "../../wire/replaying.ts";
import type { EmbedderFailure } from "../embed/failure.ts";
import { changesOf, learnWalk } from "../graph/learning.ts";
import { decayWeights } from "../graph/maintenance/decay.ts";
import { isQuoted, outcomeOf } from "../graph/replay.ts";
import type { Vector } from "../graph/vectors.ts";
import { firstCharacters } from "../text/characters.ts";
import type { Exchange } from "../text/session-slices.ts";
import type { Corrected } from "./learn-events.ts";
import type { Work } from "./memory.ts";
import { recall } from "./recall.ts";
import type { OpenReplay } from "./replay-progress.ts";
import { learnFromWalk } from "./teaching.ts";
import { bestFirst, type Walk } from "./walk-of.ts";

export type Embedded = Vector | EmbedderFailure;

export interface AskedAgain {
  readonly counts: Partial<ReplayCounts>;
  /** Of the questions that are done with. */
  readonly marks: ReadonlySet<string>;
  /** What was found for them, by their marks. */
  readonly walks: ReadonlyMap<string, Corrected>;
}

/** The question as it is asked again. */
export function textOf({ question }: Exchange): string {
  return firstCharacters(question, LIMITS.query);
}

export function askAgain(
  work: Work,
  { plan, progress }: OpenReplay,
  exchanges: readonly Exchange[],
  vectors: ReadonlyMap<string, Embedded>,
): AskedAgain {
  const { draft, settings, store, call } = work;
  const counts = { known: 0, unheard: 0, unanswered: 0, queries_replayed: 0, praised: 0, objected: 0 };
  const marks = new Set<string>();
  const walks = new Map<string, Corrected>();
  const decayEvery = plan.mode === "full" ? settings.replay.decayEvery : null;
  let edges = 0;
  for (const exchange of exchanges) {
    const { mark } = exchange;
    const vector = vectors.get(mark);
    const isKnown = store.replays.knows(mark) || marks.has(mark);
    if (isKnown) counts.known++;
    // What a known question was answered with still says what a correction of it is about.
    if (isKnown && exchange.reaction !== "wrong") continue;
    const walk = vector instanceof Error || !vector ? null : walked(work, exchange, vector);
    if (walk) walks.set(mark, { question: { asked: walk.question, vector: vector as Vector }, walk });
    if (isKnown) continue;
    marks.add(mark);
    const judged = walk && judgedOf(work, exchange, walk);
    const outcome = judged ? verdictOn(work, exchange, judged) : 0;
    if (!judged || judged.fired.length < 2) counts.unheard++;
    else if (outcome === 0) counts.unanswered++;
    else {
      counts[outcome > 0 ? "praised" : "objected"]++;
      const event = { ...work, call: { ...call, id: `${call.id}-${++counts.queries_replayed}` } };
      const lesson = plan.dryRun
        ? learnWalk(draft, judged, outcome, settings)
        : learnFromWalk(event, judged, outcome);
      edges += changesOf(lesson, settings).filter(({ target }) => target !== null).length;
      const lessons = progress.counts.queries_replayed + counts.queries_replayed;
      if (decayEvery !== null && lessons % decayEvery === 0) decayWeights(draft, settings.decay, () => 1);
    }
  }
  return { counts: { ...counts, edges_reinforced: edges }, marks, walks };
}

/** The walk of a question; null where it is hardly about this memory. */
function walked(
  work: Work,
  exchange: Exchange,
  vector: Vector,
): (Walk & { readonly question: NonNullable<Walk["question"]> }) | null {
  const { settings, call } = work;
  const text = textOf(exchange);
  const { walk, confidence } = recall(work, { text, vector }, settings);
  const { silence } = settings;
  if (silence && confidence !== null && confidence < silence.leastConfidence) return null;
  return { ...walk, question: { text, by: call.author } };
}

/** The part of a walk that a verdict is about: nobody saw all of it. */
function judgedOf(work: Work, { answer }: Exchange, walk: Walk): Walk {
  const { judged } = work.settings.replay;
  if (judged === null) return walk;
  const quoted = walk.fired.filter((id) => isQuotedBy(work, answer, id));
  const ranked = [...new Set([...quoted, ...bestFirst(walk)])];
  const chosen = new Set(ranked.slice(0, Math.max(judged, quoted.length)));
  return { ...walk, fired: walk.fired.filter((id) => chosen.has(id)) };
}

function verdictOn(work: Work, { reaction, answer }: Exchange, { fired }: Walk): number {
  const { replay } = work.settings;
  if (reaction === "wrong") return -1;
  if (reaction === "right") return 1;
  if (answer === null) return replay.unanswered;
  return outcomeOf(
    fired.some((id) => isQuotedBy(work, answer, id)),
    replay.outcome,
    replay,
  );
}

function isQuotedBy({ draft }: Work, answer: string | null, id: string): boolean {
  const text = draft.node(id)?.text ?? "";
  return text !== "" && isQuoted(answer, text);
}
