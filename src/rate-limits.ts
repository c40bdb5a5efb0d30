// How fast somebody may ask: a guard against floods, not an account. The platform's rate limiting where it is bound,
// otherwise buckets in this isolate; each isolate then has its own, so what is admitted grows with their number.

import { Refusal } from "../wire/errors.ts";
import { Buckets } from "./buckets.ts";
import { Recent } from "./recent.ts";
import { SETTINGS } from "./settings.ts";
import { numberOf } from "./variables.ts";

export type Pace = "reads" | "writes" | "sign_ins";

type Variables = Pick<
  Cloudflare.Env,
  | "RATE_LIMITS"
  | "READS_PER_MINUTE"
  | "WRITES_PER_MINUTE"
  | "SIGN_IN_FAILURES_PER_MINUTE"
  | "READ_LIMITER"
  | "WRITE_LIMITER"
  | "SIGN_IN_LIMITER"
>;

const PACES = {
  reads: {
    limiter: "READ_LIMITER",
    variable: "READS_PER_MINUTE",
    sentence: "this token reads too fast",
  },
  writes: {
    limiter: "WRITE_LIMITER",
    variable: "WRITES_PER_MINUTE",
    sentence: "this token writes too fast",
  },
  sign_ins: {
    limiter: "SIGN_IN_LIMITER",
    variable: "SIGN_IN_FAILURES_PER_MINUTE",
    sentence: "too many invalid tokens came from this address",
  },
} as const;

export class RateLimits {
  readonly #buckets = new Buckets(SETTINGS.remembered);
  /** Addresses whose tokens are not looked up for a while, with the time when that ends. */
  readonly #heldOff = new Recent<number>(SETTINGS.rateWindowMs, SETTINGS.remembered);

  /** Refuses a token that reads or writes too fast: `rate_limited` with the seconds to wait. */
  async requirePace(env: Variables, pace: "reads" | "writes", tokenId: string, now: number): Promise<void> {
    const seconds = await this.#take(env, pace, tokenId, now);
    if (seconds > 0) throw tooFast(pace, seconds);
  }

  /** Refuses an address that failed too often, before anything is looked up for it. Without an address nobody is. */
  requireGoodName(address: string | null, now: number): void {
    const until = address === null ? undefined : this.#heldOff.get(address, now);
    if (until !== undefined) throw tooFast("sign_ins", Math.ceil((until - now) / 1000));
  }

  /** Notes that somebody from there was not let in; refuses when it was once too often. */
  async signInFailed(env: Variables, address: string | null, now: number): Promise<void> {
    if (address === null) return;
    const seconds = await this.#take(env, "sign_ins", address, now);
    if (seconds === 0) return;
    this.#heldOff.set(address, now + SETTINGS.rateWindowMs, now);
    throw tooFast("sign_ins", Math.ceil(SETTINGS.rateWindowMs / 1000));
  }

  /** Counts one; returns the seconds until the next is admitted, 0 for now. */
  async #take(env: Variables, pace: Pace, who: string, now: number): Promise<number> {
    if (isOff(env)) return 0;
    const limiter = env[PACES[pace].limiter];
    const key = `${pace} ${who}`;
    if (!limiter) return this.#buckets.take(key, perMinute(env, pace), now);
    const { success } = await limiter.limit({ key });
    // The platform does not say when its window ends.
    return success ? 0 : Math.ceil(SETTINGS.rateWindowMs / 1000);
  }
}

/** Refuses variables that are wrong: `not_configured`. */
export function requireRateVariables(env: Variables): void {
  isOff(env);
  for (const pace of Object.keys(PACES) as Pace[]) perMinute(env, pace);
}

function isOff({ RATE_LIMITS: choice = "on" }: Variables): boolean {
  if (choice === "on" || choice === "off") return choice === "off";
  throw new Refusal("not_configured", 'set the variable RATE_LIMITS to "on" or "off"');
}

function perMinute(env: Variables, pace: Pace): number {
  return numberOf(env, PACES[pace].variable, SETTINGS.perMinute[pace], 1);
}

function tooFast(pace: Pace, seconds: number): Refusal {
  return new Refusal("rate_limited", `${PACES[pace].sentence}: wait ${seconds} s, then go on more slowly`, {
    retry_after_s: seconds,
  });
}
