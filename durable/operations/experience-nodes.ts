// An experience as a node: its text is the prompt, since that is what another prompt resembles; the rest is its metadata.
// Who won by it and who complained of it stand there as the ids of those events, so that an undo takes them out again.

import type { ExperiencesReply } from "../../wire/experiences.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { Draft } from "../graph/draft.ts";
import type { Json, NodeRecord } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { USED_IN } from "../graph/structure.ts";
import type { StoredNode } from "../store/ports.ts";
import type { Experience, ExperienceStep } from "../text/experience.ts";

const ID_DIGITS = 12;
/** Events of each side that are kept: the newest. */
const MOST_EVENTS = 100;
/** Bytes of steps with their parameters; beyond it, parameters are left out. */
const MOST_STEP_BYTES = 12_000;

type ToldStep = ExperiencesReply["experiences"][number]["steps"][number];
export type Side = "wins" | "disputes";

export interface ExperienceFields {
  readonly score: number;
  readonly model: string | null;
  readonly event: string;
}

export function experienceId({ fingerprint }: Experience): string {
  return `experience::${fingerprint.slice(0, ID_DIGITS)}`;
}

export function experienceNode(experience: Experience, fields: ExperienceFields): NodeRecord {
  const { score, model, event } = fields;
  return {
    id: experienceId(experience),
    kind: "experience",
    origin: "injected",
    authority: "overlay",
    text: experience.prompt,
    summary: experience.taskSummary,
    file: null,
    chunk: null,
    metadata: {
      fingerprint: experience.fingerprint,
      answer: experience.finalAnswer,
      steps: keptSteps(experience.steps),
      omitted_steps: experience.omitted,
      score,
      ...(model !== null && { model }),
      wins: [event],
      disputes: [],
    },
  };
}

/** An experience as it is told. What came by an import may lack anything. */
export function toldExperience(graph: RouteGraph, node: StoredNode) {
  const { metadata } = node;
  const [wins, disputes] = [eventsOn(node, "wins").length, eventsOn(node, "disputes").length];
  return {
    id: node.id,
    task: node.summary,
    prompt: node.text,
    steps: listOf(metadata.steps).map(toldStep),
    omitted_steps: numberOr(metadata.omitted_steps, 0),
    answer: textOr(metadata.answer, ""),
    score: numberOr(metadata.score, 0),
    wins,
    disputes,
    standing: standingOf(wins, disputes),
    used_ids: usedBy(graph, node.id),
    model: textOr(metadata.model, "") || null,
    author: node.author,
    created_at: node.createdAt,
    untrusted: true as const,
  };
}

export type ToldExperience = ReturnType<typeof toldExperience>;

/** The same as what a block shows. */
export function shownExperience({ task, steps, answer }: ToldExperience) {
  const shown = steps.map(({ tool, params, result, ok }): ExperienceStep => {
    return { toolName: tool, params, resultSummary: result, ok, error: "", durationMs: 0 };
  });
  return { taskSummary: task, steps: shown, finalAnswer: answer };
}

/** What an experience says beside its prompt. */
export function wordsOf({ metadata }: Pick<NodeRecord, "metadata">): string[] {
  return [textOr(metadata.answer, ""), ...listOf(metadata.steps).map((step) => toldStep(step).result)];
}

/** 1 without a complaint; one of them weighs as much as two wins. */
export function standingOf(wins: number, disputes: number): number {
  return (wins + 1) / (wins + 2 * disputes + 1);
}

export function eventsOn({ metadata }: Pick<NodeRecord, "metadata">, side: Side): string[] {
  return listOf(metadata[side]).filter((event): event is string => typeof event === "string");
}

/** Notes an event at an experience. */
export function mark(draft: Draft, id: string, side: Side, event: string): void {
  const node = draft.node(id);
  if (node?.kind !== "experience") return;
  const events = [...eventsOn(node, side).filter((one) => one !== event), event].slice(-MOST_EVENTS);
  draft.putNode({ ...node, metadata: { ...node.metadata, [side]: events } });
}

/** Takes events that were undone out of every experience. */
export function unmark(draft: Draft, events: ReadonlySet<string>): void {
  for (const id of experiencesIn(draft.graph)) {
    const node = draft.node(id);
    if (!node) continue;
    const left = (side: Side) => eventsOn(node, side).filter((event) => !events.has(event));
    const [wins, disputes] = [left("wins"), left("disputes")];
    const before = eventsOn(node, "wins").length + eventsOn(node, "disputes").length;
    if (wins.length + disputes.length === before) continue;
    draft.putNode({ ...node, metadata: { ...node.metadata, wins, disputes } });
  }
}

/** In node order. */
export function experiencesIn(graph: RouteGraph): string[] {
  const ids: string[] = [];
  for (const [id, position] of graph.entries()) if (graph.kindAt(position) === "experience") ids.push(id);
  return ids;
}

/** Where no more are kept: the oldest of the lowest standing makes room. */
export function makeRoom(draft: Draft, most: number = LIMITS.experiencesPerAgent): void {
  const ids = experiencesIn(draft.graph);
  if (ids.length < most) return;
  let [worst, lowest] = [ids[0], Number.POSITIVE_INFINITY];
  for (const id of ids) {
    const stored = draft.node(id);
    const standing = stored
      ? standingOf(eventsOn(stored, "wins").length, eventsOn(stored, "disputes").length)
      : 0;
    if (standing < lowest) [worst, lowest] = [id, standing];
  }
  draft.removeNode(worst);
}

function usedBy(graph: RouteGraph, id: string): string[] {
  const edges = graph.outgoing(graph.positionOf(id)).filter((edge) => graph.edgeKindAt(edge) === USED_IN);
  return edges.map((edge) => graph.idAt(graph.targets[edge])).filter((target) => graph.has(target));
}

function keptSteps(steps: readonly ExperienceStep[]): Json[] {
  const whole = steps.map(({ toolName, params, resultSummary, ok }) => {
    return { tool: toolName, params: params as Json, result: resultSummary, ok };
  });
  const isLong = new TextEncoder().encode(JSON.stringify(whole)).length > MOST_STEP_BYTES;
  return isLong ? whole.map((step) => ({ ...step, params: {} })) : whole;
}

function toldStep(step: Json): ToldStep {
  const { tool, params, result, ok } = (Object(step) ?? {}) as Readonly<Record<string, Json | undefined>>;
  return {
    tool: textOr(tool, "?"),
    params: (params ?? {}) as ToldStep["params"],
    result: textOr(result, ""),
    ok: ok !== false,
  };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textOr(value: Json | undefined, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

function numberOr(value: Json | undefined, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
