// What handlers of the directory work with, and what several of them ask: which tenant, which page, may this be granted.

import type { MeterClient } from "../../meter/meter-client.ts";
import type {
  DIRECTORY_ENDPOINTS,
  DirectoryEndpoint,
  DirectoryEndpointName,
  DirectoryReplyOf,
  DirectoryRequestOf,
} from "../../wire/directory-endpoints.ts";
import { Refusal } from "../../wire/errors.ts";
import { type Auth, noSuchTenant, type Principal } from "../auth.ts";
import type { TenantRow } from "../directory.ts";
import type { Visit } from "../enter.ts";
import type { After } from "../grants.ts";
import type { Written } from "../once.ts";
import { SETTINGS } from "../settings.ts";

export type Entry = Omit<Visit, "bearer"> & {
  readonly auth: Auth;
  readonly meter: MeterClient;
  /** Objects of agents, which are told of grants that end. */
  readonly brains: DurableObjectNamespace;
};

/** Endpoints of the directory that somebody must be let in to. */
export type ClosedEndpointName = Exclude<DirectoryEndpointName, "redeemPairing">;

export interface ClosedEndpoint extends DirectoryEndpoint {
  readonly who: Exclude<DirectoryEndpoint["who"], "anyone">;
}

export type Handlers<Names extends DirectoryEndpointName> = {
  readonly [Name in Names]: (
    entry: Entry,
    request: DirectoryRequestOf<Name>,
  ) => Promise<
    (typeof DIRECTORY_ENDPOINTS)[Name]["writes"] extends true
      ? Written<DirectoryReplyOf<Name>>
      : DirectoryReplyOf<Name>
  >;
};

/** The tenant a request is about: an operator names it, a token brings it. Another's is as unknown as none. */
export async function tenantOf(
  { principal, directory, tenantNamed }: Entry,
  inRequest?: string,
): Promise<Pick<TenantRow, "id" | "name" | "budget">> {
  if (tenantNamed !== null && inRequest !== undefined && tenantNamed !== inRequest) {
    throw new Refusal(
      "invalid_request",
      "the header EdgeBrain-Tenant and the request name different tenants: name one",
    );
  }
  const name = inRequest ?? tenantNamed;
  if (principal.role !== "operator" && (name === null || name === principal.tenant.name)) {
    return principal.tenant;
  }
  if (name === null) {
    throw new Refusal("invalid_request", "name the tenant: an operator has none of its own");
  }
  const tenant = principal.role === "operator" ? await directory.tenantNamed(name) : undefined;
  if (!tenant) throw noSuchTenant();
  return tenant;
}

/** The tenant whose things alone the principal may touch by their id; null for an operator, who may touch all. */
export function ownTenantOf(principal: Principal): string | null {
  return principal.role === "operator" ? null : principal.tenant.id;
}

/** Who did it, as the audit chain names it. */
export function actorOf(principal: Principal): string {
  return principal.role === "operator" ? "operator" : principal.tokenId;
}

/** Refuses to grant what has ended already, or would outlast the right of the one who grants it. */
export function requireLife(principal: Principal, expiresAt: number | null, now: number): void {
  if (expiresAt !== null && expiresAt <= now) {
    throw new Refusal("invalid_request", "expires_at lies in the past: send milliseconds since 1970");
  }
  if (principal.role !== "operator" && (expiresAt ?? Infinity) > (principal.expiresAt ?? Infinity)) {
    throw new Refusal(
      "forbidden",
      "nobody can grant more time than they have: it must end before the token that grants it",
    );
  }
}

/** One page out of rows of which one too many was asked for. */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  cursorAfter: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly next_cursor: string | null } {
  const page = rows.slice(0, size);
  return { rows: page, next_cursor: rows.length > size ? cursorAfter(page[size - 1]) : null };
}

export function sizeOf(limit: unknown): number {
  return Number(limit ?? SETTINGS.pageSize);
}

/** The cursor of lists that are ordered by time, and back. */
export function timeCursor({ createdAt, id }: After): string {
  return `${createdAt}.${id}`;
}

export function afterOf(cursor: string | undefined): After | undefined {
  if (cursor === undefined) return undefined;
  const [, createdAt, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (id === undefined) {
    throw new Refusal("invalid_request", "fix cursor: send next_cursor of the page before");
  }
  return { createdAt: Number(createdAt), id };
}
