// The token that set-up goes on with: of a pairing code, a variable, a file or typed in; and how the configuration
// will refer to it. A token with more rights than an agent needs is not kept: it pairs this device with one that has less.

import os from "node:os";
import path from "node:path";
import { ClientError } from "../../../client/client-error.ts";
import { DirectoryClient } from "../../../client/directory-client.ts";
import { redeemPairing } from "../../../client/redeem-pairing.ts";
import type { Asker } from "./asking.ts";
import { Problem } from "./problem.ts";

export interface CredentialRequest {
  readonly code?: string;
  readonly token?: string;
  /** A file that holds the token and stays where it is. */
  readonly tokenFile?: string;
  /** A variable that holds the token, in every process of the host. */
  readonly tokenEnv?: string;
  /** What the service's list of tokens will call this device. */
  readonly device?: string;
  /** Nothing may be used up. */
  readonly dryRun?: boolean;
}

export interface Credential {
  readonly token: string;
  /** How it is kept: `secret` means that set-up has to write it somewhere, `already` that the configuration has it. */
  readonly kept: "secret" | "already" | { readonly file: string } | { readonly variable: string };
}

export interface Reading {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readOwnersFile: (file: string) => string;
}

const WAYS = ["code", "token", "tokenFile", "tokenEnv"] as const;

export async function credentialFrom(
  baseUrl: string,
  request: CredentialRequest,
  { environment, readOwnersFile }: Reading,
  asker: Asker | null,
  present: string | null,
): Promise<Credential> {
  if (WAYS.filter((way) => request[way] !== undefined).length > 1) {
    throw new Problem("give one of --code, --token, --token-file and --token-env", 2);
  }
  const { code, tokenFile, tokenEnv } = request;
  if (code !== undefined) return redeemed(baseUrl, code, request);
  if (tokenEnv !== undefined) {
    const token = environment[tokenEnv]?.trim();
    if (!token) throw new Problem(`the variable ${tokenEnv} is not set here: export it first`, 2);
    return { token, kept: { variable: tokenEnv } };
  }
  if (tokenFile !== undefined) {
    // The gateway runs in another folder.
    const file = path.resolve(tokenFile);
    return { token: fileText(file, readOwnersFile), kept: { file } };
  }
  const typed =
    request.token ??
    (
      await asker?.askSecret(
        `Token, or pairing code shown by another device (hidden${present === null ? "" : "; empty keeps the present one"})`,
      )
    )?.trim();
  if (!typed && present !== null) return { token: present, kept: "already" };
  if (!typed) {
    throw new Problem("give a token: --code of another device, --token, --token-file or --token-env", 2);
  }
  if (/^[\w -]{10,14}$/.test(typed) && !typed.startsWith("eb_")) {
    return redeemed(baseUrl, typed, request);
  }
  return { token: typed, kept: "secret" };
}

async function redeemed(baseUrl: string, code: string, request: CredentialRequest): Promise<Credential> {
  if (request.dryRun) throw new Problem("a dry run would use the pairing code up: leave one of them out", 2);
  return { token: await tokenOf(baseUrl, code, deviceOf(request)), kept: "secret" };
}

/** An agent's token in place of one that may do more. */
export async function lesserToken(
  baseUrl: string,
  token: string,
  brain: string | null,
  request: CredentialRequest,
): Promise<string> {
  const client = new DirectoryClient({ baseUrl, token });
  const { code } = await client.createPairing({ role: "agent", ...(brain !== null && { agents: [brain] }) });
  return tokenOf(baseUrl, code, deviceOf(request));
}

async function tokenOf(baseUrl: string, code: string, name: string): Promise<string> {
  try {
    return (await redeemPairing({ baseUrl }, { code, name })).token;
  } catch (error) {
    const isUnknown = error instanceof ClientError && error.code === "not_found";
    if (!isUnknown) throw error;
    throw new Problem(
      "the pairing code opens nothing: it was mistyped, used, or is older than ten minutes. " +
        "Show a new one on the other device: openclaw edgebrain pair",
    );
  }
}

function fileText(file: string, read: (file: string) => string): string {
  try {
    const text = read(file).trim();
    if (text !== "") return text;
  } catch (error) {
    throw new Problem(`the token file can't be used: ${(error as Error).message}`, 2);
  }
  throw new Problem("the token file is empty", 2);
}

function deviceOf({ device }: CredentialRequest): string {
  return (device ?? `OpenClaw on ${os.hostname()}`).slice(0, 64);
}
