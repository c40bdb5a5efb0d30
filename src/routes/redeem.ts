// A pairing code becomes a token, once. Whoever sends one needs no other right, so guesses count as failures to sign in.

import type { Context } from "hono";
import { DIRECTORY_ENDPOINTS } from "../../wire/directory-endpoints.ts";
import { Refusal } from "../../wire/errors.ts";
import type { Directory } from "../directory.ts";
import { directoryOf } from "../enter.ts";
import type { Environment } from "../environment.ts";
import type { TokenRow } from "../grants.ts";
import { networkOf } from "../network.ts";
import { hashOfCode, type PairingRow } from "../pairings.ts";
import { parsed } from "../parsed.ts";
import { inputOf } from "../request.ts";
import { hashOf, newToken } from "../secrets.ts";
import { tokenReply } from "./token-handlers.ts";

const { request: RedeemRequest, status } = DIRECTORY_ENDPOINTS.redeemPairing;

export async function redeem(c: Context<Environment>): Promise<Response> {
  const now = Date.now();
  const network = networkOf(c.req.header("cf-connecting-ip"));
  c.get("rates").requireGoodName(network, now);
  const { code, name } = parsed(RedeemRequest, await inputOf(c, RedeemRequest));
  const directory = directoryOf(c.env);
  const pairing = await directory.pairings.open(await hashOfCode(code), now);
  const end = pairing && (await endOf(directory, pairing, now));
  if (!pairing || end === undefined) {
    await c.get("rates").signInFailed(c.env, network, now);
    throw noSuchCode();
  }
  const token = newToken();
  const row: TokenRow = {
    id: pairing.id,
    hash: await hashOf(token),
    tenantId: pairing.tenantId,
    name,
    role: pairing.role,
    agents: pairing.agents,
    createdAt: now,
    expiresAt: end,
    revokedAt: null,
    lastUsedAt: null,
    rotatedAt: null,
    previousHash: null,
    previousUntil: null,
  };
  const entry = {
    tenantId: pairing.tenantId,
    actor: pairing.shownBy,
    ts: now,
    target: `token:${row.id}`,
    detail: `create:${row.role} ${JSON.stringify({ agents: row.agents, expires_at: end })}`,
  };
  const changes = [directory.grants.addingToken(row), directory.pairings.removing(pairing)];
  await directory.keep(changes, entry, null).catch((error: unknown) => {
    // Somebody else sent the code a moment before.
    throw error instanceof Refusal && error.code === "name_taken" ? noSuchCode() : error;
  });
  return c.json(tokenReply(row, pairing.tenant, token), status);
}

/** When the token has to end, null for never: with the right of who showed the code. Undefined where that is over. */
async function endOf(
  directory: Directory,
  pairing: PairingRow,
  now: number,
): Promise<number | null | undefined> {
  const { grants } = directory;
  const { shownBy, tenantId } = pairing;
  if (shownBy === "operator") return null;
  const grant = (await grants.token(shownBy, tenantId)) ?? (await grants.subject(shownBy, tenantId));
  if (!grant || grant.revokedAt !== null) return undefined;
  return grant.expiresAt === null || grant.expiresAt > now ? grant.expiresAt : undefined;
}

function noSuchCode(): Refusal {
  return new Refusal(
    "not_found",
    "no such pairing code: it was mistyped, used, replaced or is over; show a new one on the first device",
  );
}
