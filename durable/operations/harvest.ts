// Harvest: what a piece of a session log teaches becomes memory, and maintenance follows; a dry run by default, which says
// what would come of it.

import type { HarvestReply, HarvestRequest } from "../../wire/replaying.ts";
import { dampCorrected } from "../graph/maintenance/damping.ts";
import type { Vector } from "../graph/vectors.ts";
import { nextSlice, type SessionSlice } from "../text/session-slices.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { HARVEST_TASKS, maintenanceOf } from "./harvest-run.ts";
import { type LearnedEvent, learnEvent, standingOf } from "./learn-events.ts";
import { maintain } from "./maintain.ts";
import type { Operation, Work } from "./memory.ts";
import { BY_WORDS, type MinedEvent, mine, mineWords } from "./mine.ts";
import type { Vectors } from "./rehearse.ts";
import { sourceOf } from "./replay-progress.ts";

const LOG = "harvest";
/** How long a model is asked; the words of what is left have to do. */
const MODEL_MS = 6_000;
const WHOLE_JOURNAL = 5_000;

interface Awaited {
  readonly by: string;
  readonly events: readonly MinedEvent[];
  readonly vectors: readonly Vector[] | null;
  readonly rehearsed: Vectors;
}

export const harvest: Operation<HarvestRequest, HarvestReply, Awaited> = {
  quotes: true,
  async wait(memory, request, call) {
    const model = memory.model?.() ?? null;
    const events: MinedEvent[] = [];
    let by = BY_WORDS;
    let before = 0;
    for (const slice of slicesOf((request.lines ?? "").split("\n"))) {
      const log = { log: request.log ?? LOG, before, secret: call.id };
      const asked = model && call.elapsed() < MODEL_MS ? await mine(slice, log, model) : null;
      const mined = asked && !asked.failure ? asked : mineWords(slice, log);
      if (mined.by !== BY_WORDS) by = mined.by;
      events.push(...mined.events);
      before += slice.lines;
    }
    const contents = events.map(({ event }) => event.content);
    const vectors = await vectorsAtOnce(memory.embedder, contents);
    const rehearsed = (await maintain.wait?.(memory, tasksOf(request), call)) ?? new Map();
    return { by, events, vectors, rehearsed };
  },

  act(work, request, { by, events, vectors, rehearsed }) {
    const { draft, settings, call } = work;
    const { log = LOG, dry_run: dryRun = true } = request;
    const own = { ...work, call: { ...call, source: sourceOf(log) } };
    const learned = events.map((mined, place): LearnedEvent => {
      if (dryRun) return { mined, status: standingOf(work, mined), nodeId: null };
      const one = { ...own, call: { ...own.call, id: `${call.id}-${place + 1}` } };
      return learnEvent(one, log, mined, vectors?.[place] ?? null, null);
    });
    const { damping } = settings.replay;
    const damped =
      damping === null ? { nodes: 0, edges: 0 } : dampCorrected(draft, correctionsOf(work), damping);
    const report = maintain.act(own, tasksOf(request), rehearsed);
    return {
      dry_run: dryRun,
      mined_by: by,
      events: learned.map(({ mined: { event }, status, nodeId }) => ({
        type: event.type,
        content: event.content,
        severity: event.severity,
        node_id: nodeId,
        status,
      })),
      correction_nodes: damped.nodes,
      damped_edges: damped.edges,
      maintenance: maintenanceOf(report),
      total_ms: call.elapsed(),
    };
  },
};

function tasksOf({ tasks = [...HARVEST_TASKS], dry_run = true }: HarvestRequest) {
  return { tasks, dry_run };
}

function* slicesOf(lines: readonly string[]): Generator<SessionSlice> {
  let isSubagent = false;
  for (let first = 0; first < lines.length; ) {
    const slice = nextSlice({
      lines: lines.slice(first),
      isWhole: true,
      isSubagent,
      secondsOf: (time) => Date.parse(time) / 1000,
      nameOf: (line) => String(first + line),
    });
    if (!slice) return;
    yield slice;
    isSubagent = slice.isSubagent;
    first += slice.lines;
  }
}

/** The nodes of corrections that were found in logs, as often as they were. */
function correctionsOf({ store }: Work): string[] {
  return store
    .journal(WHOLE_JOURNAL, undefined, "inject")
    .filter(({ body }) => body.kind === "correction" && String(body.source).startsWith(sourceOf("")))
    .map(({ body }) => body.node_id as string);
}
