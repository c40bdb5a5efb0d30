// Which signed tokens are trusted, read from the Worker's variables. Half a configuration, or one that would trust
// an algorithm that proves nothing, is refused as a whole, so that it shows on the first request.

import type { JSONWebKeySet } from "jose";
import { Refusal } from "../wire/errors.ts";
import { SETTINGS } from "./settings.ts";

export interface SignedTokenRules {
  readonly issuer: string;
  /** One of them must be meant. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  /** How far the issuer's clock may be off. */
  readonly toleranceSeconds: number;
  /** The issuer is Cloudflare Access: its own header is read, and the e-mails it names are verified ones. */
  readonly isAccess: boolean;
  /** Where the issuer publishes its keys, or the keys themselves. */
  readonly keys: URL | JSONWebKeySet;
}

/** Signatures with a private key only: with HMAC whoever can check a token could make one, and `none` checks nothing. */
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
const DEFAULT_ALGORITHMS = ["RS256", "ES256", "EdDSA"];
/** Members of a key that only its owner may know. */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

const VARIABLES = [
  "JWT_ISSUER",
  "JWT_AUDIENCE",
  "JWT_JWKS_URL",
  "JWT_JWKS",
  "JWT_ALGORITHMS",
  "JWT_CLOCK_TOLERANCE_SECONDS",
  "JWT_CLOUDFLARE_ACCESS",
] as const;

let latest: { readonly text: string; readonly rules: SignedTokenRules | null } | undefined;

/** The rules; null when no variable of them is set. The same variables give the same object. Throws `not_configured`. */
export function signedTokenRulesOf(env: Cloudflare.Env): SignedTokenRules | null {
  const values = VARIABLES.map((name) => env[name]?.trim() ?? "");
  const text = JSON.stringify(values);
  if (latest?.text !== text) latest = { text, rules: values.every((value) => value === "") ? null : read() };
  return latest.rules;

  function read(): SignedTokenRules {
    const [issuer, audience, url, keys, algorithms, tolerance, access] = values;
    if (issuer === "") throw misconfigured("JWT_ISSUER", "set it to what the tokens' `iss` says");
    const audiences = listOf(audience);
    if (audiences.length === 0) throw misconfigured("JWT_AUDIENCE", "set it to what the tokens' `aud` says");
    return {
      issuer,
      audiences,
      algorithms: algorithmsOf(algorithms),
      toleranceSeconds: toleranceOf(tolerance),
      isAccess: isOn("JWT_CLOUDFLARE_ACCESS", access),
      keys: keysOf(url, keys),
    };
  }
}

function algorithmsOf(text: string): readonly string[] {
  const algorithms = text === "" ? DEFAULT_ALGORITHMS : listOf(text);
  const bad = algorithms.find((one) => !ALGORITHMS.includes(one));
  if (bad !== undefined || algorithms.length === 0) {
    throw misconfigured("JWT_ALGORITHMS", `name some of ${ALGORITHMS.join(", ")}, separated by commas`);
  }
  return algorithms;
}

function toleranceOf(text: string): number {
  const most = SETTINGS.clockToleranceMostSeconds;
  const seconds = text === "" ? 0 : Number(text);
  if (/^\d*$/.test(text) && seconds <= most) return seconds;
  throw misconfigured("JWT_CLOCK_TOLERANCE_SECONDS", `set it to a whole number from 0 to ${most}`);
}

function isOn(name: string, text: string): boolean {
  if (text === "" || text === "off") return false;
  if (text === "on") return true;
  throw misconfigured(name, "set it to on or off");
}

function keysOf(url: string, keys: string): URL | JSONWebKeySet {
  if ((url === "") === (keys === "")) {
    throw misconfigured("JWT_JWKS_URL", "set either it, to where the issuer publishes its keys, or JWT_JWKS");
  }
  return keys === "" ? addressOf(url) : keySetOf(keys);
}

function addressOf(text: string): URL {
  const url = URL.parse(text);
  const isLoopback = url !== null && /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname);
  if (url?.protocol === "https:" || (isLoopback && url.protocol === "http:")) return url;
  throw misconfigured("JWT_JWKS_URL", "set it to an https:// address (http:// only on loopback)");
}

function keySetOf(text: string): JSONWebKeySet {
  const set = jsonOf(text) as { keys?: unknown } | undefined;
  const keys = Array.isArray(set?.keys) ? (set.keys as unknown[]) : [];
  const isPublic = (key: unknown) =>
    typeof key === "object" && key !== null && !PRIVATE_MEMBERS.some((member) => member in key);
  if (keys.length > 0 && keys.every(isPublic)) return set as JSONWebKeySet;
  throw misconfigured("JWT_JWKS", 'set it to a key set in JSON, {"keys": […]}, with public keys only');
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function misconfigured(variable: string, advice: string): Refusal {
  return new Refusal("not_configured", `signed tokens are half configured: ${variable} is no use, ${advice}`);
}
