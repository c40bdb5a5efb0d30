// Names of the tokens and subjects that memories, journals and audit rows name by their ids.

import type { DirectoryClient } from "../../../client/directory-client.ts";
import { LIMITS } from "../../../wire/limits.ts";
import { useLoaded } from "./loading.ts";
import { type Session, useSession } from "./session.ts";

/** Pages of tokens that are read; whoever is on a later one is shown by the id. */
const PAGES = 5;

export interface Author {
  readonly id: string;
  readonly name: string;
}

/** Authors by their ids: all of the tenant for whoever may see them, else oneself alone. */
export function useAuthors(): ReadonlyMap<string, Author> {
  const session = useSession();
  const { value } = useLoaded((signal) => authorsOf(session, signal), [session.directory]);
  return value ?? NOBODY;
}

const NOBODY: ReadonlyMap<string, Author> = new Map();

/** Whether what concerns the whole tenant is there for somebody. */
export function isOfTenant({ me, can }: Pick<Session, "me" | "can">): boolean {
  return can("owner") && me.agents === null;
}

async function authorsOf(session: Session, signal: AbortSignal): Promise<ReadonlyMap<string, Author>> {
  const { me, directory } = session;
  const own = me.id === null ? [] : [{ id: me.id, name: me.name ?? me.id }];
  const others = isOfTenant(session) ? await tenantsOf(directory, signal) : [];
  return new Map([...own, ...others].map((author) => [author.id, author]));
}

async function tenantsOf(directory: DirectoryClient, signal: AbortSignal): Promise<Author[]> {
  const authors: Author[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const { tokens, next_cursor } = await directory.listTokens(
      { limit: LIMITS.pageSize, cursor },
      { signal },
    );
    authors.push(...tokens);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  const { subjects } = await directory.listSubjects({ limit: LIMITS.pageSize }, { signal });
  return [...authors, ...subjects.map(({ id, value }) => ({ id, name: value }))];
}
