// What an owner decides for an agent: whether what agents add waits for a reviewer, and who reads what is personal or secret.

import * as z from "zod";
import { ROLES, Role } from "./directory.ts";
import { TotalMs } from "./fields.ts";

export const Policy = z.object({
  capture: z
    .enum(["direct", "proposal"])
    .describe("`proposal`: what anybody but an owner adds waits for a reviewer. Default `direct`."),
  self_approval: z
    .boolean()
    .describe(
      "True: a reviewer may approve what it proposed itself. Default false; a token of role agent never may.",
    ),
  personal_data: Role.describe(
    "The least role that reads personal data; others read `[redacted:email]` and the like. Default `agent`.",
  ),
  secrets: Role.describe("The least role that reads keys, tokens and passwords. Default `owner`."),
  model_check: z
    .boolean()
    .describe(
      "True: a language model looks at what is added from now on and the screen lets pass, later, and what it names is kept back. Default false.",
    ),
});
export type Policy = z.infer<typeof Policy>;

/** The setting of an agent that holds what was said of it; what was not said is as here. */
export const POLICY_SETTING = "policy";
export const DEFAULT_POLICY: Policy = {
  capture: "direct",
  self_approval: false,
  personal_data: "agent",
  secrets: "owner",
  model_check: false,
};

/** What a role may not read; the absent one is the least. */
export function hiddenFrom({ personal_data, secrets }: Policy, role: Role = "reader") {
  const isBelow = (least: Role) => ROLES.indexOf(role) < ROLES.indexOf(least);
  return { personal: isBelow(personal_data), secrets: isBelow(secrets) };
}

export const PolicyRequest = z
  .strictObject(Policy.partial().shape)
  .refine(
    (value) => Object.values(value).some((field) => field !== undefined),
    "must hold capture, self_approval, personal_data, secrets or model_check",
  );
export type PolicyRequest = z.infer<typeof PolicyRequest>;
export const PolicyReply = Policy.extend({ total_ms: TotalMs });
export type PolicyReply = z.infer<typeof PolicyReply>;
