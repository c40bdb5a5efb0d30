// What a reviewer is told of a proposal before reading it: how new it is, how much it says, and which memories say something
// else. It orders a list and warns; it decides nothing.

import type { Payload } from "../../wire/proposal-payload.ts";
import type { Vector } from "../graph/vectors.ts";
import type { StoredProposal } from "../store/ports.ts";
import type { Work } from "./memory.ts";

export interface Weighable {
  readonly content: string;
  readonly payload: Payload;
  /** The proposal itself, where it waits already. */
  readonly id?: string;
}

export type Weight = Pick<StoredProposal, "novelty" | "salience" | "conflicts">;

export function weighed(_work: Work, _proposal: Weighable, _vector: Vector | null): Weight {
  return { novelty: 1, salience: 0.5, conflicts: [] };
}
