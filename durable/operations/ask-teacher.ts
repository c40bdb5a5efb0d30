// Asking the teacher: questions of late are sampled, and a language model says of each choice of their walks which routes
// it would take. Nothing is changed here; what it says is a stranger's, and is read as scores of what was offered.

import type { TeachReply, TeachRequest } from "../../wire/teaching.ts";
import { decisionPointsOf } from "../graph/decision-points.ts";
import { MersenneTwister } from "../graph/mersenne-twister.ts";
import { ModelFailure } from "../model/failure.ts";
import type { LanguageModel, Prompt } from "../model/language-model.ts";
import type { Trail } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { labelsIn } from "../text/route-labels.ts";
import { candidateName, teacherPrompt } from "../text/teacher-prompt.ts";
import type { Call, Memory } from "./memory.ts";
import { hiddenFrom } from "./sight.ts";

/** The newest trails among which is sampled. */
const NEWEST = 300;
const USUAL = { hours: 24, queries: 20, calls: 20, seconds: 8 } as const;
const HOUR_MS = 3_600_000;
/** Calls that are under way together. */
const TOGETHER = 4;
const CALL_MS = 20_000;
/** A score for each candidate, with room for words around them. */
const ANSWER_TOKENS = 400;

/** A route that the teacher scored, for a question. */
export interface TeacherLabel {
  readonly queryId: string;
  readonly source: string;
  readonly target: string;
  readonly score: number;
}

export interface Asked {
  readonly model: string;
  readonly sampled: number;
  readonly decisions: number;
  readonly calls: number;
  readonly labelled: number;
  readonly labels: readonly TeacherLabel[];
  readonly stopped: TeachReply["stopped"];
  readonly failures: TeachReply["failures"];
}

interface Decision {
  readonly trail: Trail;
  readonly source: string;
  readonly targets: readonly string[];
}

export async function askTeacher(
  memory: Memory,
  model: LanguageModel,
  request: TeachRequest,
  call: Call,
): Promise<Asked> {
  const { since_hours = USUAL.hours, within_seconds = USUAL.seconds } = request;
  const { max_queries = USUAL.queries, max_calls = USUAL.calls } = request;
  const recent = memory.store
    .recentTrails(null, NEWEST)
    .filter(({ at, steps }) => at >= call.now - since_hours * HOUR_MS && steps.length > 0);
  const trails = sampleOf(recent, max_queries, new MersenneTwister(Number.parseInt(call.id.slice(-8), 16)));
  const decisions = inTurn(trails.map((trail) => decisionsOf(memory, trail)));
  const asked = decisions.slice(0, max_calls);
  const run = await answersTo(
    asked.map((decision) => () => promptOf(memory, decision, call.id)),
    model,
    { elapsed: call.elapsed, mostMs: within_seconds * 1_000 },
  );
  const said = asked.map(({ trail: { queryId }, source, targets }, place) => {
    const scores = labelsIn(run.answers[place] ?? "", new Set(targets.map((_, at) => candidateName(at))));
    return targets.flatMap((target, at) => {
      const score = scores.get(candidateName(at)) ?? 0;
      return score === 0 ? [] : [{ queryId, source, target, score }];
    });
  });
  const outOfCalls = decisions.length > asked.length ? "calls" : null;
  return {
    model: model.name,
    sampled: trails.length,
    decisions: decisions.length,
    calls: run.calls,
    labelled: said.filter((labels) => labels.length > 0).length,
    labels: said.flat(),
    stopped: run.stopped ?? outOfCalls,
    failures: run.failures,
  };
}

/** So many members, each as likely as any other, in their order. */
function sampleOf<Member>(members: readonly Member[], most: number, draws: MersenneTwister): Member[] {
  const kept = members.map((_, place) => place).slice(0, most);
  for (let place = most; place < members.length; place++) {
    const at = Math.floor(draws.next() * (place + 1));
    if (at < most) kept[at] = place;
  }
  return kept.sort((a, b) => a - b).map((place) => members[place]);
}

/** Where a walk chose: each node that it went on from, once. */
function decisionsOf(memory: Memory, trail: Trail): Decision[] {
  const { graph, settings } = memory;
  // What not everybody may see is no stranger's to read.
  const isHidden = hiddenFrom(memory, { role: "reader", author: "" });
  const firsts = new Map(trail.steps.toReversed().map((step) => [step.source, step]));
  const steps = trail.steps.filter((step) => firsts.get(step.source) === step);
  return decisionPointsOf(graph, steps, settings.traversal).flatMap(({ source, candidates }) => {
    const targets = candidates.map(({ target }) => target).filter((target) => !isHidden(target));
    return isHidden(source) || targets.length === 0 ? [] : [{ trail, source, targets }];
  });
}

/** The first of each list, then the second of each: few calls reach many questions. */
function inTurn<Member>(lists: readonly (readonly Member[])[]): Member[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat();
}

function promptOf({ store }: Memory, { trail, source, targets }: Decision, run: string): Prompt {
  const textOf = (id: string) => store.node(id)?.text ?? "";
  const choice = { question: trail.query, reached: textOf(source), candidates: targets.map(textOf) };
  const nonce = digestOf(JSON.stringify([run, trail.queryId, source])).slice(0, 32);
  return { ...teacherPrompt(choice, nonce), mostTokens: ANSWER_TOKENS, json: true };
}

interface Run {
  readonly answers: readonly (string | undefined)[];
  readonly calls: number;
  readonly stopped: "time" | "failure" | null;
  readonly failures: TeachReply["failures"];
}

/** The answers by place; prompts are made when their turn comes. What the next call would fail of too ends the run. */
async function answersTo(
  prompts: readonly (() => Prompt)[],
  model: LanguageModel,
  { elapsed, mostMs }: { readonly elapsed: () => number; readonly mostMs: number },
): Promise<Run> {
  const answers: (string | undefined)[] = prompts.map(() => undefined);
  const failures = new Map<string, TeachReply["failures"][number]>();
  let stopped: Run["stopped"] = null;
  let calls = 0;
  const work = async () => {
    while (calls < prompts.length && stopped === null) {
      const left = mostMs - elapsed();
      if (left <= 0) {
        stopped = "time";
        return;
      }
      const place = calls++;
      try {
        answers[place] = await model.complete(prompts[place](), Math.min(CALL_MS, left));
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        const { reason, message } = error;
        const known = failures.get(reason);
        failures.set(reason, { reason, message: known?.message ?? message, count: (known?.count ?? 0) + 1 });
        if (reason === "timeout" && left < CALL_MS) stopped = "time";
        else if (reason !== "bad_answer") stopped = "failure";
      }
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return { answers, calls, stopped, failures: [...failures.values()] };
}
