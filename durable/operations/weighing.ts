// What a reviewer is told of a proposal before reading it: how new it is, how much it says, and which memories say something
// else. It orders a list and warns; it decides nothing. What does not stand any more is left out before anything is ranked.

import type { Payload } from "../../wire/proposal-payload.ts";
import type { Conflict } from "../../wire/reviewing.ts";
import { isCurrent } from "../graph/current.ts";
import { lexicalShares } from "../graph/hybrid.ts";
import type { Json } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import type { StoredProposal } from "../store/ports.ts";
import { firstCharacters } from "../text/characters.ts";
import { disagreementOf, statementsOf } from "../text/disagreement.ts";
import { resemblance, termSetOf } from "../text/resemblance.ts";
import { salienceOf } from "../text/salience.ts";
import { bestByWords } from "./candidates.ts";
import type { Work } from "./memory.ts";
import { barredMemories } from "./memory-shelf.ts";

/** Memories that are looked at, by words and by meaning each. */
const NEAREST = 24;
/** Proposals that wait and are looked at, the newest. */
const MOST_OPEN = 200;
/** Characters of a text that are compared. */
const COMPARED = 4_000;
const MOST_CONFLICTS = 5;
/** Terms of a text that are looked up. */
const MOST_TERMS = 64;

export interface Weighable {
  readonly content: string;
  readonly payload: Payload;
  /** The proposal itself, where it waits already. */
  readonly id?: string;
}

export type Weight = Pick<StoredProposal, "novelty" | "salience" | "conflicts">;

interface Near {
  readonly id: string;
  readonly text: string;
  /** By meaning, 0 where there is no vector. */
  readonly similarity: number;
}

/** `vector`: of the text; null where there is none at once: then words alone tell. */
export function weighed(work: Work, { content, payload, id }: Weighable, vector: Vector | null): Weight {
  const text = firstCharacters(content, COMPARED);
  const near = nearest(work, text, vector);
  const corrected = new Set(payload.feedback?.corrects);
  const names = (payload.entities ?? []).map(({ name }) => name);
  return {
    novelty: 1 - alike(work, text, near, id),
    salience: salienceOf(text, names),
    // What a correction names as wrong is meant to disagree with it.
    conflicts: conflictsWith(
      text,
      near.filter((one) => !corrected.has(one.id)),
    ) as unknown as Json[],
  };
}

/** Memories that stand and are closest, by words and by meaning. */
function nearest(work: Work, text: string, vector: Vector | null): Near[] {
  const { graph, vectors, store } = work;
  const { lexicon } = store;
  // Reviewers are told of them: what not everybody may see is no part of it.
  const isBarred = barredMemories(work, { visibility: "shared" });
  const stands = (id: string) => isCurrent(graph, graph.positionOf(id)) && !isBarred?.(id);
  const postings = lexicon.postings([...termSetOf(text)].slice(0, MOST_TERMS));
  const byWords = bestByWords(lexicon, lexicalShares(postings, lexicon.lengths), NEAREST, stands);
  const byMeaning = new Map(vector ? vectors.search(vector, NEAREST, 0, stands) : []);
  return [...new Set([...byWords.keys(), ...byMeaning.keys()])].flatMap((id) => {
    const known = store.storedNode(id)?.text;
    if (known === undefined) return [];
    const similarity = byMeaning.get(id) ?? (vector ? vectors.similarity(id, vector) : 0);
    return [{ id, text: firstCharacters(known, COMPARED), similarity: Math.max(0, similarity) }];
  });
}

/** How much of it is there already, 0 … 1, in memory or among what waits. */
function alike({ store, call }: Work, text: string, near: readonly Near[], own: string | undefined): number {
  const terms = termSetOf(text);
  const known = near.map((one) => Math.max(one.similarity, resemblance(terms, termSetOf(one.text))));
  const waiting = [...store.proposals.open(call.now, MOST_OPEN)]
    .filter(({ id }) => id !== own)
    .map(({ content }) => resemblance(terms, termSetOf(firstCharacters(content, COMPARED))));
  return Math.min(1, Math.max(0, ...known, ...waiting));
}

function conflictsWith(text: string, near: readonly Near[]): Conflict[] {
  const ours = statementsOf(text);
  const found = near.flatMap((one): Conflict[] => {
    const disagreement = disagreementOf(ours, statementsOf(one.text));
    if (!disagreement) return [];
    const { because, ours: proposed, theirs: known } = disagreement;
    return [{ node_id: one.id, because, proposed, known }];
  });
  return found.slice(0, MOST_CONFLICTS);
}
