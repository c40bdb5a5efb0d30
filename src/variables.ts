// Numbers that an operator sets as variables of the Worker; a wrong one is said, never guessed at.

import { Refusal } from "../wire/errors.ts";

/** The whole number of a variable, or the default where it is not set. Refuses any other value: `not_configured`. */
export function numberOf<Name extends keyof Cloudflare.Env>(
  env: { readonly [Key in Name]?: unknown },
  name: Name,
  otherwise: number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const value = env[name];
  if (value === undefined) return otherwise;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  throw new Refusal("not_configured", `set the variable ${name} to a whole number ${range}, or leave it out`);
}
