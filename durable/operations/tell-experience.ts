// A run that ended is an experience, if it went well: its prompt leads to it, it leads to what it used, and the routes that
// its questions took gain. A prompt that complains speaks of the run before it in its conversation: that one loses.

import { Refusal } from "../../wire/errors.ts";
import type { ExperienceReply, ExperienceRequest } from "../../wire/experiences.ts";
import { LIMITS } from "../../wire/limits.ts";
import { edgesAround } from "../graph/edge-notes.ts";
import type { Json } from "../graph/records.ts";
import { isExperience, USED_IN } from "../graph/structure.ts";
import type { Vector } from "../graph/vectors.ts";
import { complainsOrObjects, scoreOf, skippedBecause } from "../text/experience-score.ts";
import { PRODUCT_EXPERIENCES } from "../text/experience-settings.ts";
import { mustPropose } from "./capture-policy.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { wasErased } from "./erased-before.ts";
import { experienceId, experienceNode, makeRoom, mark } from "./experience-nodes.ts";
import { recordInjection } from "./injection-entry.ts";
import type { Operation, Work } from "./memory.ts";
import { strengthen, tieNext, tieSimilar } from "./relating-experiences.ts";
import { bodyOf, type GrownRun, grownRun, runKey, type ToldRun } from "./run-parts.ts";
import { checkVector, learnFromWalk } from "./teaching.ts";
import { mergedWalk, type Walk, walkOfIds } from "./walk-of.ts";

/** For how long the run before it can be the one that a complaint means, and that this one follows. */
const CONVERSATION_MS = 30 * 60_000;

interface EmbeddedPrompt {
  readonly prompt: string;
  readonly vector: Vector | null;
}

type Result = Omit<ExperienceReply, "total_ms">;
/** What a later complaint has to know of a run. */
type Kept = Result & { readonly queries: string[] };

export const tellExperience: Operation<ExperienceRequest, ExperienceReply, EmbeddedPrompt | null> = {
  quotes: true,
  async wait(memory, request, call) {
    if (memory.store.runs.find(runKey(call, request.run_id))?.result) return null;
    const { told } = grownRun(memory, request, call);
    if (!told || skippedBecause(told.experience, told.success, PRODUCT_EXPERIENCES)) return null;
    const { prompt } = told.experience;
    return { prompt, vector: (await vectorsAtOnce(memory.embedder, [prompt]))?.[0] ?? null };
  },

  act(work, request, embedded) {
    const { store, call } = work;
    store.runs.dropOld(call.now);
    const known = store.runs.find(runKey(call, request.run_id));
    if (known?.result) {
      const { queries: _, ...result } = known.result as unknown as Kept;
      return { ...result, total_ms: call.elapsed() };
    }
    const run = grownRun(work, request, call);
    if (!run.told) {
      if (!known && store.runs.open >= LIMITS.openRuns) {
        throw new Refusal("busy", `${LIMITS.openRuns} runs are open: end some of them, or wait half an hour`);
      }
      store.runs.put({ ...stampOf(run, work), body: bodyOf(run), result: null });
      return { ...openReply(request.run_id), missing: [...run.missing], total_ms: call.elapsed() };
    }
    const vector = embedded?.prompt === run.told.experience.prompt ? embedded.vector : null;
    const result = ended(work, request.run_id, run, run.told, vector);
    store.runs.put({
      ...stampOf(run, work),
      body: {},
      result: { ...result, queries: run.told.queries } as Json,
    });
    return { ...result, total_ms: call.elapsed() };
  },
};

function stampOf({ id, conversation }: GrownRun, { call }: Work) {
  return { id, conversation, at: call.now };
}

function openReply(runId: string): Result {
  return {
    run_id: runId,
    state: "open",
    because: null,
    id: null,
    event_id: null,
    score: null,
    disputed: null,
    edges_updated: 0,
    missing: [],
  };
}

function ended(work: Work, runId: string, run: GrownRun, told: ToldRun, vector: Vector | null): Result {
  const { experience, success } = told;
  const score = scoreOf(experience, success, PRODUCT_EXPERIENCES);
  const before = runBefore(work, run);
  const complaint = complaintIn(work, before, experience.prompt);
  const flaw = skippedBecause(experience, success, PRODUCT_EXPERIENCES);
  const walk = walkOfQueries(work, told.queries);
  const learned = flaw === null && walk ? learnt(work, walk, 1) : 0;
  const shared = {
    ...openReply(runId),
    score,
    disputed: complaint.id,
    edges_updated: learned + complaint.learned,
  };
  const because = flaw ?? barred(work, experience.prompt);
  const isTaught = complaint.id !== null || (flaw === null && walk !== null);
  if (because !== null)
    return { ...shared, state: "skipped", because, event_id: isTaught ? work.call.id : null };
  return { ...shared, ...keep(work, told, score, walk, vector, before), event_id: work.call.id };
}

