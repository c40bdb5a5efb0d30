// Capture: takes from a turn what should last. With a language model the turn waits for it on the object's disk before the
// reply leaves; without one the user's own words tell at once.

import type { CaptureReply, CaptureRequest } from "../../wire/capture.ts";
import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { Vector } from "../graph/vectors.ts";
import { cleanedTurn, flawOf, type Turn } from "../text/captured-turn.ts";
import { digestOf } from "../text/digest.ts";
import { heardSentences } from "../text/lasting-sentences.ts";
import { type Asked, captureOf, keepCapture, type OpenCapture, sourceOf } from "./capture-progress.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { type Candidate, keepSaid, skipped } from "./keeping-said.ts";
import type { Operation, Work } from "./memory.ts";
import { modelOrNone } from "./model-or-none.ts";
import { recalledHere } from "./recalled-here.ts";

export const BY_WORDS = "words";
const SOURCE = "inferred";
/** Of what the words say: nobody was asked whether it is meant to last. */
const CONFIDENCE = 0.7;
const RETRY_SECONDS = 60;
const ID_DIGITS = 24;

interface Read {
  readonly turn: Turn;
  readonly flaw: CaptureReply["passed_over"];
  /** The language model; null: the words tell. */
  readonly model: string | null;
  readonly heard: ReturnType<typeof heardSentences>;
  readonly vectors: readonly Vector[] | null;
}

export const capture: Operation<CaptureRequest, CaptureReply, Read> = {
  // What is said in a turn is nobody's order: an attack is passed over, and the rest is taken.
  quotes: true,

  async wait(memory, { user, assistant, prior_turns: prior, session_id: session = null }, call) {
    const recalled = recalledHere(memory, call, session);
    const turn = cleanedTurn({ user, assistant, prior }, recalled);
    const flaw = flawOf(turn, { user: user !== undefined, assistant: assistant !== undefined });
    const model = modelOrNone(memory)?.name ?? null;
    const words = flaw === null && model === null ? heardIn(turn, recalled) : [];
    const vectors = await vectorsAtOnce(memory.embedder, candidatesIn(words).map(contentOf));
    return { turn, flaw, model, heard: words, vectors };
  },

  act(work, request, { turn, flaw, model, heard, vectors }) {
    const { store, call } = work;
    const by = model ?? BY_WORDS;
    const total = () => ({ total_ms: call.elapsed() });
    if (flaw !== null) return { by, job: null, state: "done", passed_over: flaw, memories: [], ...total() };
    const asked: Asked = {
      turn,
      project: request.project ?? null,
      session: request.session_id ?? null,
      visibility: request.visibility ?? null,
      source: request.source ?? SOURCE,
    };
    // The same turn of the same token is the same job, however often a host tells it.
    const digest = digestOf(JSON.stringify([call.author, asked]));
    const row = store.captures.saying(digest);
    const known = row && captureOf(row);
    if (!known || known.state === "failed") requireRoom(work);
    const capture =
      known && known.state !== "failed"
        ? known
        : { ...newCapture(work, asked), digest, ...(known && { id: known.id }) };
    const isNew = capture !== known;
    const read = isNew && model === null ? readByWords(work, capture, heard, vectors) : capture;
    if (isNew) {
      keepCapture(store, read);
      store.captures.dropOld(call.now);
    }
    const { id, state, memories } = read;
    return { by, job: id, state, passed_over: null, memories: [...(memories ?? [])], ...total() };
  },
};

/** What the words of the user say should last, with its vectors. */
export function heardIn({ user }: Turn, recalled: readonly string[]): Read["heard"] {
  return heardSentences([user], { recalled });
}

export function candidatesIn(heard: Read["heard"]): Candidate[] {
  return heard
    .filter(({ passedOver }) => passedOver === null)
    .map(({ sentence }) => ({ content: sentence, type: "", confidence: CONFIDENCE, tags: [] }));
}

/** A turn that waits for the model. */
function newCapture({ store, call }: Work, asked: Asked): Omit<OpenCapture, "digest"> {
  const { author, person = null, now } = call;
  let id = captureId(asked);
  for (let number = 1; store.captures.find(id); number++) id = captureId(asked, number);
  return {
    ...{ id, at: now, author, person, isOwner: call.role === "owner", asked },
    ...{ state: "pending", attempts: 0, dueAt: now, changedAt: now, error: null, memories: null },
  };
}

/** Made from what is said: the same turn of somebody else has a number more. */
export function captureId({ turn, project, session }: Asked, number = 0): string {
  return `c-${digestOf(JSON.stringify([turn, project, session, number])).slice(0, ID_DIGITS)}`;
}

function readByWords(
  work: Work,
  capture: OpenCapture,
  heard: Read["heard"],
  vectors: Read["vectors"],
): OpenCapture {
  const { asked, isOwner, id } = capture;
  const own = { ...work, call: { ...work.call, source: sourceOf(id) } };
  const occasion = { ...asked, around: asked.turn?.user ?? "", isOwner };
  const kept = keepSaid(own, candidatesIn(heard), vectors, occasion);
  const memories = heard.map(({ sentence, passedOver }) =>
    passedOver === null ? (kept.shift() as (typeof kept)[0]) : skipped(sentence, passedOver),
  );
  return { ...capture, state: "done", dueAt: null, asked: { ...asked, turn: null }, memories };
}

function requireRoom({ store }: Work): void {
  const { waiting } = store.captures.counts();
  if (waiting < LIMITS.capturesWaiting) return;
  throw new Refusal(
    "queue_full",
    `${waiting} captured turns wait for the language model, which is the most: send it again in a minute`,
    { waiting, retry_after_s: RETRY_SECONDS },
  );
}

function contentOf({ content }: Candidate): string {
  return content;
}
