// Signed tokens (JWT): who an issuer says that the sender is. Signature, algorithm, issuer, audience and times are
// checked before anything in a token is believed.

import { createLocalJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { LIMITS } from "../wire/limits.ts";
import type { SignedTokenRules } from "./signed-token-rules.ts";
import { publishedKeys } from "./signing-keys.ts";

/** Somebody whom the issuer vouches for. */
export interface Identity {
  readonly issuer: string;
  readonly sub: string;
  /** In lower case; null when there is none that the issuer has verified. */
  readonly email: string | null;
  /** When the token stops being valid, milliseconds since 1970. */
  readonly validUntil: number;
}

/** Three parts of base64url, which no token of ours has. */
export function looksSigned(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}

export class SignedTokens {
  readonly rules: SignedTokenRules;
  readonly #keys: JWTVerifyGetKey;

  constructor(rules: SignedTokenRules) {
    this.rules = rules;
    this.#keys = rules.keys instanceof URL ? publishedKeys(rules.keys) : createLocalJWKSet(rules.keys);
  }

  /** Who sends this token. Throws `unavailable` when its key can't be known now, jose's errors when it is not valid. */
  async identify(token: string, now: number): Promise<Identity> {
    if (token.length > LIMITS.signedToken) throw new errors.JWTInvalid();
    const { issuer, audiences, algorithms, toleranceSeconds } = this.rules;
    const { payload } = await jwtVerify(token, this.#keys, {
      issuer,
      audience: [...audiences],
      algorithms: [...algorithms],
      clockTolerance: toleranceSeconds,
      requiredClaims: ["sub", "exp"],
      currentDate: new Date(now),
    });
    const { sub, exp } = payload;
    if (typeof sub !== "string" || sub === "" || exp === undefined) throw new errors.JWTInvalid();
    return {
      issuer,
      sub,
      email: this.#emailOf(payload),
      validUntil: (exp + toleranceSeconds) * 1_000,
    };
  }

  /** Anybody can write any address into an account: one counts only when the issuer says that it looked. */
  #emailOf({ email, email_verified: verified }: JWTPayload): string | null {
    if (typeof email !== "string" || email === "") return null;
    const isVerified = this.rules.isAccess ? verified !== false : verified === true;
    return isVerified ? email.toLowerCase() : null;
  }
}