/** How many routes an outcome moved. */
function learnt(work: Work, walk: Walk, outcome: number): number {
  return [...learnFromWalk(work, walk, outcome).learned].length;
}

/** What keeps a run that went well from being kept. */
function barred(work: Work, prompt: string): "erased_before" | "review_required" | null {
  if (wasErased(work, prompt)) return "erased_before";
  return mustPropose(work) ? "review_required" : null;
}

function keep(
  work: Work,
  told: ToldRun,
  score: number,
  walk: Walk | null,
  vector: Vector | null,
  before: Kept | undefined,
): Pick<Result, "state" | "id" | "embedding"> {
  const { draft, call } = work;
  const { experience, model } = told;
  const id = experienceId(experience);
  const isKnown = draft.graph.has(id);
  const used = usedNodes(work, told, walk);
  for (const helper of used.experiences) if (helper !== id) mark(draft, helper, "wins", call.id);
  const earlier = isKnown ? edgesAround(draft.graph, id) : null;
  if (isKnown) mark(draft, id, "wins", call.id);
  else add(work, told, score, vector);
  for (const target of used.memories) strengthen(work, id, target, USED_IN);
  tieNext(work, id, before?.id ?? null);
  if (!isKnown && vector) tieSimilar(work, id, vector);
  const node = experienceNode(experience, { score, model, event: call.id });
  const linked = isKnown ? [] : used.memories;
  const injected = { nodeId: id, injected: !isKnown, neighbours: [], linked, edgesAdded: linked.length };
  recordInjection(work, injected, node, { suppresses: [], earlier });
  const pending = !isKnown && vector === null ? ({ embedding: "pending" } as const) : {};
  return { state: isKnown ? "repeated" : "stored", id, ...pending };
}

function add(work: Work, { experience, model }: ToldRun, score: number, vector: Vector | null): void {
  const { draft, call } = work;
  makeRoom(draft);
  if (draft.graph.nodeCount >= LIMITS.nodesPerAgent) {
    throw new Refusal(
      "agent_full",
      `this agent holds ${LIMITS.nodesPerAgent} nodes, which is the most: remove some, or use another agent`,
    );
  }
  const node = experienceNode(experience, { score, model, event: call.id });
  draft.putNode(node);
  if (!vector) return;
  checkVector(work, vector);
  draft.putVector(node.id, vector);
}

/** What a run used: what it names, else what its questions were shown. */
function usedNodes({ draft }: Work, { used }: ToldRun, walk: Walk | null) {
  const ids = (used ?? walk?.fired ?? [])
    .filter((id) => draft.graph.has(id) && !draft.hides(id))
    .slice(0, LIMITS.usedPerRun);
  return {
    memories: ids.filter((id) => !isExperience(draft.graph, id)),
    experiences: ids.filter((id) => isExperience(draft.graph, id)),
  };
}

/** The walks of some questions as one; null where none of them left a trail. */
function walkOfQueries({ store }: Work, queries: readonly string[]): Walk | null {
  const trails = queries.flatMap((query) => store.trail(query) ?? []);
  return trails.length > 0 ? mergedWalk(trails) : null;
}

/** The run before it in its conversation. */
function runBefore({ store, call }: Work, { conversation }: GrownRun): Kept | undefined {
  if (conversation === null) return undefined;
  return store.runs.lastOf(conversation, call.now - CONVERSATION_MS)?.result as unknown as Kept | undefined;
}

/** Marks down what a prompt complains of. */
function complaintIn(
  work: Work,
  before: Kept | undefined,
  prompt: string,
): { id: string | null; learned: number } {
  const { draft, call } = work;
  const nothing = { id: null, learned: 0 };
  if (!before?.id || !complainsOrObjects(prompt, PRODUCT_EXPERIENCES)) return nothing;
  if (!draft.graph.has(before.id) || mustPropose(work)) return nothing;
  mark(draft, before.id, "disputes", call.id);
  const walk = walkOfQueries(work, before.queries) ?? walkOfIds([]);
  return { id: before.id, learned: learnt(work, walk, -1) };
}
