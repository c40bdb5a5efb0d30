// The token, from the first of: the file that EDGEBRAIN_TOKEN_FILE names, EDGEBRAIN_TOKEN, the
// options token and tokenFile.
// A rung that is set and can't be used ends the search: no other credential is ever sent in its place.

import fs from "node:fs";
import path from "node:path";
import type { SecretReference } from "./option.ts";

export const TOKEN_FILE_VARIABLE = "EDGEBRAIN_TOKEN_FILE";
export const TOKEN_VARIABLE = "EDGEBRAIN_TOKEN";

export type TokenState =
  | { readonly value: string; readonly problem: null }
  | { readonly value: null; readonly problem: string };

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of a file that only its owner can read; throws with a reason otherwise. */
  readonly readOwnersFile: (file: string) => string;
}

export const PROCESS: Surroundings = { environment: process.env, readOwnersFile };

export function tokenFrom(
  { token: configured, tokenFile }: { token: string | SecretReference | null; tokenFile: string | null },
  { environment, readOwnersFile: read }: Surroundings,
): TokenState {
  const file = environment[TOKEN_FILE_VARIABLE]?.trim();
  if (file) return fromFile(file, TOKEN_FILE_VARIABLE, read);
  const variable = environment[TOKEN_VARIABLE]?.trim();
  if (variable) return checked(variable, TOKEN_VARIABLE);
  if (configured === null && tokenFile !== null) return fromFile(tokenFile, "tokenFile", read);
  if (configured === null)
    return none("run openclaw edgebrain setup, or set token to a token of the service");
  if (typeof configured !== "string") return fromReference(configured, environment, read);
  const [, name] = /^\$\{([^}]*)\}$/.exec(configured) ?? [];
  if (name !== undefined)
    return none(`the token is set to the variable ${name}, which is not in the environment`);
  return checked(configured, "token");
}

/** The host resolves references in its gateway; a one-shot command gets them as they are written. */
function fromReference(
  { source, id }: SecretReference,
  environment: Surroundings["environment"],
  read: Surroundings["readOwnersFile"],
): TokenState {
  if (source === "env") {
    const value = environment[id]?.trim();
    return value ? checked(value, id) : none(`the token refers to the variable ${id}, which is not set`);
  }
  if (source === "file" && path.isAbsolute(id)) return fromFile(id, "token", read);
  return none(`the token is a reference of source "${source}", which is resolved by a running gateway only`);
}

function fromFile(file: string, from: string, read: Surroundings["readOwnersFile"]): TokenState {
  let text: string;
  try {
    text = read(file);
  } catch (error) {
    return none(`the token file of ${from} can't be used: ${(error as Error).message}`);
  }
  return text.trim() === "" ? none(`the token file of ${from} is empty`) : checked(text.trim(), from);
}

function checked(value: string, from: string): TokenState {
  return /^[\x21-\x7e]+$/.test(value)
    ? { value, problem: null }
    : none(`the token of ${from} holds characters that no token has`);
}

function none(problem: string): TokenState {
  return { value: null, problem };
}

function readOwnersFile(file: string): string {
  const { mode } = fs.statSync(file);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new Error("others can read it; run chmod 600 on it");
  }
  return fs.readFileSync(file, "utf8");
}
