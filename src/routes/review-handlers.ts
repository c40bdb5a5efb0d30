// The queue of a tenant's reviewers: proposals of all agents that the token may enter.

import { Refusal } from "../../wire/errors.ts";
import { requireTenantToken } from "../auth.ts";
import type { Place } from "../review-queue.ts";
import { type Handlers, pageOf, sizeOf } from "./entry.ts";

export const REVIEW_HANDLERS: Handlers<"review"> = {
  async review(entry, { agent, status = "pending", kind, order, limit, cursor }) {
    const { auth, directory, now } = entry;
    const principal = requireTenantToken(entry.principal);
    const named = agent === undefined ? null : await auth.agentFor(principal, agent, directory, now);
    const scope = { tenantId: principal.tenant.id, names: principal.agents, agentId: named?.id ?? null };
    const size = sizeOf(limit);
    const after = cursor === undefined ? null : placeOf(cursor);
    const { found, waiting } = await directory.review.read(scope, { status, kind, order, after }, size + 1, {
      role: principal.role,
      now,
    });
    const { rows, next_cursor } = pageOf(found, size, ({ place }) => cursorOf(place));
    return { proposals: rows.map(({ shown }) => shown), waiting, next_cursor };
  },
};

function cursorOf({ at, agentId, id }: Place): string {
  return `${at}.${agentId}.${id}`;
}

function placeOf(cursor: string): Place {
  const [, at, agentId, id] = /^(\d{1,15})\.([\w-]{1,64})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (id !== undefined) return { at: Number(at), agentId, id };
  throw new Refusal("invalid_request", "fix cursor: send next_cursor of the page before");
}
