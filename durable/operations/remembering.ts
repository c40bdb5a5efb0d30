// An approved proposal becomes memory on the way that everything else takes: a fact like an injection, a correction of a walk
// like a correction, with links, ties, suppressions and taught questions. What says the same already is not added twice.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import { type Feedback, type Payload, typeOf } from "../../wire/proposal-payload.ts";
import type { ProposalKind } from "../../wire/reviewing.ts";
import { EmbedderFailure } from "../embed/failure.ts";
import type { Metadata } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import type { StoredProposal } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { askKnowledge } from "./asking-knowledge.ts";
import { embedOrNot } from "./embedding.ts";
import { requireNotErased } from "./erased-before.ts";
import { added, isKeptForChunk } from "./inject.ts";
import { doLearn } from "./judging.ts";
import type { Memory, Work } from "./memory.ts";
import { memoryIn } from "./memory-proposals.ts";
import { isGuardedId } from "./memory-rows.ts";
import { storedMemory } from "./memory-storing.ts";
import { procedureIn, storeApproved, textsIn } from "./procedure-proposals.ts";
import { storable } from "./procedure-storing.ts";
import { payloadOf } from "./proposal-view.ts";
import { knownAs } from "./proposing.ts";
import { hiddenFrom } from "./sight.ts";
import { factIn, storedFact, textsIn as textsOfFact } from "./store-fact.ts";
import { type TaughtKind, taughtId, taughtNode } from "./taught-node.ts";
import { checkVector } from "./teaching.ts";
import { mergedWalk, type Walk, walkOfIds } from "./walk-of.ts";

/** What is approved: the proposal, with the text and title that it becomes memory with. */
export interface Approved {
  readonly proposal: StoredProposal;
  readonly text: string;
  readonly title: string | undefined;
}

/** Vectors by text, of what was said and of what was asked; a text without one gets its vector later. */
export interface Prepared {
  readonly said: ReadonlyMap<string, Vector>;
  readonly asked: ReadonlyMap<string, Vector>;
}

export interface Remembered {
  readonly nodeId: string;
  readonly injected: boolean;
  readonly waits: boolean;
}

/** Embeds what will be remembered, and the questions that it will be found by. */
export async function prepared(memory: Memory, approved: readonly Approved[]): Promise<Prepared> {
  const { store, settings } = memory;
  const questions = settings.injection.teachQuestion
    ? approved.flatMap(
        ({ proposal }) => walkOfFeedback(store, payloadOf(proposal).feedback)?.question?.text ?? [],
      )
    : [];
  const [said, asked] = await Promise.all([
    vectorsByText(
      memory,
      approved.flatMap(({ proposal, text }) => {
        const payload = payloadOf(proposal);
        const fact = factIn(payload);
        if (fact) return textsOfFact({ ...fact, text });
        return payload.procedure ? textsIn(payload) : [text];
      }),
      "document",
    ),
    vectorsByText(memory, questions, "query"),
  ]);
  return { said, asked };
}

/** Refuses what can't be remembered; changes nothing. */
export function requireRememberable(work: Work, { proposal, text }: Approved, { said }: Prepared): void {
  const procedure = procedureIn(payloadOf(proposal));
  if (procedure) storable(work, procedure);
  requireNotErased(work, text);
  const vector = said.get(text);
  if (vector) checkVector(work, vector);
  if (work.draft.graph.nodeCount < LIMITS.nodesPerAgent) return;
  throw new Refusal(
    "agent_full",
    `this agent holds ${LIMITS.nodesPerAgent} nodes, which is the most: remove some, then approve`,
  );
}

/** Remembers it as who proposed it would have told it: it is theirs, and touches what they see. */
export function remember(work: Work, approved: Approved, prepared: Prepared): Remembered {
  const { draft, call } = work;
  const { hides, writer } = draft;
  const { author, person } = approved.proposal;
  draft.hides = hiddenFrom(work, { author, role: "agent" });
  draft.writer = author;
  try {
    return asProposer({ ...work, call: { ...call, author, person } }, approved, prepared);
  } finally {
    Object.assign(draft, { hides, writer });
  }
}

