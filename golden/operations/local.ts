// Golden operations about whole states and the worker envelope.

import type { Metadata } from "../../durable/graph/records.ts";
import { toReferenceState } from "../../durable/operations/reference-state.ts";
import { Refusal } from "../../wire/errors.ts";
import type { GoldenOperation } from "../cases.ts";
import { type GoldenState, openGraph } from "../state.ts";

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
};
