// Commands for programs: openclawbrain's worker on standard input and output, and completion for shells.

import readline from "node:readline";
import type { RequestOf } from "../../../wire/endpoints.ts";
import { type Command, command } from "../command.ts";
import { SHELLS, type Shell, shim } from "../completion.ts";
import { failureOf } from "../exit.ts";
import type { Session } from "../session.ts";
import { json } from "../terminal.ts";

/** What openclawbrain's worker answers with, but for unknown methods. */
const FAILED = -1;

export const MACHINE: readonly Command[] = [
  command({
    name: "daemon",
    group: "machine",
    summary:
      "openclawbrain's worker for its existing clients: a request and an answer a line, JSON on standard input and output",
    run: daemon,
  }),
  command({
    name: "completion",
    group: "machine",
    summary: "Print what makes a shell complete this command line",
    arguments: [{ name: "shell", type: "text", description: "the shell", choices: SHELLS }],
    run: async ({ terminal }, { shell }) => {
      terminal.print(shim(shell as Shell));
      return undefined;
    },
  }),
];

/** One request after the other, in the order in which they came; ends with the input, or when it is told to shut down. */
async function daemon(session: Session): Promise<undefined> {
  // Whatever is not set is said once, before anybody waits for an answer.
  const { memory } = session;
  const lines = readline.createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line.trim() === "") continue;
    const request = requestIn(line);
    const reply = "error" in request ? request.error : await answered(memory, request.envelope);
    session.terminal.print(json(reply, 0));
    const isOver = "envelope" in request && request.envelope.method === "shutdown" && !("error" in reply);
    if (isOver) break;
  }
  return undefined;
}

type Envelope = Readonly<Record<string, unknown>>;
type Read = { readonly envelope: Envelope } | { readonly error: Envelope };

function requestIn(line: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { error: failed(null, (error as Error).message) };
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject) return { error: failed(null, "request must be a JSON object") };
  return { envelope: value as Envelope };
}

/** The answer of the service, or in its shape why there is none. */
async function answered(memory: Session["memory"], envelope: Envelope): Promise<Envelope> {
  try {
    return await memory.rpc(envelope as RequestOf<"rpc">);
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    return failed(envelope.id ?? null, failure.message);
  }
}

function failed(id: unknown, message: string): Envelope {
  return { id, error: { code: FAILED, message } };
}
