// Who is asking, and what they may do. Each isolate remembers what it was told for SETTINGS.tokenTrustMs, so that no
// question asks D1. What was revoked elsewhere meanwhile is refused by the objects, which are told (ending.ts), and by
// the directory, which asks afresh.

import { ROLES, type Role } from "../wire/directory.ts";
import { notLetIn, Refusal } from "../wire/errors.ts";
import { Name } from "../wire/fields.ts";
import type { AgentRow, Directory } from "./directory.ts";
import type { Grant } from "./grants.ts";
import { Recent } from "./recent.ts";
import { hashOf, looksLikeToken } from "./secrets.ts";
import { SETTINGS } from "./settings.ts";
import type { SignedTokenRules } from "./signed-token-rules.ts";
import { type Identity, looksSigned, SignedTokens } from "./signed-tokens.ts";

/** Somebody who was let in: the operator, who keeps the directory, or a token of a tenant. */
export type Principal = OperatorPrincipal | TokenPrincipal;

export interface OperatorPrincipal {
  readonly role: "operator";
}

export interface TokenPrincipal {
  readonly role: Role;
  /** `subject`: let in by a signed token. */
  readonly kind: Grant["kind"];
  /** Of the token, or of the subject: the author of what it writes. */
  readonly tokenId: string;
  readonly name: string;
  readonly tenant: Grant["tenant"];
  /** Whose signed token it is, as a hash: the same under every grant; null for any other token. */
  readonly person: string | null;
  /** Names of the agents it may enter; null means all. */
  readonly agents: readonly string[] | null;
  /** Grows when the secret is rotated: objects are told which versions have ended. */
  readonly version: number;
  /** When its right ends, null for never; nothing that it grants may outlive it. */
  readonly expiresAt: number | null;
  /** When what was sent stops opening: sooner for a signed token, and for a secret that was rotated. */
  readonly validUntil: number | null;
}

/** What was sent to be let in with. */
export interface Credential {
  readonly text: string;
  /** Of the text. */
  readonly hash: string;
  /** From a header that only Cloudflare Access writes: nothing but a signed token is believed there. */
  readonly fromAccess: boolean;
  /** The tenant that the request names; a subject may be known to several. */
  readonly tenant: string | null;
}

export class Auth {
  readonly #tokens = new Recent<Grant>(SETTINGS.tokenTrustMs, SETTINGS.remembered);
  readonly #subjects = new Recent<readonly Grant[]>(SETTINGS.tokenTrustMs, SETTINGS.remembered);
  readonly #strangers = new Recent<true>(SETTINGS.unknownTokenMs, SETTINGS.remembered);
  /**
   * From when on a secret (by its hash) or a grant (by its id) is refused; newer than what was remembered of it,
   * and kept long enough to cover also what D1 was asked before it knew.
   */
  readonly #ends = new Recent<number>(2 * SETTINGS.tokenTrustMs, SETTINGS.remembered);
  readonly #noted = new Recent<true>(SETTINGS.lastUsedEveryMs, SETTINGS.remembered);
  readonly #agents = new Recent<AgentRow>(SETTINGS.agentTrustMs, SETTINGS.remembered);
  #signed: SignedTokens | null = null;

