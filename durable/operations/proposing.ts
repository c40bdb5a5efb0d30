// Making a proposal, whichever way it came: what is memory already, waits already, or was turned down is not proposed
// again, and no queue grows without bounds.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { Payload } from "../../wire/proposal-payload.ts";
import type { ProposalKind, ProposalState } from "../../wire/reviewing.ts";
import { isCurrent } from "../graph/current.ts";
import type { Metadata } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import type { StoredProposal } from "../store/ports.ts";
import { charactersOf } from "../text/characters.ts";
import { digestOf } from "../text/digest.ts";
import { strip } from "../text/lines.ts";
import { isQuestion } from "../text/salience.ts";
import { wordsIn } from "../text/screening/words-in.ts";
import { wordingOf } from "../text/wording.ts";
import { requireNotErased } from "./erased-before.ts";
import type { Work } from "./memory.ts";
import { barredMemories } from "./memory-shelf.ts";
import { proposalDigest, proposerOf, stateOf } from "./proposal-view.ts";
import { nodesWorded } from "./same-wording.ts";
import { refuseAttackIn } from "./screening.ts";
import { weighed } from "./weighing.ts";

const DAY_MS = 24 * 3_600_000;
const ID_DIGITS = 24;
/** Kinds that state something. */
const STATING: readonly ProposalKind[] = ["fact", "memory"];
/** Proposals that wait and are compared, the newest. */
const MOST_OPEN = 200;
/** A queue that is full may be looked at again after this long at the most. */
const RETRY_SECONDS = 3_600;

export interface NewProposal {
  readonly kind: ProposalKind;
  readonly content: string;
  readonly payload: Payload;
  readonly source?: string | undefined;
  readonly session?: string | undefined;
  readonly source_prompt?: string | undefined;
}

/** Proposes a text, or says what stands in its place. `vector`: of the text, null where there is none at once. */
export function proposed(work: Work, wanted: NewProposal, vector: Vector | null): ProposalState {
  const { store, call } = work;
  const content = strip(wanted.content);
  requireLength(content, wanted.payload);
  requireNotErased(work, content);
  refuseAttackIn(work, wordsIn({ text: content, metadata: compact(wanted.payload) }));
  const contentHash = digestOf(content);
  if (STATING.includes(wanted.kind)) requireStatement(content);
  const known = wanted.payload.feedback ? undefined : (knownAs(work, contentHash) ?? wordedAs(work, content));
  if (known !== undefined) return duplicateOf(known);
  const waiting =
    store.proposals.waitingSaying(contentHash, wanted.kind, call.now) ??
    (wanted.payload.feedback ? undefined : waitingAs(work, wanted.kind, content));
  if (waiting) return stateOf(waiting, false);
  requireNotRejected(work, contentHash);
  requireRoom(work);
  const { source = null, session = null, source_prompt: sourcePrompt = null } = wanted;
  const shown = {
    ...{ kind: wanted.kind, content, source, session, sourcePrompt },
    payload: compact(wanted.payload),
  };
  const { author, person } = proposerOf(call);
  const proposal: StoredProposal = {
    ...shown,
    ...weighed(work, { content, payload: wanted.payload }, vector),
    id: freeId(work, wanted.kind, contentHash),
    at: call.now,
    status: "pending",
    contentHash,
    digest: proposalDigest(shown),
    author,
    person,
    expiresAt: call.now + LIMITS.proposalDays * DAY_MS,
    editedAt: null,
    decidedAt: null,
    decidedBy: null,
    nodeId: null,
    reason: null,
  };
  store.proposals.put([proposal], call.now);
  const body = { event: call.id, action: "proposed", proposal: proposal.id, kind: proposal.kind };
  store.record("review", body, { at: call.now, author: call.author });
  return stateOf(proposal, true);
}

/** The node that says a text already. */
export function knownAs({ store, draft }: Pick<Work, "store" | "draft">, contentHash: string) {
  return store.erasing.nodesSaying([contentHash]).find((id) => !draft.hides(id));
}

