// Where the command line is logged in: a file that only its owner can read, and what is given in its place.
// An option goes before the environment, and both before the file. The file's token is sent to the file's address alone.

import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import {
  PROCESS,
  tokenFrom as readToken,
  TOKEN_FILE_VARIABLE,
  TOKEN_VARIABLE,
} from "../../plugin/src/token.ts";
import { Failure } from "./failure.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const Login = z.object({
  url: z.string(),
  token: z.string(),
  agent: z.string().nullable(),
  tenant: z.string().nullable(),
});
export type Login = z.infer<typeof Login>;

export interface Given {
  readonly url?: string;
  readonly agent?: string;
  readonly tenant?: string;
  readonly tokenFile?: string;
}

/** With what a call is made; null where nothing says it. */
export interface Standing {
  readonly url: string | null;
  readonly token: string | null;
  readonly agent: string | null;
  readonly tenant: string | null;
  /** Where the token comes from, for people. */
  readonly tokenFrom: string | null;
}

const FILE = "login.json";

/** The folder of the command line's own files. */
export function configFolder(environment: Environment): string {
  const { EDGEBRAIN_CONFIG, XDG_CONFIG_HOME } = environment;
  return EDGEBRAIN_CONFIG || path.join(XDG_CONFIG_HOME || path.join(os.homedir(), ".config"), "edgebrain");
}

export function loginFile(environment: Environment): string {
  return path.join(configFolder(environment), FILE);
}

/** The login that is kept; undefined when there is none. Throws a `Failure` when it can't be trusted. */
export function readLogin(environment: Environment): Login | undefined {
  const file = loginFile(environment);
  if (!fs.existsSync(file)) return undefined;
  let text: string;
  try {
    text = PROCESS.readOwnersFile(file);
  } catch (error) {
    throw new Failure(`${file} can't be used: ${(error as Error).message}`);
  }
  try {
    return Login.parse(JSON.parse(text));
  } catch {
    throw new Failure(`${file} is damaged: run edgebrain login again`);
  }
}

export function keepLogin(environment: Environment, login: Login): string {
  const file = loginFile(environment);
  writePrivately(file, `${JSON.stringify(login, null, 2)}\n`);
  return file;
}

/** True when there was one. */
export function forgetLogin(environment: Environment): boolean {
  const file = loginFile(environment);
  const isThere = fs.existsSync(file);
  fs.rmSync(file, { force: true });
  return isThere;
}

/** Writes the whole file or nothing; only its owner can read it. */
export function writePrivately(file: string, text: string): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${randomUUID()}`;
    fs.writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    fs.renameSync(draft, file);
  } catch (error) {
    throw new Failure(
      `${file} can't be written (${(error as Error).message}): name another folder in EDGEBRAIN_CONFIG`,
    );
  }
}

/** What options, environment and file come to. Throws a `Failure` for a token that is set and can't be used. */
export function standing(given: Given, environment: Environment): Standing {
  const kept = readLogin(environment);
  const url = given.url ?? nonEmpty(environment.EDGEBRAIN_URL) ?? kept?.url ?? null;
  const isKept = kept !== undefined && url !== null && sameAddress(url, kept.url);
  const [token, tokenFrom] =
    givenToken(given, environment) ?? (isKept ? [kept.token, loginFile(environment)] : [null, null]);
  return {
    url,
    token,
    tokenFrom,
    agent: given.agent ?? nonEmpty(environment.EDGEBRAIN_AGENT) ?? (isKept ? kept.agent : null),
    tenant: given.tenant ?? nonEmpty(environment.EDGEBRAIN_TENANT) ?? (isKept ? kept.tenant : null),
  };
}

function givenToken({ tokenFile }: Given, environment: Environment): readonly [string, string] | null {
  const fromFile = tokenFile !== undefined;
  const isSet = environment[TOKEN_FILE_VARIABLE]?.trim() || environment[TOKEN_VARIABLE]?.trim();
  if (!fromFile && !isSet) return null;
  const surroundings = { ...PROCESS, environment: fromFile ? {} : environment };
  const { value, problem } = readToken({ token: null, tokenFile: tokenFile ?? null }, surroundings);
  if (problem !== null) throw new Failure(problem.replace("tokenFile", "--token-file"), 2);
  return [
    value,
    fromFile ? tokenFile : environment[TOKEN_FILE_VARIABLE]?.trim() ? TOKEN_FILE_VARIABLE : TOKEN_VARIABLE,
  ];
}

export function sameAddress(one: string, other: string): boolean {
  return one.replace(/\/+$/, "") === other.replace(/\/+$/, "");
}

function nonEmpty(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}
