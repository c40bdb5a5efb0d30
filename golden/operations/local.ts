// Golden operations about whole states and the worker envelope.

import type { Metadata } from "../../durable/graph/records.ts";
import type { Memory } from "../../durable/operations/memory.ts";
import { perform } from "../../durable/operations/perform.ts";
import { toReferenceState } from "../../durable/operations/reference-state.ts";
import { Refusal } from "../../wire/errors.ts";
import type { RpcReply, RpcRequest } from "../../wire/reading.ts";
import type { GoldenOperation } from "../cases.ts";
import { edgeRows, type GoldenState, goldenCall, nodeRows, openGraph, openState } from "../state.ts";

/** What the reference's journal knows; the rest is the product's own. */
const REFERENCE_JOURNAL = ["query", "learn", "maintenance", "health"];
const WHOLE_JOURNAL = 1_000;

interface Transcript {
  readonly state: GoldenState;
  /** Envelopes, or lines as they are sent. */
  readonly requests: readonly (RpcRequest | string)[];
  /** False: the edges at exit are not asked for. */
  readonly final_edges?: boolean;
}

export const LOCAL: Readonly<Record<string, GoldenOperation>> = {
  async state_payload(input: GoldenState & { meta?: Metadata; existing?: { meta: Metadata } }) {
    try {
      const known = { ...input.existing?.meta, ...input.meta };
      const { graph, index, meta } = toReferenceState(await openGraph(input), known, Date.now());
      return { payload: { graph, index: Object.fromEntries(index), meta } };
    } catch (error) {
      if (error instanceof Refusal) return { error: error.message };
      throw error;
    }
  },

  async daemon_transcript({ state, requests, final_edges = true }: Transcript) {
    const memory = await openState(state);
    const responses: unknown[] = [];
    for (const [place, request] of requests.entries()) {
      const response = await answer(memory, request, place);
      responses.push(response);
      // A worker ends here; whatever follows is never read.
      if ("result" in response && isShutdown(response.result)) break;
    }
    return {
      responses,
      edges_on_disk_at_exit: final_edges ? edgeRows(memory) : null,
      node_ids_on_disk_at_exit: nodeRows(memory).map(({ id }) => id),
      journal_types: memory.store
        .journal(WHOLE_JOURNAL)
        .map(({ type }) => type)
        .filter((type) => REFERENCE_JOURNAL.includes(type))
        .reverse(),
    };
  },
};

async function answer(memory: Memory, request: RpcRequest | string, place: number): Promise<RpcReply> {
  let envelope: RpcRequest;
  try {
    envelope = typeof request === "string" ? JSON.parse(request) : request;
  } catch (error) {
    return { id: null, error: { code: -1, message: (error as Error).message } };
  }
  const result = await perform(memory, "rpc", envelope, goldenCall(place + 1));
  if (!result.ok) throw new Error(`refused outside of the envelope: ${result.error.message}`);
  return result.value;
}

function isShutdown(result: unknown): boolean {
  return typeof result === "object" && result !== null && "shutdown" in result;
}