/** The current node that the caller may see and that says it in the same words, written in another way. */
function wordedAs(work: Work, content: string): string | undefined {
  const isBarred = barredMemories(work, {});
  const { graph } = work;
  return nodesWorded(
    work,
    content,
    (id) => graph.has(id) && isCurrent(graph, graph.positionOf(id)) && !isBarred?.(id),
  )[0];
}

/** Likewise of what waits. */
function waitingAs({ store, call }: Work, kind: ProposalKind, content: string): StoredProposal | undefined {
  const wording = wordingOf(content);
  const alike = [...store.proposals.open(call.now, MOST_OPEN)].flatMap(({ id, content: other }) =>
    wordingOf(other) === wording ? (store.proposals.get(id) ?? []) : [],
  );
  return alike.find((one) => one.kind === kind && one.payload.feedback === undefined);
}

/** Who asks tells nothing. */
function requireStatement(content: string): void {
  if (!isQuestion(content)) return;
  throw new Refusal(
    "invalid_request",
    "content only asks, so there is nothing to remember: propose what is known",
  );
}

function requireLength(content: string, { feedback: _walk, procedure: _parts, ...described }: Payload): void {
  if (new TextEncoder().encode(JSON.stringify(described)).length > LIMITS.metadataBytes) {
    throw new Refusal(
      "too_large",
      `what describes a proposal has at most ${LIMITS.metadataBytes} bytes in all: send fewer entities, relations or metadata`,
    );
  }
  if (charactersOf(content) <= LIMITS.proposalText) return;
  throw new Refusal(
    "too_large",
    `a proposal has at most ${LIMITS.proposalText} characters: split it, so that it can be reviewed piece by piece`,
  );
}

export function requireNotRejected({ store, call }: Work, contentHash: string): void {
  const lasts = LIMITS.rejectedDays * DAY_MS;
  const rejected = store.proposals.rejectedSince(contentHash, call.now - lasts);
  if (rejected === undefined) return;
  throw new Refusal(
    "rejected_before",
    "a reviewer rejected this very text: say it in another way, or leave it out",
    { until: rejected + lasts },
  );
}

function duplicateOf(node: string): ProposalState {
  const nothing = { id: null, digest: null, novelty: 0, salience: null, expires_at: null };
  return { ...nothing, status: "duplicate", created: false, node_id: node, conflicts: [] };
}

function requireRoom({ store, call }: Work): void {
  const own = store.proposals.waiting(call.now, proposerOf(call));
  if (own.count >= LIMITS.proposalsPerToken) {
    throw new Refusal(
      "proposals_waiting",
      `${own.count} proposals of this token wait for a reviewer, which is the most: come back when some were decided`,
      { waiting: own.count, retry_after_s: RETRY_SECONDS },
    );
  }
  const all = store.proposals.waiting(call.now);
  if (all.count < LIMITS.proposalsWaiting) return;
  throw new Refusal(
    "queue_full",
    `${all.count} proposals wait in this agent, which is the most: let a reviewer decide some`,
    { waiting: all.count },
  );
}

/** Made from what is said: the same text is the same proposal, and another one when it comes again after the first is over. */
function freeId({ store }: Work, kind: string, contentHash: string): string {
  for (let number = 0; ; number++) {
    const id = proposalId(kind, contentHash, number);
    if (!store.proposals.get(id)) return id;
  }
}

export function proposalId(kind: string, contentHash: string, number = 0): string {
  return `p-${digestOf(JSON.stringify([kind, contentHash, number])).slice(0, ID_DIGITS)}`;
}

/** The payload as JSON keeps it: without what is absent or empty. */
function compact(payload: Payload): Metadata {
  const isSaid = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  const said = Object.entries(payload).filter(([, value]) => isSaid(value));
  return JSON.parse(JSON.stringify(Object.fromEntries(said))) as Metadata;
}
