// One slice of a replay: its questions are asked again and learned from, what it teaches becomes memory, and the replay
// moves on behind it, all in one change. So whenever the machine stops, each line was learned from once or not yet.

import type { ReplayCounts, StoredProgress } from "../../wire/replaying.ts";
import { EmbedderFailure } from "../embed/failure.ts";
import type { Vector } from "../graph/vectors.ts";
import { nextSlice, type SessionSlice } from "../text/session-slices.ts";
import { embedAll, SLICE_MS } from "./embed-pending.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { HARVEST_TASKS, maintenanceOf } from "./harvest-run.ts";
import { learnEvent, standingOf } from "./learn-events.ts";
import { maintain } from "./maintain.ts";
import type { Memory, Operation, Work } from "./memory.ts";
import { type Mined, mine, mineWords } from "./mine.ts";
import type { Vectors } from "./rehearse.ts";
import { askAgain, type Embedded, textOf } from "./replay-exchange.ts";
import { digestOfLastLine, keep, type OpenReplay, replayOf, sourceOf } from "./replay-progress.ts";
import { hiddenFrom } from "./sight.ts";

/** After so many failures of the model at one slice, the words of it have to do. */
const MOST_TRIES = 3;
const RETRY_MS = 30_000;

interface Read {
  readonly slice: SessionSlice;
  /** Where reading goes on. */
  readonly next: Pick<StoredProgress, "first" | "line" | "lastLine">;
}

/** A replay, and whose lines come next. */
type Turn = OpenReplay & { readonly teacher: string };

type Awaited =
  | { readonly kind: "nothing" }
  /** More of the log is to come first. */
  | { readonly kind: "rest"; readonly replay: Turn }
  | {
      readonly kind: "later";
      readonly replay: Turn;
      readonly failure: Error;
      readonly retryMs: number | null;
    }
  | { readonly kind: "end"; readonly replay: Turn; readonly vectors: Vectors | null }
  | {
      readonly kind: "slice";
      readonly replay: Turn;
      readonly read: Read;
      readonly questions: ReadonlyMap<string, Embedded>;
      readonly mined: Mined | null;
      /** Vectors of what was mined; null: they follow. */
      readonly vectors: readonly Vector[] | null;
    };

export const replaySlice: Operation<null, null, Awaited> = {
  async wait(memory, _, call): Promise<Awaited> {
    const row = memory.store.replays.next();
    if (!row) return { kind: "nothing" };
    const replay = { ...replayOf(row), teacher: row.teacher };
    const { plan, progress } = replay;
    if (progress.end === progress.first) {
      const vectors = plan.mode === "full" ? await maintain.wait?.(memory, harvestOf(replay), call) : null;
      return { kind: "end", replay, vectors: vectors ?? null };
    }
    const read = readSlice(memory, replay);
    if (!read) return { kind: "rest", replay };
    const since = call.elapsed();
    const texts = new Map(read.slice.exchanges.map((one) => [one.mark, textOf(one)]));
    const inTime = () => call.elapsed() - since < SLICE_MS;
    const { vectors: questions, failure } = await embedAll(memory.embedder, texts, "query", inTime);
    if (failure) return { kind: "later", replay, failure, retryMs: null };
    if (questions.size < texts.size) {
      return { kind: "later", replay, failure: new Error("embedding took too long"), retryMs: 0 };
    }
    if (plan.mode === "edges-only")
      return { kind: "slice", replay, read, questions, mined: null, vectors: null };
    const log = { log: replay.id, before: progress.counts.lines, secret: call.id };
    const model = progress.tries < MOST_TRIES ? (memory.model?.() ?? null) : null;
    const mined = model ? await mine(read.slice, log, model) : mineWords(read.slice, log);
    if (mined.failure) {
      return { kind: "later", replay, failure: mined.failure, retryMs: mined.failure.retryAfterMs };
    }
    const vectors = await vectorsAtOnce(
      memory.embedder,
      mined.events.map(({ event }) => event.content),
    );
    return { kind: "slice", replay, read, questions, mined, vectors };
  },

  act(work, _, awaited) {
    if (awaited.kind === "nothing") return null;
    const replay = unmoved(work, awaited.replay);
    // It was called off, undone or begun anew while the world was waited for.
    if (!replay || work.call.author !== awaited.replay.teacher) return null;
    work.draft.hides = hiddenFrom(work, work.call);
    if (awaited.kind === "rest") work.store.replays.rest(replay.id);
    else if (awaited.kind === "later") putOff(work, replay, awaited.failure, awaited.retryMs);
    else if (awaited.kind === "end") finish(work, replay, awaited.vectors);
    else learnSlice(work, replay, awaited);
    return null;
  },
};

/** The replay as it stands, where it stands as it was read. */
function unmoved({ store }: Work, was: OpenReplay): OpenReplay | null {
  const row = store.replays.find(was.id);
  const now = row && replayOf(row);
  const isSame = now?.state === "open" && now.at === was.at && now.author === was.author;
  const { first, line, end } = was.progress;
  if (!now || !isSame || now.progress.first !== first || now.progress.line !== line) return null;
  return now.progress.end === end ? now : null;
}