function asProposer(work: Work, approved: Approved, { said, asked }: Prepared): Remembered {
  const { proposal, text } = approved;
  const payload = payloadOf(proposal);
  const procedure = procedureIn(payload);
  if (procedure) return storeApproved(work, procedure, (part) => said.get(part));
  const vector = said.get(text) ?? null;
  const memory = memoryIn(payload);
  if (memory) {
    const stored = storedMemory(work, { ...memory, content: text }, vector);
    const { id, event_id: event, embedding } = stored;
    askKnowledge(work, text, stored);
    return { nodeId: id, injected: event !== null, waits: embedding !== undefined };
  }
  const fact = factIn(payload);
  if (fact) {
    const { id, event_id: event, embedding } = storedFact(work, { ...fact, text }, said);
    return { nodeId: id, injected: event !== null, waits: embedding !== undefined };
  }
  const metadata = metadataOf(approved);
  if (payload.feedback) {
    const kind = becoming(proposal).toLowerCase() as TaughtKind;
    const node = taughtNode(kind, taughtId(kind, text), text, metadata);
    const walk = walkOfFeedback(work.store, payload.feedback);
    const question = work.settings.injection.teachQuestion ? (walk?.question ?? null) : null;
    const { outcome, corrects } = payload.feedback;
    const lesson = {
      node,
      vector,
      question: question && { asked: question, vector: asked.get(question.text) ?? null },
      corrects: corrects?.filter((id) => work.draft.graph.has(id)) ?? null,
    };
    const { taught } = doLearn(work, { walk, outcome, lesson });
    if (!taught) throw new Error("an approval always teaches something");
    return taught;
  }
  const known = knownAs(work, digestOf(text));
  if (known !== undefined) return { nodeId: known, injected: false, waits: false };
  const summary = text === proposal.content ? payload.summary : undefined;
  return added(
    work,
    {
      ...idFor(work, approved),
      content: text,
      type: becoming(proposal),
      summary,
      metadata: metadata as never,
    },
    vector,
  );
}

function becoming({ kind, payload }: StoredProposal) {
  return typeOf(kind as ProposalKind, payloadOf({ payload }));
}

/** The id that was asked for, unless it has become another's since. */
function idFor({ draft, store }: Work, { proposal, text }: Approved): { id?: string } {
  const { id } = payloadOf(proposal);
  if (id === undefined || isGuardedId(id) || isKeptForChunk(store, id)) return {};
  const holder = draft.node(id);
  return holder === undefined || holder.text === text ? { id } : {};
}

/** What the memory is known by: the proposal's own fields stand above those that its metadata name. */
function metadataOf({ proposal, title }: Approved): Metadata {
  const { metadata = {}, tags, entities, relations }: Payload = payloadOf(proposal);
  const { source, kind, id } = proposal;
  return {
    ...(metadata as Metadata),
    ...(title !== undefined && { title }),
    ...(tags && { tags }),
    ...(entities && { entities: entities as Metadata["entities"] }),
    ...(relations && { relations: relations as Metadata["relations"] }),
    ...(source !== null && { source }),
    ...(kind === "fact" && { memory_kind: kind }),
    proposal: id,
  };
}

/** The walk with its steps and question as far as trails are kept; of others what fired. */
function walkOfFeedback(store: Memory["store"], feedback: Feedback | undefined): Walk | null {
  if (!feedback) return null;
  const trails = feedback.query_ids.flatMap((id) => store.trail(id) ?? []);
  if (trails.length > 0) return mergedWalk(trails);
  return feedback.fired_ids.length > 0 ? walkOfIds(feedback.fired_ids) : null;
}

async function vectorsByText(
  { embedder }: Memory,
  texts: readonly string[],
  side: "document" | "query",
): Promise<ReadonlyMap<string, Vector>> {
  const each = [...new Set(texts)];
  const embedded = await embedOrNot(
    embedder,
    each,
    side,
    embedder.slow ? LIMITS.lessonEmbeddingMs : undefined,
  );
  return new Map(
    embedded instanceof EmbedderFailure ? [] : each.map((text, index) => [text, embedded[index]]),
  );
}
