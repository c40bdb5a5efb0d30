// The entrance: from a request to somebody who may be here.

import type { Context } from "hono";
import { auditKeyFrom } from "../audit/key.ts";
import { Refusal } from "../wire/errors.ts";
import type { Auth, Credential, Principal } from "./auth.ts";
import { Directory } from "./directory.ts";
import type { Environment } from "./environment.ts";
import { meterPauseOf } from "./metering.ts";
import { networkOf } from "./network.ts";
import { requireRateVariables } from "./rate-limits.ts";
import { hashOf, sameHash } from "./secrets.ts";
import { SETTINGS } from "./settings.ts";
import { type SignedTokenRules, signedTokenRulesOf } from "./signed-token-rules.ts";

export interface Visit {
  readonly principal: Principal;
  /** The token as it was sent. */
  readonly bearer: string;
  /** The tenant that the header EdgeBrain-Tenant names; of a token, its own. */
  readonly tenantNamed: string | null;
  readonly directory: Directory;
  readonly signedTokens: SignedTokenRules | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Configuration {
  readonly operatorToken: string;
  readonly signedTokens: SignedTokenRules | null;
}

/**
 * Lets the caller in, or refuses: `unauthorized`, `unavailable` when D1 fails, `not_configured` without an operator.
 * `afresh`: D1 is asked although the caller is remembered, by whoever asks D1 anyway.
 */
export async function enter(
  c: Context<Environment>,
  auth: Auth,
  { afresh = false }: { readonly afresh?: boolean } = {},
): Promise<Visit> {
  const { operatorToken, signedTokens } = configurationOf(c.env);
  const credential = await credentialOf(c, signedTokens);
  const directory = directoryOf(c.env);
  const now = Date.now();
  const visit = {
    bearer: credential?.text ?? "",
    tenantNamed: credential?.tenant ?? null,
    directory,
    signedTokens,
    now,
  };
  if (credential && !credential.fromAccess && sameHash(credential.hash, await operatorHash(operatorToken))) {
    c.set("actor", "operator");
    return { ...visit, principal: { role: "operator" } };
  }
  const later = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const admit = () => auth.admit(credential, signedTokens, directory, now, later, afresh);
  const principal = credential ? await signIn(c, auth, credential, now, admit) : await admit();
  c.set("actor", principal.tokenId);
  c.set("tenantId", principal.tenant.id);
  return { ...visit, principal };
}

export function directoryOf(env: Cloudflare.Env): Directory {
  const { operatorToken } = configurationOf(env);
  return new Directory(env.DB, () => auditKeyFrom(env.AUDIT_KEY, operatorToken));
}

/** Admits somebody, unless too many strangers came from the same address a short while ago. */
async function signIn<T>(
  c: Context<Environment>,
  auth: Auth,
  credential: Credential,
  now: number,
  admit: () => Promise<T>,
): Promise<T> {
  const rates = c.get("rates");
  const network = networkOf(c.req.header("cf-connecting-ip"));
  if (!auth.recognises(credential, now)) rates.requireGoodName(network, now);
  try {
    return await admit();
  } catch (error) {
    const isStranger = error instanceof Refusal && error.code === "unauthorized";
    if (isStranger) await rates.signInFailed(c.env, network, now);
    throw error;
  }
}

/** What the Worker needs to serve anybody; refuses with what is to be set. */
export function configurationOf(env: Cloudflare.Env): Configuration {
  const configuration = { operatorToken: operatorTokenOf(env), signedTokens: signedTokenRulesOf(env) };
  requireRateVariables(env);
  meterPauseOf(env);
  return configuration;
}

/** The operator's token; a Worker without a good one serves nobody. */
function operatorTokenOf(env: Cloudflare.Env): string {
  const token = env.OPERATOR_TOKEN;
  if (token !== undefined && token.length >= SETTINGS.operatorTokenLength) return token;
  throw new Refusal(
    "not_configured",
    `set the secret OPERATOR_TOKEN to at least ${SETTINGS.operatorTokenLength} random characters: wrangler secret put OPERATOR_TOKEN`,
  );
}

/** Of the operator's token as it was last seen, which is hashed once. */
let operator: { readonly token: string; readonly hash: string } | undefined;

async function operatorHash(token: string): Promise<string> {
  if (operator?.token !== token) operator = { token, hash: await hashOf(token) };
  return operator.hash;
}

/** `Authorization` decides where it is sent; only without it, and where it is configured, what Cloudflare Access adds. */
async function credentialOf(
  c: Context<Environment>,
  rules: SignedTokenRules | null,
): Promise<Credential | null> {
  const tenant = c.req.header("edgebrain-tenant") ?? null;
  const authorization = c.req.header("authorization");
  const assertion = rules?.isAccess ? c.req.header("cf-access-jwt-assertion") : undefined;
  if (authorization === undefined && assertion !== undefined) {
    return { text: assertion, hash: await hashOf(assertion), fromAccess: true, tenant };
  }
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  if (bearer === undefined) return null;
  return { text: bearer, hash: await hashOf(bearer), fromAccess: false, tenant };
}
