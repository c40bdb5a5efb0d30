// A fact that somebody says by itself: how two entities are related, and since when. Where everything waits for a reviewer it is a
// proposal. It needs no memory to hold, and everybody who may read the agent sees it.

import { Refusal } from "../../wire/errors.ts";
import { type StoreFactReply, StoreFactRequest, worldTimeOf } from "../../wire/knowledge.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { Payload } from "../../wire/proposal-payload.ts";
import type { Vector } from "../graph/vectors.ts";
import { strip } from "../text/lines.ts";
import { saysItIsNew } from "../text/news.ts";
import { phraseOf, saidRelation } from "../text/relations.ts";
import { shownName } from "../text/shown-names.ts";
import { type Audience, sharedAudience } from "./audience.ts";
import { mustPropose } from "./capture-policy.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { requireNotErased, takeBack } from "./erased-before.ts";
import { namedSeen, relationShown } from "./fact-view.ts";
import { namedEntity, readEntity, readRelation, requireRoom } from "./keeping-knowledge.ts";
import { DEFAULT_TYPE, typeIn } from "./knowledge-rows.ts";
import { knowledgeFor } from "./knowledge-sight.ts";
import type { Memory, Operation, Work } from "./memory.ts";
import { placedFact } from "./placing-facts.ts";
import { proposed } from "./proposing.ts";
import { checkVector } from "./teaching.ts";

type Vectors = ReadonlyMap<string, Vector>;

const USUAL_CONFIDENCE = 0.9;
/** What looks like the id of a node is no name: what the caller may not see has another id by now. */
const ENTITY_ID = /^(?:entity|fact|memory)::/;

export const storeFact: Operation<StoreFactRequest, StoreFactReply, Vectors> = {
  wait: (memory, request) => embedded(memory, textsIn(request)),

  act(work, request, vectors) {
    const text = textOf(request);
    takeBack(work, request, [text]);
    const reply = mustPropose(work)
      ? proposedFact(work, request, vectors)
      : storedFact(work, request, vectors);
    return { ...reply, total_ms: work.call.elapsed() };
  },
};

/** The texts of a fact that are embedded. */
export function textsIn(request: StoreFactRequest): string[] {
  const names = [request.subject, request.object].map(shownName).filter((name) => !ENTITY_ID.test(name));
  return [...new Set([textOf(request), ...names])];
}

/** The fact that a proposal holds, or undefined. Refuses one that came by an import and is none. */
export function factIn({ fact }: Payload): StoreFactRequest | undefined {
  if (fact === undefined) return undefined;
  const { data } = StoreFactRequest.safeParse(fact);
  if (data) return data;
  throw new Refusal("invalid_request", "this proposal holds no fact that can be stored: reject it");
}

export function storedFact(
  work: Work,
  request: StoreFactRequest,
  vectors: Vectors,
): Omit<StoreFactReply, "total_ms"> {
  const { call, draft } = work;
  const text = textOf(request);
  requireNotErased(work, text);
  requireRoom(work);
  for (const vector of vectors.values()) checkVector(work, vector);
  const moment = (value: string | number | undefined) =>
    value === undefined ? null : worldTimeOf(value, call.now);
  const [begins, ends] = [moment(request.valid_from), moment(request.valid_to)];
  if (begins !== null && ends !== null && ends <= begins)
    throw new Refusal("invalid_request", "valid_to must come after valid_from: the fact would never hold");
  const audience = sharedAudience(request.project ?? "", call.now);
  const subject = entityFor(work, request.subject, request.subject_type, vectors, audience);
  const object = entityFor(work, request.object, request.object_type, vectors, audience);
  if (subject === object)
    throw new Refusal("invalid_request", "subject and object are one entity: a fact relates two");
  const said = readRelation(request.relation);
  const from = begins ?? (ends !== null && ends <= call.now ? null : call.now);
  const placed = placedFact(
    work,
    {
      ...{ subject, object, ...said, text },
      confidence: request.confidence ?? USUAL_CONFIDENCE,
      ...{ from, to: ends, isDated: begins !== null, isNews: begins !== null || saysItIsNew(text) },
    },
    { audience, by: null, vector: vectors.get(text) ?? null },
  );
  if (!placed) throw new Error("a fact that was not erased is placed");
  const waits = draft.vectors.vector(placed.id, 0) === undefined;
  return {
    ...{ id: placed.id, status: placed.status, subject_id: subject, object_id: object },
    ...relationShown(said),
    ...{ ended: [...placed.ended], conflicts_with: [...placed.conflictsWith] },
    event_id: placed.event ? call.id : null,
    ...(waits && { embedding: "pending" }),
  };
}

function proposedFact(
  work: Work,
  request: StoreFactRequest,
  vectors: Vectors,
): Omit<StoreFactReply, "total_ms"> {
  const content = textOf(request);
  const { override_erased: _, ...fact } = request;
  const payload: Payload = { fact: { ...fact, text: content } };
  const proposal = proposed(work, { kind: "fact", content, payload }, vectors.get(content) ?? null);
  const known = { subject_id: null, object_id: null, ...relationShown(readRelation(request.relation)) };
  const nothing = { ...known, ended: [], conflicts_with: [], event_id: null };
  if (proposal.status === "duplicate") return { id: proposal.node_id ?? "", status: "duplicate", ...nothing };
  return { id: proposal.id ?? "", status: "proposed", ...nothing, proposal };
}

/** As it was said, or made of subject, relation and object. */
export function textOf({ subject, relation, object, text }: StoreFactRequest): string {
  if (text !== undefined) return strip(text);
  const told = [subject, object].map(shownName);
  if (told.some((name) => ENTITY_ID.test(name)))
    throw new Refusal("invalid_request", "say the fact as text where an entity is named by its id");
  return `${told[0]} ${phraseOf(saidRelation(relation))} ${told[1]}`;
}

function entityFor(
  work: Work,
  said: string,
  type: string | undefined,
  vectors: Vectors,
  audience: Audience,
): string {
  if (ENTITY_ID.test(said)) return namedSeen(work, knowledgeFor(work, { ever: true }), said).id;
  const entity = readEntity({ name: said, type });
  if (!entity)
    throw new Refusal(
      "invalid_request",
      `a name has at most ${LIMITS.entityName} characters, and is not blank`,
    );
  const { id } = namedEntity(work, entity, vectors.get(entity.name) ?? null, audience);
  const node = work.draft.node(id);
  if (node && type !== undefined && typeIn(node.metadata) === DEFAULT_TYPE)
    work.draft.putNode({ ...node, metadata: { ...node.metadata, entity_type: type } });
  return id;
}

async function embedded({ embedder }: Memory, texts: readonly string[]): Promise<Vectors> {
  const vectors = await vectorsAtOnce(embedder, texts);
  return new Map((vectors ?? []).map((vector, index) => [texts[index], vector]));
}
