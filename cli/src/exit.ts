// How a command ends: exit codes, and what an error says to the person who can mend it.

import { CommanderError } from "commander";
import { ClientError } from "../../client/client-error.ts";
import { Failure } from "./failure.ts";

export const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;

export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: "it was done",
  failed: "the service refused it, or the reply says that something is wrong",
  usage: "the command line is wrong, or something that it needs is not set",
  unreachable: "nobody answered in time; a write may or may not have happened, and can be sent again",
};

interface Said {
  readonly exitCode: number;
  readonly message: string;
  readonly code?: string;
  readonly request_id?: string;
  readonly details?: unknown;
}

/** What can go on with its user; undefined for a defect. */
export function failureOf(error: unknown): Said | undefined {
  if (error instanceof Failure)
    return {
      exitCode: error.exitCode,
      code: error.exitCode === EXIT.usage ? "usage" : "failed",
      message: error.message,
    };
  if (error instanceof CommanderError) return mistyped(error);
  if (error instanceof ClientError) return refused(error);
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  // A file that can't be read or written.
  return typeof syscall === "string" ? { exitCode: EXIT.failed, message, code } : undefined;
}

/** Without a command its help has been shown already. */
function mistyped({ code, message }: CommanderError): Said {
  const what = code === "commander.help" ? "which command?" : message.replace(/^error: /, "");
  return {
    exitCode: EXIT.usage,
    code: "usage",
    message: `${what} Put help in front of it to see what it takes.`,
  };
}

function refused({ kind, code = kind, message, requestId, details }: ClientError): Said {
  const facts = {
    code,
    ...(requestId && { request_id: requestId }),
    ...(details !== undefined && { details }),
  };
  if (kind === "network" || kind === "timeout")
    return {
      exitCode: EXIT.unreachable,
      ...facts,
      message: `${message}: edgebrain doctor says what is wrong`,
    };
  return { exitCode: EXIT.failed, ...facts, message: cured(code, message) };
}

function cured(code: string, message: string): string {
  if (code === "unauthorized") return `${message}: run edgebrain login with a token of this service`;
  if (code === "malformed") return `${message}: --url may lead to something else than an EdgeBrain service`;
  return `${message} (${code})`;
}
