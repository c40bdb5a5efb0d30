// Who reads what is personal or secret, kept where every reply and every request passes: an owner's policy names the least
// role that reads each, and for all others it is masked. What agents have kept is rid of secrets before anything sees it.

import { ROLES, type Role } from "../../wire/directory.ts";
import { withoutSecrets } from "../text/secrets.ts";
import { PERSONAL_KINDS, redacted, type SensitiveKind } from "../text/sensitive/scan.ts";
import { policyOf } from "./capture-policy.ts";
import type { Call, Memory } from "./memory.ts";

/** Fields of replies and requests that hold words; all else is names, numbers and hashes. */
const WORDS = new Set(
  `text texts summary content context title query question snippet reason source_prompt quote value said prompt answer
  result results matched_condition description tags entities relations metadata payload steps memory feedback name`.split(
    /\s+/,
  ),
);
/** Fields below which all strings are words, whatever they are called. */
const ALL_WORDS = new Set(["tags", "entities", "relations", "metadata", "payload", "feedback", "texts"]);

/** Requests with which agents have something kept. */
const CAPTURES: ReadonlySet<string> = new Set([
  "inject",
  "injectBatch",
  "correction",
  "selfLearn",
  "propose",
  "revise",
  "edit",
  "storeProcedure",
  "storeMemory",
  "changeMemory",
]);

/** The request without secrets, where somebody else than an owner has something kept. */
export function withoutCapturedSecrets<Request>(name: string, request: Request, { role }: Call): Request {
  if (role === "owner" || !CAPTURES.has(name)) return request;
  return mapped(request, withoutSecrets, false) as Request;
}

/** The reply as its caller may read it. */
export function readableBy<Reply>({ store }: Pick<Memory, "store">, reply: Reply, { role }: Call): Reply {
  const kinds = maskedFor(store, role);
  return kinds.length === 0 ? reply : (mapped(reply, (text) => redacted(text, kinds), false) as Reply);
}

function maskedFor(store: Memory["store"], role: Role = "reader"): SensitiveKind[] {
  // Nobody stands above an owner: no policy has to be read.
  if (role === "owner") return [];
  const { personal_data: personal, secrets } = policyOf({ store });
  const isBelow = (least: Role) => ROLES.indexOf(role) < ROLES.indexOf(least);
  return [...(isBelow(secrets) ? (["secret"] as const) : []), ...(isBelow(personal) ? PERSONAL_KINDS : [])];
}

/** A value with every text in it changed; what did not change is the same object. */
function mapped(value: unknown, change: (text: string) => string, isWords: boolean): unknown {
  if (typeof value === "string") return isWords ? change(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, change, isWords));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      mapped(inner, change, isBelowWords(name, inner, isWords)),
    ]),
  );
}

function isBelowWords(name: string, inner: unknown, isWords: boolean): boolean {
  if (isWords || ALL_WORDS.has(name)) return true;
  return WORDS.has(name) && (typeof inner === "string" || isStrings(inner));
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
