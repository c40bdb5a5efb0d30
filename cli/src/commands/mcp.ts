// The command for MCP hosts: an agent's memory on standard input and output. What serves it is loaded by this command alone.

import type { Role } from "../../../wire/directory.ts";
import { type Command, command } from "../command.ts";
import type { Session } from "../session.ts";

/** How long a list of tools waits to be told the caller's role; then it shows all tools. Milliseconds. */
const PATIENCE_MS = 5_000;

export const MCP: readonly Command[] = [
  command({
    name: "mcp",
    group: "machine",
    summary: "Serve the agent's memory to an MCP host, on standard input and output",
    async run(session) {
      const { connection, terminal } = session;
      const agent = await agentOf(session);
      const { serveMcp } = await import("../../../mcp/stdio.ts");
      await serveMcp({ ...connection, agent, role: roleOf(session) }, (sentence) => terminal.say(sentence));
      return undefined;
    },
  }),
];

/** The agent that is named, or else the only one that the token may enter. */
async function agentOf(session: Session): Promise<string> {
  if (session.standing.agent !== null) return session.standing.agent;
  const { agents } = await session.directory.listAgents({ limit: 2 });
  return agents.length === 1 ? agents[0].name : session.agent;
}

/** Asks once, and again as long as there was no answer. */
function roleOf({ directory }: Session): () => Promise<Role | null> {
  let known: Role | null = null;
  return async () => {
    try {
      if (known !== null) return known;
      const { role } = await directory.me({ signal: AbortSignal.timeout(PATIENCE_MS) });
      known = role === "operator" ? null : role;
    } catch {
      // A service that can't be reached now may be there for the first call.
    }
    return known;
  };
}
