// Who is asking, and what they may do. Each isolate remembers tokens for SETTINGS.tokenTrustMs, so a revoked token
// is served at most that long by other isolates, and never again by the one that revoked it.

import { ROLES, type Role } from "../wire/directory.ts";
import { Refusal } from "../wire/errors.ts";
import { Name } from "../wire/fields.ts";
import type { AgentRow, Directory, Ticket } from "./directory.ts";
import { Recent } from "./recent.ts";
import { hashOf, looksLikeToken } from "./secrets.ts";
import { SETTINGS } from "./settings.ts";

/** Somebody who was let in: the operator, who keeps the directory, or a token of a tenant. */
export type Principal = OperatorPrincipal | TokenPrincipal;

export interface OperatorPrincipal {
  readonly role: "operator";
}

export interface TokenPrincipal {
  readonly role: Role;
  readonly tokenId: string;
  readonly tenant: { readonly id: string; readonly name: string };
  /** Names of the agents it may enter; null means all. */
  readonly agents: readonly string[] | null;
  readonly expiresAt: number | null;
}

interface Known {
  readonly ticket: Ticket;
  usedAt: number;
}

export class Auth {
  readonly #known = new Recent<Known>(SETTINGS.tokenTrustMs, SETTINGS.remembered);
  readonly #unknown = new Recent<true>(SETTINGS.unknownTokenMs, SETTINGS.remembered);
  readonly #agents = new Recent<AgentRow>(SETTINGS.agentTrustMs, SETTINGS.remembered);

  /**
   * The principal of a token; missing, unknown, expired and revoked tokens are refused alike.
   * `later` takes work that may outlast the reply.
   */
  async admit(
    bearer: string | null,
    directory: Directory,
    now: number,
    later: (work: Promise<unknown>) => void,
  ): Promise<TokenPrincipal> {
    const known =
      bearer !== null && looksLikeToken(bearer)
        ? await this.#lookUp(await hashOf(bearer), directory, now)
        : null;
    if (!known || !isValid(known.ticket, now)) throw unauthorized();
    if (now - known.usedAt >= SETTINGS.lastUsedEveryMs) {
      known.usedAt = now;
      // A lost note of use harms nobody, and the next minute brings another.
      later(directory.noteUse(known.ticket.id, now).catch(() => undefined));
    }
    const { id, tenantId, tenant, role, agents, expiresAt } = known.ticket;
    return { role, tokenId: id, tenant: { id: tenantId, name: tenant }, agents, expiresAt };
  }

  /** The agent of that name if the principal may enter it; unknown, foreign and unlisted agents are refused alike. */
  async agentFor(
    principal: TokenPrincipal,
    name: string,
    directory: Directory,
    now: number,
  ): Promise<AgentRow> {
    if (!Name.safeParse(name).success) throw noSuchAgent();
    const mayEnter = principal.agents === null || principal.agents.includes(name);
    const place = `${principal.tenant.id}/${name}`;
    const agent = this.#agents.get(place, now) ?? (await directory.agentNamed(principal.tenant.id, name));
    if (!mayEnter || !agent) throw noSuchAgent();
    this.#agents.set(place, agent, now);
    return agent;
  }

  /** Makes this isolate turn the token away from now on. */
  forget(ticket: Ticket, now: number): void {
    this.#known.set(ticket.hash, { ticket, usedAt: now }, now);
  }

  async #lookUp(hash: string, directory: Directory, now: number): Promise<Known | null> {
    const known = this.#known.get(hash, now);
    if (known) return known;
    if (this.#unknown.get(hash, now)) return null;
    const ticket = await directory.ticket(hash);
    if (!ticket) {
      this.#unknown.set(hash, true, now);
      return null;
    }
    // The token may have been revoked here while D1 was answering: what is known by now is newer.
    const newer = this.#known.get(hash, now);
    if (newer) return newer;
    const found = { ticket, usedAt: ticket.lastUsedAt ?? 0 };
    this.#known.set(hash, found, now);
    return found;
  }
}

/** Refuses a principal whose role is below the one needed. */
export function requireRole(principal: Principal, needed: Role | "operator"): void {
  if (rankOf(principal.role) < rankOf(needed)) {
    throw new Refusal("forbidden", `this needs the role ${needed}, and the token has ${principal.role}`);
  }
}

/** Narrows to a tenant's token: what is in a tenant's memories is none of the operator's business. */
export function requireTenantToken(principal: Principal): TokenPrincipal {
  if (principal.role !== "operator") return principal;
  throw new Refusal(
    "forbidden",
    "the operator keeps tenants, agents and tokens: enter an agent with a token of its tenant",
  );
}

function rankOf(role: Role | "operator"): number {
  return role === "operator" ? ROLES.length : ROLES.indexOf(role);
}

function isValid({ revokedAt, expiresAt }: Ticket, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}

function unauthorized(): Refusal {
  return new Refusal(
    "unauthorized",
    "the token is missing or not valid: send a valid one as Authorization: Bearer",
  );
}

function noSuchAgent(): Refusal {
  return new Refusal("not_found", "no such agent: check its name and your token");
}
