// A language model looks at what agents added and the screen let pass, where an owner wants it: later, off the path of every
// question and write. What it names is kept back for a reviewer. A model that fails is asked again later.

import { Refusal } from "../../wire/errors.ts";
import { isQuarantined } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { ModelFailure } from "../model/failure.ts";
import { digestOf } from "../text/digest.ts";
import { namedIn, secondLookRequest } from "../text/screening/second-look.ts";
import { wordsIn } from "../text/screening/words-in.ts";
import type { Memory, Operation } from "./memory.ts";

/** Texts of one call. */
const TEXTS = 10;
const CALL_MS = 30_000;
const ANSWER_TOKENS = 200;
const RETRY_MS = 10 * 60_000;

export interface LookedTo {
  /** Rank of the last node that was looked at; null: from now on. */
  readonly rank: number | null;
}

export interface Looked {
  readonly rank: number;
  /** True while there may be more. */
  readonly isMore: boolean;
  /** Milliseconds until it is worth trying again, where the model failed. */
  readonly retryMs: number | null;
}

interface Seen {
  readonly texts: readonly { readonly id: string; readonly text: string }[];
  readonly rank: number;
  /** Ids that the model names; null where it gave no answer. */
  readonly named: readonly string[] | null;
  readonly retryMs: number | null;
}

export const secondLook: Operation<LookedTo, Looked, Seen> = {
  async wait(memory, { rank: from }, call) {
    const rank = from ?? memory.graph.lastRank;
    const positions = addedAfter(memory.graph, rank);
    const last = positions.at(-1);
    const texts = positions.flatMap((position) => {
      const node = memory.store.storedNode(memory.graph.idAt(position));
      // What a reviewer let go, or the screen kept back, is decided.
      return node && !node.screen ? [{ id: node.id, text: wordsIn(node) }] : [];
    });
    const seen = { texts, rank: last === undefined ? rank : memory.graph.ordinals[last] };
    if (texts.length === 0) return { ...seen, named: [], retryMs: null };
    const nonce = digestOf(JSON.stringify([call.id, seen.rank])).slice(0, 32);
    return { ...seen, ...(await asked(memory, texts, nonce)) };
  },

  act(work, { rank: from }, seen) {
    const rank = from ?? seen.rank;
    if (seen.named === null) return { rank, isMore: true, retryMs: seen.retryMs };
    for (const { id, text } of seen.texts.filter((one) => seen.named?.includes(one.id))) {
      const node = work.draft.node(id);
      // It may have been edited, or decided on, meanwhile.
      if (!node || isQuarantined(node) || node.screen || wordsIn(node) !== text) continue;
      const screen = { verdict: "quarantine", reasons: ["named_by_a_model"], at: work.call.now } as const;
      work.draft.putNode({ ...node, screen });
    }
    return { rank: seen.rank, isMore: seen.rank > rank, retryMs: null };
  },
};

async function asked(
  memory: Memory,
  texts: Seen["texts"],
  nonce: string,
): Promise<Pick<Seen, "named" | "retryMs">> {
  const request = secondLookRequest(
    texts.map(({ text }) => text),
    nonce,
  );
  try {
    const model = memory.model?.() ?? null;
    if (!model) return { named: null, retryMs: RETRY_MS };
    const answer = await model.complete({ ...request, mostTokens: ANSWER_TOKENS, json: true }, CALL_MS);
    const places = namedIn(answer, texts.length);
    // An answer that is none would be none again: the screen's own verdict stands.
    return { named: (places ?? []).map((place) => texts[place].id), retryMs: null };
  } catch (failure) {
    if (failure instanceof Refusal) return { named: null, retryMs: RETRY_MS };
    if (!(failure instanceof ModelFailure)) throw failure;
    return { named: null, retryMs: failure.retryAfterMs ?? RETRY_MS };
  }
}

/** The next nodes that somebody added, in their order: files are their owner's. */
function addedAfter(graph: RouteGraph, rank: number): number[] {
  const found: number[] = [];
  for (const [, position] of graph.entries()) {
    if (graph.ordinals[position] <= rank || graph.originAt(position) !== "injected") continue;
    if (graph.authorityAt(position) !== "overlay") continue;
    found.push(position);
    if (found.length === TEXTS) break;
  }
  return found;
}
