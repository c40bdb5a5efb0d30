// What the memories of a captured turn say of entities and of how these relate, asked of the language model once the memories
// are stored: a failure of it leaves them as they are.

import type { CapturedMemory } from "../../wire/capture.ts";
import type { Vector } from "../graph/vectors.ts";
import { ModelFailure } from "../model/failure.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { entitiesRequest, factsRequest } from "../text/knowledge-prompt.ts";
import { knowledgeTold } from "../text/knowledge-told.ts";
import { entitiesIn, factsIn } from "../text/model-answers.ts";
import { type OpenCapture, sourceOf, stillTaken, type TakenUp } from "./capture-progress.ts";
import { answered, finishTurn, putOff } from "./capture-tries.ts";
import { embedOrNot } from "./embedding.ts";
import { type KnowledgeSaid, keepKnowledge, textsOfKnowledge } from "./keeping-knowledge.ts";
import type { Operation, Work } from "./memory.ts";
import { modelOrNone } from "./model-or-none.ts";

const CALL_MS = 30_000;
const EMBEDDING_MS = 20_000;
const ENTITY_TOKENS = 1_024;
const FACT_TOKENS = 2_048;
/** What was added by a turn. */
const ADDED: readonly string[] = ["created", "updated", "new_version"];

interface Known {
  /** By the ids of the memories. */
  readonly said: readonly (readonly [id: string, said: KnowledgeSaid])[];
  readonly vectors: ReadonlyMap<string, Vector>;
}

export const knowTurn: Operation<TakenUp, null, Known | ModelFailure | null> = {
  async wait(memory, taken, call) {
    const capture = stillTaken(memory, taken);
    if (!capture) return null;
    const nodes = addedBy(capture).flatMap(({ id }) => memory.store.storedNode(id as string) ?? []);
    const model = modelOrNone(memory);
    if (!model || nodes.length === 0) return { said: [], vectors: new Map() };
    const texts = nodes.map(({ text }) => text);
    try {
      const told = await knowledgeIn(texts, model, new Date(call.now).toISOString());
      const said = nodes.map(({ id }, place) => [id, told[place]] as const);
      const names = [...new Set(told.flatMap(textsOfKnowledge))];
      const embedded = await embedOrNot(memory.embedder, names, "document", EMBEDDING_MS);
      const vectors = embedded instanceof Error ? [] : names.map((name, at) => [name, embedded[at]] as const);
      return { said, vectors: new Map(vectors) };
    } catch (failure) {
      if (failure instanceof ModelFailure) return failure;
      throw failure;
    }
  },

  act(work, taken, known) {
    const capture = stillTaken(work, taken);
    if (!capture || known === null) return null;
    if (known instanceof ModelFailure) {
      putOff(work, capture, known);
      return null;
    }
    answered(work);
    for (const [place, [id, said]] of known.said.entries()) {
      const { call } = work;
      const own: Work = {
        ...work,
        call: { ...call, id: `${call.id}-k${place + 1}`, source: sourceOf(capture.id) },
      };
      keepKnowledge(own, said, id, known.vectors);
    }
    finishTurn(work, capture, null);
    return null;
  },
};

/** What a captured turn added to memory. */
export function addedBy({ memories }: Pick<OpenCapture, "memories">): CapturedMemory[] {
  return (memories ?? []).filter(
    ({ status, id, reason }) => ADDED.includes(status) && id !== null && reason === null,
  );
}

async function knowledgeIn(
  texts: readonly string[],
  model: LanguageModel,
  now: string,
): Promise<KnowledgeSaid[]> {
  const asked = { ...entitiesRequest(texts), mostTokens: ENTITY_TOKENS, json: true };
  const entities = entitiesIn(await model.complete(asked, CALL_MS));
  if (!entities) throw new ModelFailure("bad_answer", "the language model's answer held no list of entities");
  const named = knowledgeTold(texts, entities, []).flatMap((told) => told.entities.map(({ name }) => name));
  const names = [...new Set(named)];
  if (names.length < 2) return saidBy(knowledgeTold(texts, entities, []));
  const related = { ...factsRequest(texts, names, now), mostTokens: FACT_TOKENS, json: true };
  const facts = factsIn(await model.complete(related, CALL_MS), names);
  if (!facts) throw new ModelFailure("bad_answer", "the language model's answer held no list of facts");
  return saidBy(knowledgeTold(texts, entities, facts));
}

function saidBy(told: ReturnType<typeof knowledgeTold>): KnowledgeSaid[] {
  return told.map(({ entities, facts }) => ({
    entities: entities.map(({ summary, ...entity }) => ({ ...entity, description: summary })),
    facts: facts.map(({ validAt, invalidAt, ...fact }) => ({
      ...{ source: fact.source, target: fact.target, relation: fact.relation, fact: fact.fact },
      ...{ valid_at: validAt, invalid_at: invalidAt, confidence: fact.confidence },
    })),
  }));
}
