// A grant that ends: the objects of the agents that it opens are told, since other isolates may remember it for a while
// and no question asks D1. What the directory itself does with a grant is asked of D1 each time.

import type { Directory } from "./directory.ts";
import { SETTINGS } from "./settings.ts";

/** A version that no grant has: all are ended. */
export const EVERY_VERSION = Number.MAX_SAFE_INTEGER;

interface Ended {
  readonly id: string;
  readonly tenantId: string;
  readonly agents: readonly string[] | null;
}

/** How an agent's object is told. */
interface Told {
  endGrant(id: string, before: number): Promise<void>;
}

/**
 * Ends versions of a grant before this one at the agents' objects. Returns how long it may still open some of them: those
 * that could not be told, and those beyond the number that are told at all.
 */
export async function endAtObjects(
  brains: DurableObjectNamespace,
  directory: Directory,
  { id, tenantId, agents }: Ended,
  before: number,
): Promise<number> {
  const { most, atOnce } = SETTINGS.ending;
  const rows = await directory.agentsOf(tenantId, agents, most + 1).catch(() => null);
  if (rows === null) return SETTINGS.tokenTrustMs;
  const waiting = rows.slice(0, most);
  let untold = rows.length - waiting.length;
  const tell = async () => {
    for (let agent = waiting.pop(); agent; agent = waiting.pop()) {
      // SAFETY: Brain has this method; its generic signature is lost on a stub.
      const brain = brains.get(brains.idFromName(agent.id)) as unknown as Told;
      await brain.endGrant(id, before).catch(() => untold++);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, tell));
  return untold === 0 ? 0 : SETTINGS.tokenTrustMs;
}
