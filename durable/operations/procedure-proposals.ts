// A procedure as one proposal, root and steps together: a reviewer reads it as one text, and approves or rejects all of it.

import { Refusal } from "../../wire/errors.ts";
import { type ProcedureReply, ProcedureRequest } from "../../wire/procedures.ts";
import type { Payload } from "../../wire/proposal-payload.ts";
import type { Vector } from "../graph/vectors.ts";
import type { Work } from "./memory.ts";
import { type Parts, partsOf, procedureId, stepNode, textOf, versionOf } from "./procedure-nodes.ts";
import { storable, storedProcedure } from "./procedure-storing.ts";
import { proposed } from "./proposing.ts";

/** Proposes a procedure in place of storing it. */
export function proposedProcedure(
  work: Work,
  request: ProcedureRequest,
  vector: Vector | null,
): Omit<ProcedureReply, "total_ms"> {
  const { parts, old, known } = storable(work, request);
  if (known) return known;
  const { override_erased: _, ...procedure } = request;
  const payload: Payload = { title: parts[0].title, procedure };
  const proposal = proposed(work, { kind: "procedure", content: asRead(parts), payload }, vector);
  const id = procedureId(parts);
  return {
    id,
    status: "proposed",
    version: old ? versionOf(old) + 1 : 1,
    step_ids: parts.slice(1).map((step, index) => stepNode(id, step, index + 1).id),
    supersedes: old?.id ?? null,
    event_id: null,
    proposal,
  };
}

/** The procedure that a proposal holds, or undefined. Refuses one that came by an import and is none. */
export function procedureIn({ procedure }: Payload): ProcedureRequest | undefined {
  if (procedure === undefined) return undefined;
  const { data } = ProcedureRequest.safeParse(procedure);
  if (data) return data;
  throw new Refusal("invalid_request", "this proposal holds no procedure that can be stored: reject it");
}

/** Texts that are embedded when a procedure is approved. */
export function textsIn(payload: Payload): string[] {
  const procedure = procedureIn(payload);
  return procedure ? partsOf(procedure).map(textOf) : [];
}

/** Stores what was approved. `vectorOf`: of a part's text, where it is at hand. */
export function storeApproved(
  work: Work,
  procedure: ProcedureRequest,
  vectorOf: (text: string) => Vector | undefined,
): { readonly nodeId: string; readonly injected: boolean; readonly waits: boolean } {
  const vectors = partsOf(procedure).map((part) => vectorOf(textOf(part)));
  const { id, status, embedding } = storedProcedure(work, procedure, vectors);
  return { nodeId: id, injected: status === "created", waits: embedding !== undefined };
}

/** Refuses a change of what is decided as a whole. */
export function requireAsProposed({ procedure }: Payload, changed: readonly unknown[]): void {
  if (procedure === undefined || changed.every((field) => field === undefined)) return;
  throw new Refusal(
    "invalid_request",
    "a procedure is decided as it was proposed: leave content and title out, or let another one be proposed",
  );
}

/** The whole procedure as one text. */
function asRead([root, ...steps]: Parts): string {
  const read = steps.map((step, index) => `${index + 1}. [${step.kind}] ${textOf(step)}`);
  return [textOf(root), ...read].join("\n\n");
}
