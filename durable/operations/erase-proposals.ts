// Proposals hold texts before they are memory, and after: an erasure takes those that say, quote or became what goes, and
// takes what is left of it out of the others. Their digest is then another, so that nobody decides on what is no more.

import type { Json, Metadata } from "../graph/records.ts";
import type { ErasedProposals, StoredProposal } from "../store/ports.ts";
import type { Footprint } from "./erase-footprint.ts";
import { someText, withoutNames } from "./erased-names.ts";
import type { Memory } from "./memory.ts";
import { gaveReason, isNamed, type Named } from "./named-proposals.ts";
import { proposalDigest } from "./proposal-view.ts";

export function eraseProposals(
  { store }: Pick<Memory, "store">,
  footprint: Footprint,
  request: Named,
): ErasedProposals {
  const dropped = new Set<string>();
  const rewritten = new Map<string, StoredProposal>();
  for (const proposal of store.proposals.all()) {
    const left = isNamed(proposal, request) ? null : leftOf(proposal, footprint, request.author);
    if (!left) dropped.add(proposal.id);
    else if (left !== proposal) rewritten.set(proposal.id, left);
  }
  return { dropped, rewritten };
}

/** The proposal without what goes; null when it goes as a whole, the same one when it holds nothing of it. */
function leftOf(
  proposal: StoredProposal,
  { names, contentHashes, passages }: Footprint,
  author: string | undefined,
): StoredProposal | null {
  const quotes = (text: string) => passages.isIn(text);
  const became = proposal.nodeId !== null && names.has(proposal.nodeId);
  if (became || contentHashes.has(proposal.contentHash) || quotes(proposal.content)) return null;
  if (someText(proposal.payload, quotes)) return null;
  const payload = withoutNames(proposal.payload, names) as Metadata | undefined;
  if (payload === undefined) return null;
  const left = (text: string | null, isTheirs = false) =>
    text !== null && (isTheirs || quotes(text)) ? null : text;
  const isHeld = (conflict: Json) =>
    withoutNames(conflict, names) === conflict && !someText(conflict, quotes);
  const conflicts = proposal.conflicts.filter(isHeld);
  const after = {
    ...proposal,
    payload,
    conflicts: conflicts.length === proposal.conflicts.length ? proposal.conflicts : conflicts,
    sourcePrompt: left(proposal.sourcePrompt),
    reason: left(proposal.reason, gaveReason(proposal, author)),
  };
  const fields = ["payload", "conflicts", "sourcePrompt", "reason"] as const;
  if (fields.every((field) => after[field] === proposal[field])) return proposal;
  return { ...after, digest: proposalDigest(after) };
}
