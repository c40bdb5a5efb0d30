// What a failed call says to the one who sits before it, and what can be done.

import { ClientError } from "../../../client/client-error.ts";

export interface Said {
  readonly title: string;
  readonly text: string;
  /** The code of a refusal, and the number under which the server knows the request. */
  readonly code?: string;
  readonly request?: string;
}

export function saidOf(error: unknown): Said {
  if (!(error instanceof ClientError)) return { title: "Something failed here", text: String(error) };
  const { code, requestId: request } = error;
  switch (error.kind) {
    case "network":
      return {
        title: navigator.onLine ? "EdgeBrain can't be reached" : "You are offline",
        text: navigator.onLine
          ? "The server does not answer. Look whether it runs, then try again; nothing you did is lost."
          : "Try again once the network is back; nothing you did is lost.",
      };
    case "timeout":
      return { title: "No answer in time", text: "The server is busy, or far away. Try again." };
    case "malformed":
      return { title: "Not an answer of EdgeBrain", text: error.message, request };
    case "refused":
      return { title: titleOf(code), text: error.message, code, request };
  }
}

function titleOf(code: string | undefined): string {
  switch (code) {
    case "unauthorized":
      return "This token opens nothing";
    case "forbidden":
      return "Your token may not do this";
    case "rate_limited":
      return "Too fast";
    case "budget_exceeded":
      return "The budget of this month is used up";
    case "not_found":
      return "There is no such thing";
    default:
      return "EdgeBrain said no";
  }
}