/** The next slice of what has arrived; null where its end has not. */
function readSlice({ store }: Memory, { id, progress }: OpenReplay): Read | null {
  const lines: string[] = [];
  const parts: {
    readonly first: number;
    readonly after: number;
    readonly count: number;
    readonly last: string;
  }[] = [];
  for (const part of store.replays.parts(id, progress.first)) {
    const { first, after, lines: text, author, nextAuthor } = part;
    const all = text.split("\n");
    all.pop();
    parts.push({ first, after, count: all.length, last: digestOfLastLine(text) });
    for (const line of first === progress.first ? all.slice(progress.line) : all) lines.push(line);
    const slice = nextSlice({
      lines,
      // A slice has one teacher.
      isWhole: after === progress.end || (nextAuthor ?? author) !== author,
      isSubagent: progress.isSubagent,
      secondsOf: (time) => Date.parse(time) / 1000,
      nameOf: (line) => `${id} ${progress.counts.lines + line}`,
    });
    if (slice) return { slice, next: placeAfter(parts, progress, slice.lines) };
  }
  return null;
}

function placeAfter(
  parts: readonly {
    readonly first: number;
    readonly after: number;
    readonly count: number;
    readonly last: string;
  }[],
  { line, lastLine: before }: StoredProgress,
  lines: number,
): Read["next"] {
  let left = line + lines;
  let lastLine = before;
  for (const { first, after, count, last } of parts) {
    if (left < count) return { first, line: left, lastLine };
    left -= count;
    lastLine = last;
    if (left === 0) return { first: after, line: 0, lastLine };
  }
  throw new Error("a slice has more lines than were read");
}

function learnSlice(work: Work, replay: OpenReplay, awaited: Extract<Awaited, { kind: "slice" }>): void {
  const { store, call, draft } = work;
  const { id, plan, progress } = replay;
  const { slice, next } = awaited.read;
  const own = { ...work, call: { ...call, source: sourceOf(id) } };
  const asked = askAgain(own, replay, slice.exchanges, awaited.questions);
  const mined = awaited.mined?.events ?? [];
  const learned = mined.map((one, place) => {
    const about = one.about && asked.walks.get(one.about.mark);
    const event = { ...own, call: { ...own.call, id: `${call.id}-e${place + 1}` } };
    if (plan.dryRun) return { status: standingOf(work, one), mined: one };
    return learnEvent(event, id, one, awaited.vectors?.[place] ?? null, about ?? null);
  });
  if (plan.dryRun) draft.rollback();
  else store.replays.mark(asked.marks, id, call.now);
  const fresh = learned.filter(({ status }) => status === "new").map((one) => one.mined.event.type);
  const found: Partial<ReplayCounts> = {
    ...slice.counts,
    ...asked.counts,
    lines: slice.lines,
    questions: slice.exchanges.length,
    events: mined.length,
    corrections: fresh.filter((type) => type === "CORRECTION").length,
    teachings: fresh.filter((type) => type !== "CORRECTION").length,
    events_proposed: learned.filter(({ status }) => status === "proposed").length,
    events_known: learned.filter(({ status }) => status === "known").length,
    events_refused: learned.filter(({ status }) => status === "refused").length,
    model_calls: awaited.mined?.calls ?? 0,
    model_failures: progress.tries >= MOST_TRIES ? 1 : 0,
  };
  const times = slice.exchanges.flatMap(({ at }) => (at === null ? [] : [at]));
  store.replays.dropParts(id, next.first);
  keep(store, {
    ...replay,
    usedAt: call.now,
    progress: {
      ...progress,
      ...next,
      isSubagent: slice.isSubagent,
      counts: sumOf(progress.counts, found),
      newest: times.length === 0 ? progress.newest : Math.max(progress.newest ?? -Infinity, ...times),
      minedBy: awaited.mined?.by ?? progress.minedBy,
      tries: 0,
      retryAt: 0,
      error: null,
    },
  });
}

/** The log is learned to its end. */
function finish(work: Work, replay: OpenReplay, vectors: Vectors | null): void {
  const { store, call } = work;
  const own = { ...work, call: { ...call, source: sourceOf(replay.id) } };
  const harvest = vectors ? maintenanceOf(maintain.act(own, harvestOf(replay), vectors)) : null;
  keep(store, {
    ...replay,
    state: "done",
    usedAt: call.now,
    progress: { ...replay.progress, harvest, error: null },
  });
}

function putOff({ store, call }: Work, replay: OpenReplay, failure: Error, retryMs: number | null): void {
  const isModels = !(failure instanceof EmbedderFailure) && failure.name === "ModelFailure";
  const tries = replay.progress.tries + (isModels ? 1 : 0);
  const retryAt = call.now + (retryMs ?? RETRY_MS);
  keep(store, { ...replay, progress: { ...replay.progress, tries, retryAt, error: failure.message } });
}

function harvestOf({ plan }: OpenReplay) {
  return { tasks: [...HARVEST_TASKS], dry_run: plan.dryRun };
}

function sumOf(counts: ReplayCounts, more: Partial<ReplayCounts>): ReplayCounts {
  const names = Object.keys(counts) as (keyof ReplayCounts)[];
  return Object.fromEntries(names.map((name) => [name, counts[name] + (more[name] ?? 0)])) as ReplayCounts;
}
