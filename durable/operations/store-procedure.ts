// Store a procedure, or propose it where everything waits for a reviewer.

import type { ProcedureReply, ProcedureRequest } from "../../wire/procedures.ts";
import { mustPropose } from "./capture-policy.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { takeBack } from "./erased-before.ts";
import type { Operation } from "./memory.ts";
import { partsOf, textOf } from "./procedure-nodes.ts";
import { proposedProcedure } from "./procedure-proposals.ts";
import { type PartVectors, storedProcedure } from "./procedure-storing.ts";

export const storeProcedure: Operation<ProcedureRequest, ProcedureReply, PartVectors> = {
  about: ({ supersedes }) => supersedes ?? "",
  wait: ({ embedder }, request) => vectorsAtOnce(embedder, partsOf(request).map(textOf)),
  act(work, request, vectors) {
    takeBack(work, request, partsOf(request).map(textOf));
    const stored = mustPropose(work)
      ? proposedProcedure(work, request, vectors?.[0] ?? null)
      : storedProcedure(work, request, vectors);
    return { ...stored, total_ms: work.call.elapsed() };
  },
};