  /**
   * The principal of a credential; missing, unknown, expired and revoked ones are refused alike.
   * `later` takes work that may outlast the reply; `afresh`: what is remembered counts only while D1 fails.
   */
  async admit(
    credential: Credential | null,
    rules: SignedTokenRules | null,
    directory: Directory,
    now: number,
    later: (work: Promise<unknown>) => void,
    afresh: boolean,
  ): Promise<TokenPrincipal> {
    const grant = credential && (await this.#grantOf(credential, rules, directory, now, afresh));
    if (!grant || !this.#isOpen(grant, now)) throw unauthorized();
    if (credential.tenant !== null && credential.tenant !== grant.tenant.name) throw noSuchTenant();
    this.#noteUse(grant, directory, now, later);
    const { role, kind, id, name, tenant, agents, expiresAt, validUntil, person = null } = grant;
    const version = grant.rotatedAt ?? 0;
    return { role, kind, tokenId: id, version, name, tenant, person, agents, expiresAt, validUntil };
  }

  /** True where D1 need not be asked: for a token known a moment ago, and for what shows by itself whether it is good. */
  recognises({ text, hash, fromAccess }: Credential, now: number): boolean {
    if (fromAccess || !looksLikeToken(text)) return true;
    return this.#tokens.get(hash, now) !== undefined;
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
    const known = this.#agents.get(place, now);
    const agent = known ?? (await directory.agentNamed(principal.tenant.id, name));
    if (!known && agent) this.#agents.set(place, agent, now);
    if (!mayEnter || !agent) throw noSuchAgent();
    return agent;
  }

  /** Makes this isolate refuse a token's secret (by its hash) or a grant (by its id) from `at` on. */
  end(which: string, at: number, now: number): void {
    this.#ends.set(which, at, now);
  }

  async #grantOf(
    { text, hash, fromAccess, tenant }: Credential,
    rules: SignedTokenRules | null,
    directory: Directory,
    now: number,
    afresh: boolean,
  ): Promise<Grant | null> {
    if (!fromAccess && looksLikeToken(text)) return this.#tokenOf(hash, directory, now, afresh);
    if (!rules || !looksSigned(text)) return null;
    if (this.#signed?.rules !== rules) this.#signed = new SignedTokens(rules);
    const identity = await this.#signed.identify(text, now).catch((error: unknown) => {
      throw error instanceof Refusal ? error : unauthorized(error);
    });
    const grants = await this.#subjectsOf(identity, directory, now, afresh);
    const grant = chosen(
      grants.filter((one) => this.#isOpen(one, now)),
      tenant,
    );
    if (!grant) return null;
    const person = await hashOf(JSON.stringify([identity.issuer, identity.sub]));
    return { ...grant, person, validUntil: earliest(identity.validUntil, grant.expiresAt) };
  }

  async #tokenOf(hash: string, directory: Directory, now: number, afresh: boolean): Promise<Grant | null> {
    const grant = await this.#told(this.#tokens, hash, () => directory.grants.ofToken(hash), now, afresh);
    if (!grant) return null;
    // Looked up after D1 has answered: the secret may have been rotated here meanwhile.
    return { ...grant, validUntil: earliest(grant.validUntil, this.#ends.get(hash, now) ?? null) };
  }

  async #subjectsOf(
    identity: Identity,
    directory: Directory,
    now: number,
    afresh: boolean,
  ): Promise<readonly Grant[]> {
    const { issuer, sub, email } = identity;
    const key = JSON.stringify([issuer, sub, email]);
    const ask = async () => {
      const grants = await directory.grants.ofSubject(issuer, sub, email);
      return grants.length > 0 ? grants : undefined;
    };
    return (await this.#told(this.#subjects, key, ask, now, afresh)) ?? [];
  }

  /** What the directory says or said a short while ago. Reading what is remembered does not make it last longer. */
  async #told<T>(
    memory: Recent<T>,
    key: string,
    ask: () => Promise<T | undefined>,
    now: number,
    afresh: boolean,
  ): Promise<T | undefined> {
    const known = memory.get(key, now);
    if ((known !== undefined && !afresh) || this.#strangers.get(key, now)) return known;
    try {
      const told = await ask();
      if (told === undefined) this.#strangers.set(key, true, now);
      else memory.set(key, told, now);
      return told;
    } catch (error) {
      if (known === undefined) throw error;
      return known;
    }
  }

  #isOpen({ id, revokedAt, expiresAt, validUntil }: Grant, now: number): boolean {
    const until = earliest(earliest(expiresAt, validUntil), this.#ends.get(id, now) ?? null);
    return revokedAt === null && (until === null || now < until);
  }

  #noteUse(grant: Grant, directory: Directory, now: number, later: (work: Promise<unknown>) => void): void {
    if (this.#noted.get(grant.id, now)) return;
    this.#noted.set(grant.id, true, now);
    if (now - (grant.lastUsedAt ?? 0) < SETTINGS.lastUsedEveryMs) return;
    // A lost note of use harms nobody, and the next minute brings another.
    later(directory.grants.noteUse(grant, now).catch(() => undefined));
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

/** Refuses a token that is limited to some agents what concerns the whole tenant. */
export function requireWholeTenant(principal: Principal): void {
  if (principal.role === "operator" || principal.agents === null) return;
  throw new Refusal(
    "forbidden",
    "this token is limited to some agents: use an owner's token without such a limit",
  );
}

export function noSuchTenant(): Refusal {
  return new Refusal("not_found", "no such tenant: check its name and your token");
}

/** The one of the named tenant. Where several tenants know a subject, the request must say which it means. */
function chosen(grants: readonly Grant[], tenant: string | null): Grant | null {
  const [first, ...others] = grants;
  if (tenant !== null) return grants.find((one) => one.tenant.name === tenant) ?? first ?? null;
  if (others.some((one) => one.tenant.id !== first.tenant.id)) {
    throw new Refusal(
      "invalid_request",
      "several tenants let you in: name the one you mean in the header EdgeBrain-Tenant",
    );
  }
  return first ?? null;
}

function rankOf(role: Role | "operator"): number {
  return role === "operator" ? ROLES.length : ROLES.indexOf(role);
}

function earliest(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other < one) ? other : one;
}

/** `cause` is for our log. */
function unauthorized(cause?: unknown): Refusal {
  const refusal = notLetIn();
  refusal.cause = cause;
  return refusal;
}

function noSuchAgent(): Refusal {
  return new Refusal("not_found", "no such agent: check its name and your token");
}
