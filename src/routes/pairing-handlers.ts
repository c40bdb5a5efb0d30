// A code that lets one more device in: shown by one that is in already, and worth no more than its own right.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import { hashOfCode, newCode } from "../pairings.ts";
import { actorOf, type Handlers, tenantOf } from "./entry.ts";

export const PAIRING_HANDLERS: Handlers<"createPairing"> = {
  async createPairing(entry, request) {
    const { directory, principal, now } = entry;
    const tenant = await tenantOf(entry, request.tenant);
    const { role: own } = principal;
    const ownAgents = principal.role === "operator" ? null : principal.agents;
    const { role = own === "reader" ? "reader" : "agent", agents = ownAgents } = request;
    if (own === "reader" && role !== "reader") {
      throw new Refusal("forbidden", "nobody can grant more than they have: this token only reads");
    }
    const foreign = agents?.find((name) => ownAgents !== null && !ownAgents.includes(name));
    if (foreign !== undefined) {
      throw new Refusal(
        "forbidden",
        "nobody can grant more than they have: name agents that this token may enter",
      );
    }
    const code = newCode();
    const row = {
      id: crypto.randomUUID(),
      hash: await hashOfCode(code),
      tenantId: tenant.id,
      shownBy: actorOf(principal),
      role,
      agents: agents && [...agents],
      expiresAt: now + LIMITS.pairingMs,
    };
    const change = {
      tenantId: tenant.id,
      actor: row.shownBy,
      ts: now,
      target: `token:${row.id}`,
      detail: `offer:${role} ${JSON.stringify({ agents })}`,
    };
    return {
      reply: { code, expires_at: row.expiresAt, tenant: tenant.name, role, agents: row.agents },
      save: (answer) => directory.keep(directory.pairings.adding(row, now), change, answer),
    };
  },
};
