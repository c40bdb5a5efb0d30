// Subjects of signed tokens in tests: granted by a tenant, and asking who they are.

import type { MeReply, SubjectInfo, SubjectRequest } from "../../wire/directory.ts";
import type { Issuer } from "./issuer.ts";
import { type Story, send, type Told, workerWith } from "./story.ts";

export const freshSubject = () => `subject-${crypto.randomUUID()}`;

export function grantTo(
  story: Story,
  issuer: Issuer,
  value: string,
  more: Partial<SubjectRequest> = {},
): Promise<SubjectInfo> {
  return story.directory.createSubject({
    issuer: issuer.url,
    claim: "sub",
    value,
    role: "reader",
    ...more,
  });
}

/** Asks who the sender is, at a Worker that trusts the issuer unless another is given. */
export async function askMe(
  issuer: Issuer,
  token: string | null,
  through = workerWith(issuer.variables()),
  headers: Record<string, string> = {},
): Promise<Told & { readonly me: MeReply }> {
  const told = await send("GET", "/v1/tokens/me", { token, through, headers });
  return { ...told, me: told.body as MeReply };
}
