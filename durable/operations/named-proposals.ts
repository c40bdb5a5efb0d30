// Which proposals an erasure names, by who proposed them, where they come from, or what they belong to.

import type { EraseRequest } from "../../wire/erasing.ts";
import type { StoredProposal } from "../store/ports.ts";
import type { Memory } from "./memory.ts";
import { payloadOf } from "./proposal-view.ts";

export type Named = Pick<EraseRequest, "author" | "source" | "project">;

/** Whether proposals are named by their author, source or project, or hold an author's reasons. */
export function hasProposed({ store }: Pick<Memory, "store">, request: Named): boolean {
  for (const proposal of store.proposals.all()) {
    if (isNamed(proposal, request) || gaveReason(proposal, request.author)) return true;
  }
  return false;
}

export function gaveReason({ decidedBy, reason }: StoredProposal, author: string | undefined): boolean {
  return author !== undefined && decidedBy === author && reason !== null;
}

export function isNamed(proposal: StoredProposal, { author, source, project }: Named): boolean {
  const { metadata = {} } = payloadOf(proposal);
  if (author !== undefined) return proposal.author === author;
  if (source !== undefined) return proposal.source === source || metadata.source === source;
  return project !== undefined && metadata.project === project;
}
