// Who reads what is personal or secret, kept where every reply and every request passes: an owner's policy names the least
// role that reads each, and for all others it is masked. What agents have kept is rid of secrets before anything sees it.

import { hiddenFrom } from "../../wire/policy.ts";
import { withoutSecrets } from "../text/secrets.ts";
import { withWords } from "../text/sensitive/masking.ts";
import { kindsOf, redacted } from "../text/sensitive/scan.ts";
import { policyOf } from "./capture-policy.ts";
import type { Call, Memory } from "./memory.ts";

/** Requests with which agents have something kept. */
const CAPTURES: ReadonlySet<string> = new Set([
  "inject",
  "injectBatch",
  "correction",
  "selfLearn",
  "capture",
  "propose",
  "revise",
  "edit",
  "storeProcedure",
  "storeMemory",
  "changeMemory",
  "storeFact",
]);

/** The request without secrets, where somebody else than an owner has something kept. */
export function withoutCapturedSecrets<Request>(name: string, request: Request, { role }: Call): Request {
  return role === "owner" || !CAPTURES.has(name) ? request : withWords(request, withoutSecrets);
}

/** The reply as its caller may read it. */
export function readableBy<Reply>(memory: Pick<Memory, "store">, reply: Reply, { role }: Call): Reply {
  // Nobody stands above an owner: no policy has to be read.
  if (role === "owner") return reply;
  const kinds = kindsOf(hiddenFrom(policyOf(memory), role));
  return kinds.length === 0 ? reply : withWords(reply, (words) => redacted(words, kinds));
}
