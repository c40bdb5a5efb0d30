// What a turn says that should last takes the way of every other memory: the screen, what is known already, versions, and a
// reviewer where everything waits for one. One that is refused stops no other.

import type { CapturedMemory } from "../../wire/capture.ts";
import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import { MemoryRequest } from "../../wire/memories.ts";
import { CAPTURING } from "../graph/memories/likeness.ts";
import type { NodeKind } from "../graph/records.ts";
import { isKeptBack } from "../graph/structure.ts";
import { cosine, type Vector } from "../graph/vectors.ts";
import { firstBytes } from "../text/bytes.ts";
import { charactersOf } from "../text/characters.ts";
import { digestOf } from "../text/digest.ts";
import { memoryTypeOf } from "../text/memory-type.ts";
import { restatementsOf } from "../text/quoted-back.ts";
import { screened } from "../text/screening/screen.ts";
import { wordsIn } from "../text/screening/words-in.ts";
import { sentencesOf } from "../text/sentences.ts";
import { valueStance, valuesOf } from "../text/value-tokens.ts";
import { policyOf } from "./capture-policy.ts";
import type { Occasion } from "./capture-progress.ts";
import type { Work } from "./memory.ts";
import { storedMemory } from "./memory-storing.ts";
import { proposedMemory } from "./store-memory.ts";

/** What may be kept of a turn. */
export interface Candidate {
  readonly content: string;
  /** Empty: its words decide. */
  readonly type: string;
  readonly confidence: number;
  readonly tags: readonly string[];
}

type Type = NonNullable<MemoryRequest["type"]>;

/** Texts that are looked at for the very same statement. */
const NEIGHBOURS = 5;
/** What is read in files and lessons; memories have rules of their own. */
const READ: readonly NodeKind[] = ["chunk", "correction", "teaching", "directive"];
/** Below it what happened is soon of no use. */
const SURE = 0.7;

/** `vectors`: of the candidates, in order; null where they follow later. */
export function keepSaid(
  work: Work,
  candidates: readonly Candidate[],
  vectors: readonly Vector[] | null,
  occasion: Occasion,
): CapturedMemory[] {
  const all: CapturedMemory[] = [];
  for (const [place, candidate] of candidates.entries()) {
    const vector = vectors?.[place] ?? null;
    const same = all.find(({ id, content }, other) => {
      const isNear = vector && cosine(vector, vectors?.[other] ?? []) >= CAPTURING.same;
      return (
        id !== null && (content === candidate.content || (isNear && saysTheSame(candidate.content, content)))
      );
    });
    const call = { ...work.call, id: `${work.call.id}-m${place + 1}` };
    all.push(
      same
        ? { ...skipped(candidate.content, "repeated", same.type), id: same.id, status: "duplicate" }
        : keptOne({ ...work, call }, candidate, vector, occasion),
    );
  }
  return all;
}

/** Whether the values of two statements of one turn are the same. */
function saysTheSame(one: string, other: string): boolean {
  return valueStance(valuesOf(one), valuesOf(other)) === "same";
}

function keptOne(
  work: Work,
  candidate: Candidate,
  vector: Vector | null,
  occasion: Occasion,
): CapturedMemory {
  const type = (candidate.type || memoryTypeOf(candidate.content)) as Type;
  const { data: request } = MemoryRequest.safeParse(requestFor(candidate, type, occasion));
  if (!request) return skipped(candidate.content, "invalid_request");
  const { content } = request;
  if (isAttack(work, request)) return skipped(content, "input_rejected", type);
  const known = saidInFiles(work, content, vector);
  if (known !== null) return { ...skipped(content, "in_files", type), id: known, status: "duplicate" };
  const mustWait = !occasion.isOwner && policyOf(work).capture === "proposal";
  try {
    const stored = mustWait
      ? proposedMemory(work, request, vector, aboutOf(occasion))
      : storedMemory(work, request, vector);
    const { id, status, supersedes, conflicts_with, event_id, proposal } = stored;
    const reason = isKeptBack(work.graph, id) ? "kept_back" : null;
    const kept = { content, id, status, reason, type, supersedes, conflicts_with, event_id };
    return proposal ? { ...kept, proposal } : kept;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return skipped(content, error.code, type);
  }
}

function requestFor({ content, confidence, tags }: Candidate, type: Type, occasion: Occasion) {
  const { project, visibility, source } = occasion;
  const passes = type === "episode" && confidence < SURE;
  return {
    content,
    type,
    confidence,
    tags: tags.filter((tag) => charactersOf(tag) <= LIMITS.memoryTag).slice(0, LIMITS.tagsPerMemory),
    scope: passes ? "session" : project === null ? "permanent" : "project",
    source,
    ...(project !== null && { project }),
    ...(visibility !== null && { visibility }),
  };
}

export function skipped(
  content: string,
  reason: string,
  type: string | null = null,
): CapturedMemory & { status: "skipped" | "duplicate" } {
  const nothing = { id: null, supersedes: null, conflicts_with: [], event_id: null };
  return { content, status: "skipped", reason, type, ...nothing };
}

/** An attack is not taken; what is only suspicious neither, where nobody would keep it back: an owner's word is trusted. */
function isAttack({ settings, call }: Work, { content, tags = [] }: MemoryRequest): boolean {
  if (!settings.screens) return false;
  const { verdict } = screened(wordsIn({ text: content, metadata: { tags } }));
  return verdict === "reject" || (verdict === "quarantine" && call.role === "owner");
}

/** The node of a file or lesson of which it is a sentence. */
function saidInFiles(work: Work, content: string, vector: Vector | null): string | null {
  const { graph, vectors, store } = work;
  const isRead = (id: string) => READ.includes(graph.kindAt(graph.positionOf(id))) && !isKeptBack(graph, id);
  const same = store.erasing.nodesSaying([digestOf(content)]).filter((id) => graph.has(id) && isRead(id));
  const near = vector ? vectors.search(vector, NEIGHBOURS, 2, isRead).map(([id]) => id) : [];
  const isPart = restatementsOf([content]);
  const isThere = (id: string) =>
    sentencesOf(store.node(id)?.text ?? "").some((said) => isPart(said) && restatementsOf([said])(content));
  return [...same, ...near].find(isThere) ?? null;
}

function aboutOf({ source, session, around }: Occasion) {
  return {
    source,
    ...(session !== null && { session }),
    ...(around !== "" && { source_prompt: firstBytes(around, LIMITS.sourcePromptBytes) }),
  };
}
