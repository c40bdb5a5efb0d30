// Which agent of the service is meant: the one that was named, the only one there is, or the one that a person picks.

import { DirectoryClient } from "../../../client/directory-client.ts";
import type { MeReply } from "../../../wire/directory.ts";
import type { Asker } from "./asking.ts";
import { Problem } from "./problem.ts";

export interface BrainRequest {
  readonly brain?: string;
  /** Makes the named agent when there is none of that name and the token may. */
  readonly create?: boolean;
  /** Makes none, and says that it would. */
  readonly dryRun?: boolean;
}

/** Most agents that a list of choices names. */
const MOST_NAMED = 100;

export async function brainOf(
  connection: { readonly baseUrl: string; readonly token: string },
  me: MeReply,
  { brain, create, dryRun }: BrainRequest,
  asker: Asker | null,
): Promise<{ readonly brain: string; readonly isMissing: boolean }> {
  const client = new DirectoryClient(connection);
  const { agents } = await client.listAgents({ limit: MOST_NAMED });
  const names = agents.map(({ name }) => name);
  const wanted = brain ?? (names.length === 1 ? names[0] : await picked(names, me, asker));
  if (names.includes(wanted) || agents.length === MOST_NAMED) return { brain: wanted, isMissing: false };
  if (!create) {
    const known = names.length === 0 ? "it has none yet" : `it has ${names.join(", ")}`;
    const cure = me.role === "owner" ? "add --create to make it" : "ask an owner to make it, or name another";
    throw new Problem(`the service has no agent ${wanted} for this token (${known}): ${cure}`);
  }
  if (dryRun) return { brain: wanted, isMissing: true };
  return { brain: (await client.createAgent({ name: wanted })).name, isMissing: false };
}

async function picked(names: readonly string[], me: MeReply, asker: Asker | null): Promise<string> {
  if (names.length === 0) {
    if (me.role === "owner") return (await asker?.ask("Name of the agent at the service", "main")) ?? "main";
    throw new Problem("the token opens no agent: ask an owner for one that does");
  }
  const answer = await asker?.ask(`Agent at the service (${names.join(", ")})`, names[0]);
  if (answer) return answer;
  throw new Problem(`name the agent at the service with --brain: ${names.join(", ")}`, 2);
}
