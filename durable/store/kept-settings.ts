// Settings that are the agent's own, whatever takes its memory's place: what it embeds with, and whether what is added
// waits for a reviewer. Nothing but an owner's word changes the latter, so no import, restore or erasure loosens it.

export const EMBEDDER = "embedder";
export const POLICY = "policy";

const KEPT: readonly unknown[] = [EMBEDDER, POLICY];

export function isKept(name: unknown): boolean {
  return KEPT.includes(name);
}

/** A condition of SQL. */
export const IS_REPLACED = `name not in ('${EMBEDDER}', '${POLICY}')`;
