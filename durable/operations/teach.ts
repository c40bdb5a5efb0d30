// Teach: a language model, asked away from any question, says which routes it would have taken, and they are learned, each
// label as a lesson of its own that can be explained and undone. The model is asked about the memory as it was; what is
// learned is decided on the memory as it is.

import type { TeachReply, TeachRequest } from "../../wire/teaching.ts";
import { lessonOf } from "../graph/decision-points.ts";
import { type Lesson, learnWalk } from "../graph/learning.ts";
import { tierOf } from "../graph/tier.ts";
import { type Asked, askTeacher, type TeacherLabel } from "./ask-teacher.ts";
import type { Operation, Work } from "./memory.ts";
import { learnFromWalk } from "./teaching.ts";

/** Who stands beside what a teacher taught. Who asked it is the author of the run's own entry. */
export const TEACHER_AUTHOR = "teacher";

const NO_MODEL =
  "this deployment has no language model, so nothing was asked and nothing was changed: set MODEL, docs/models.md says how";
const NOTHING_TO_ASK =
  "no walk of that time went along a route, so there was nothing to ask: ask questions first, or send a larger since_hours";

/** Null where there is no model. */
export const teach: Operation<TeachRequest, TeachReply, Asked | null> = {
  async wait(memory, request, call) {
    const model = memory.model?.() ?? null;
    return model && askTeacher(memory, model, request, call);
  },

  act(work, { dry_run: dryRun = true }, asked) {
    const { draft, store, call } = work;
    if (!asked) return { ...replyOf(work, NOTHING, []), model: null, note: NO_MODEL, dry_run: dryRun };
    const learned = asked.labels.flatMap((label, place) => {
      const eventId = dryRun ? null : `${call.id}-${place + 1}`;
      const lesson = learnLabel(work, label, eventId);
      return lesson ? [{ label, eventId, lesson }] : [];
    });
    if (dryRun) draft.rollback();
    const reply = replyOf(work, asked, learned);
    const { updates, failures, note: _, total_ms: __, ...counts } = reply;
    const failed = failures.map(({ reason, count }) => `${reason} ${count}`);
    const body = { event: call.id, ...counts, updates: updates.length, failures: failed, dry_run: dryRun };
    store.record("teach", body, { at: call.now, author: call.author });
    return { ...reply, dry_run: dryRun };
  },
};

interface LearnedLabel {
  readonly label: TeacherLabel;
  readonly eventId: string | null;
  readonly lesson: Lesson;
}

const NOTHING: Asked = {
  model: "",
  sampled: 0,
  decisions: 0,
  calls: 0,
  labelled: 0,
  labels: [],
  stopped: null,
  failures: [],
};

/** Learns a label, noted in the journal where it has an event; null where its question or its route is gone. */
function learnLabel(work: Work, label: TeacherLabel, eventId: string | null): Lesson | null {
  const { draft, settings, store } = work;
  const trail = store.trail(label.queryId);
  const edge = draft.graph.edgeOf(label.source, label.target);
  if (!trail || edge < 0) return null;
  // What was corrected meanwhile is not the teacher's to judge.
  const tier = tierOf(draft.graph.weights[edge], settings.traversal);
  if (tier !== "habitual" && tier !== "reflex") return null;
  const { outcome, perNode, ...path } = lessonOf(label);
  if (eventId === null) return learnWalk(draft, path, outcome, settings, { perNode });
  const walk = { ...path, scores: new Map(), question: { text: trail.query, by: trail.author } };
  const call = { ...work.call, id: eventId, author: TEACHER_AUTHOR };
  return learnFromWalk({ ...work, call }, walk, outcome, perNode);
}

function replyOf({ call }: Work, asked: Asked, learned: readonly LearnedLabel[]): TeachReply {
  const updates = learned.map(({ label: { queryId, source, target, score }, eventId, lesson }) => ({
    event_id: eventId,
    query_id: queryId,
    source,
    target,
    score,
    change: changeOf(lesson, source, target),
  }));
  const changes = learned.flatMap(({ lesson }) => lesson.learned.ofEdges());
  const edges = new Set(changes.map(({ source, target }) => JSON.stringify([source, target])));
  return {
    model: asked.model,
    ...(asked.decisions === 0 && { note: NOTHING_TO_ASK }),
    sampled_queries: asked.sampled,
    decisions: asked.decisions,
    calls: asked.calls,
    labelled: asked.labelled,
    stopped: asked.stopped,
    failures: asked.failures,
    updates,
    gone: asked.labels.length - learned.length,
    edges_updated: edges.size,
    max_weight_delta: Math.max(0, ...changes.map(({ change }) => Math.abs(change))),
    dry_run: true,
    total_ms: call.elapsed(),
  };
}

function changeOf({ learned }: Lesson, source: string, target: string): number {
  return learned.ofEdges().find((one) => one.source === source && one.target === target)?.change ?? 0;
}
