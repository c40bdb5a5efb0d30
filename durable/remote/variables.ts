// Reading the variables of a deployment: each is checked where it is read, and what is wrong is refused with its name,
// what was found and what may stand there. Secrets and addresses are never shown.

import { Refusal } from "../../wire/errors.ts";

/** Names of variables that a kind of variables has. */
type Name<Variables> = keyof Variables & string;

/** The value without spaces around it; undefined where it is not set or empty. */
export function textOf<Variables extends object>(
  variables: Variables,
  name: Name<Variables>,
): string | undefined {
  const value: unknown = variables[name];
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw notConfigured(`${name} has to be a text`);
  return value.trim() || undefined;
}

export function wholeNumberOf<Variables extends object>(
  variables: Variables,
  name: Name<Variables>,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const text = textOf(variables, name);
  if (text === undefined) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  throw wrong(name, text, `a whole number ${range}`);
}

/** A base address with a path such as `/embeddings` below it. */
export function addressBelow(name: string, base: string, path: string): string {
  const url = URL.parse(base);
  const allowed =
    "an address such as https://api.example.com/v1, without user, password, question mark or hash";
  if (!url || url.username || url.password || base.includes("?") || base.includes("#")) {
    throw notConfigured(`${name} has to be ${allowed}`);
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw notConfigured(`${name} has to begin with https://: only on this machine itself http:// will do`);
  }
  const bare = url.pathname.replace(/\/+$/, "");
  url.pathname = bare.endsWith(path) ? bare : `${bare}${path}`;
  return url.href;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The key, which is never shown: not even when it is wrong. */
export function keyOf<Variables extends object>(
  variables: Variables,
  name: Name<Variables>,
): string | undefined {
  const key = textOf(variables, name);
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw notConfigured(`the secret ${name} has to be one word of ASCII: put it again without line breaks`);
  }
  return key;
}

/** The name of a model at a service. */
export function modelNameOf<Variables extends object>(
  variables: Variables,
  name: Name<Variables>,
): string | undefined {
  const model = textOf(variables, name);
  if (model !== undefined && !/^[\w@][\w./:@+-]{0,149}$/.test(model)) {
    throw wrong(name, model, "a name of at most 150 letters, digits and . / : @ + - _");
  }
  return model;
}

export function wrong(name: string, found: string, allowed: string): Refusal {
  return notConfigured(`${name} is ${shown(found)}: set it to ${allowed}, or leave it out`);
}

export function notConfigured(message: string): Refusal {
  return new Refusal("not_configured", message);
}

export function shown(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
