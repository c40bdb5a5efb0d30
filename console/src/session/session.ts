// Who is signed in: the token, held in memory alone unless one asks to stay signed in for this tab; what it may do;
// and the agent that is looked at, of which only the name is remembered.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { DirectoryClient } from "../../../client/directory-client.ts";
import { MemoryClient } from "../../../client/memory-client.ts";
import type { MeReply, Role } from "../../../wire/directory.ts";
import { LIMITS } from "../../../wire/limits.ts";
import { reaches } from "./rights.ts";

const TOKEN_KEY = "edgebrain.token";
const AGENT_KEY = "edgebrain.agent";
/** Pages of agents that are read; more than fit a list to choose from. */
const AGENT_PAGES = 10;

/** What was found out when signing in. */
export interface Entrance {
  readonly token: string;
  readonly me: MeReply;
  /** Names of the agents that may be entered. */
  readonly agents: readonly string[];
}

export interface Session extends Entrance {
  /** The chosen agent; null where there is none. */
  readonly agent: string | null;
  /** Of the chosen agent. */
  readonly memory: MemoryClient;
  /** Of another agent. */
  memoryOf(agent: string): MemoryClient;
  readonly directory: DirectoryClient;
  /** Whether the token has the rights of a role; controls that it may not use are not shown. */
  can(role: Role): boolean;
  choose(agent: string): void;
  /** Finds out anew which agents there are. */
  renew(): Promise<void>;
  /** Forgets the token; `why` is shown on the page that follows. */
  signOut(why?: string): void;
}

export const SessionContext = createContext<Session | null>(null);

/** The session; pages are only drawn with one. */
export function useSession(): Session {
  return useContext(SessionContext) as Session;
}

/** Finds out who a token is. Throws `ClientError`. */
export async function enter(token: string): Promise<Entrance> {
  const directory = new DirectoryClient({ baseUrl: location.origin, token });
  const me = await directory.me();
  if (me.role === "operator") return { token, me, agents: [] };
  const agents: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < AGENT_PAGES; page++) {
    const { agents: some, next_cursor } = await directory.listAgents({ limit: LIMITS.pageSize, cursor });
    agents.push(...some.map(({ name }) => name));
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return { token, me, agents: agents.sort() };
}

/** The clients of a session; whatever of theirs is refused as unknown ends it. */
export function sessionOf(
  entrance: Entrance,
  agent: string | null,
  { choose, renew, signOut }: Pick<Session, "choose" | "renew" | "signOut">,
): Session {
  const { token, me } = entrance;
  const watched = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    if (response.status === 401)
      signOut(
        "The token is not valid any more: it was revoked, replaced, or has ended. Sign in with another.",
      );
    return response;
  };
  const options = { baseUrl: location.origin, token, fetch: watched };
  const memoryOf = (name: string) => new MemoryClient({ ...options, agent: name });
  return {
    ...entrance,
    agent,
    memory: memoryOf(agent ?? ""),
    memoryOf,
    directory: new DirectoryClient(options),
    can: (role) => me.role !== "operator" && reaches(me.role, role),
    choose,
    renew,
    signOut,
  };
}

/** The agent to look at first: the one of last time, where it may still be entered. */
export function rememberedAgent(agents: readonly string[]): string | null {
  const kept = localStorage.getItem(AGENT_KEY);
  return agents.find((name) => name === kept) ?? agents[0] ?? null;
}

export function rememberAgent(agent: string): void {
  localStorage.setItem(AGENT_KEY, agent);
}

export function keptToken(): string | null {
  return sessionStorage.getItem(TOKEN_KEY);
}

/** Keeps the token until the tab is closed; null forgets it. */
export function keepToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(TOKEN_KEY);
  else sessionStorage.setItem(TOKEN_KEY, token);
}
