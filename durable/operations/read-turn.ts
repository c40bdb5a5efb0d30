// Reading captured turns with the language model: some are taken up, the model is asked about each, and what it says is kept
// together with the job's end, in one change. So whenever the machine stops, each turn was read once or not yet. What the
// model says is a stranger's: it is read as statements that the turn itself supports, and as nothing else.

import type { CapturedMemory } from "../../wire/capture.ts";
import { ModelFailure } from "../model/failure.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { captureRequest } from "../text/capture-prompt.ts";
import type { Turn } from "../text/captured-turn.ts";
import { memoriesIn } from "../text/model-answers.ts";
import { restatementsOf } from "../text/quoted-back.ts";
import { supportedBy } from "../text/supported.ts";
import { candidatesIn, heardIn } from "./capture.ts";
import { sourceOf, stillTaken, type TakenUp } from "./capture-progress.ts";
import { answered, finishTurn, goOn, putOff } from "./capture-tries.ts";
import { embedOrNot } from "./embedding.ts";
import { type Candidate, keepSaid, skipped } from "./keeping-said.ts";
import { addedBy } from "./know-turn.ts";
import type { Operation, Work } from "./memory.ts";
import { modelOrNone } from "./model-or-none.ts";
import { recalledHere } from "./recalled-here.ts";
import { hiddenFrom } from "./sight.ts";

const CALL_MS = 30_000;
const ANSWER_TOKENS = 2_048;
const EMBEDDING_MS = 20_000;

/** What was made of a turn, or why nothing was. */
interface Said {
  /** The model that said it; null: the words tell. */
  readonly by: string | null;
  readonly candidates: readonly Candidate[];
  readonly left: readonly CapturedMemory[];
  readonly vectors: Parameters<typeof keepSaid>[2];
}
type Awaited = Said | ModelFailure | null;

export const readTurn: Operation<TakenUp, null, Awaited> = {
  async wait(memory, taken, call) {
    const capture = stillTaken(memory, taken);
    if (!capture?.asked.turn) return null;
    const { turn, session } = capture.asked;
    const recalled = recalledHere(memory, call, session);
    try {
      const model = modelOrNone(memory);
      const said = model ? await asked(model, turn) : candidatesIn(heardIn(turn, recalled));
      const { candidates, left } = sifted(said, turn, recalled);
      const contents = candidates.map(({ content }) => content);
      const embedded = await embedOrNot(memory.embedder, contents, "document", EMBEDDING_MS);
      return {
        by: model?.name ?? null,
        candidates,
        left,
        vectors: embedded instanceof Error ? null : embedded,
      };
    } catch (failure) {
      if (failure instanceof ModelFailure) return failure;
      throw failure;
    }
  },

  act(work, taken, said) {
    const capture = stillTaken(work, taken);
    // It was let go of, erased or taken up again while the model was waited for.
    if (!capture || said === null) return null;
    if (said instanceof ModelFailure) {
      putOff(work, capture, said);
      return null;
    }
    answered(work);
    const { asked, isOwner, person, id } = capture;
    const occasion = { ...asked, around: asked.turn?.user ?? "", isOwner };
    // As if whoever sent it had told it now.
    const role = isOwner ? "owner" : "agent";
    work.draft.hides = hiddenFrom(work, { author: taken.author, role });
    const own: Work = { ...work, call: { ...work.call, role, person, source: sourceOf(id) } };
    const kept = keepSaid(own, said.candidates, said.vectors, occasion);
    const memories = [...kept, ...said.left];
    const read = { ...capture, asked: { ...asked, turn: null }, memories };
    if (said.by === null || addedBy(read).length === 0) finishTurn(work, read, null);
    else goOn(work, read);
    return null;
  },
};

async function asked(model: LanguageModel, turn: Turn): Promise<Candidate[]> {
  const prompt = { ...captureRequest(turn), mostTokens: ANSWER_TOKENS, json: true };
  const said = memoriesIn(await model.complete(prompt, CALL_MS));
  if (said) return said.map((one) => ({ ...one, tags: one.tags ?? [] }));
  throw new ModelFailure("bad_answer", "the language model's answer held no list of memories");
}

/** What the turn supports and memory has not just shown; and what is left out, with why. */
function sifted(said: readonly Candidate[], turn: Turn, recalled: readonly string[]) {
  const before = turn.prior.map(({ text }) => text).join("\n");
  const isSupported = supportedBy(`${turn.user}\n${turn.assistant}`, before);
  const isRecalled = restatementsOf(recalled);
  const candidates: Candidate[] = [];
  const left: CapturedMemory[] = [];
  for (const candidate of said) {
    const content = candidate.content.toWellFormed().replaceAll("\0", " ");
    if (isRecalled(content)) left.push(skipped(content, "recalled"));
    else if (!isSupported(content)) left.push(skipped(content, "unsupported"));
    else candidates.push({ ...candidate, content });
  }
  return { candidates, left };
}
