// Which sentences of a session were captured already, by their digest: a host tells its whole history again and again.
// Bounded, in memory only; the key of a write is made of the same digest, so that the service knows it again too.

import { createHash } from "node:crypto";

const MOST_SESSIONS = 200;
const MOST_SENTENCES = 1_000;

/** The same for a sentence in other case, spacing or punctuation. */
export function digestOfSentence(agentId: string, session: string, sentence: string): string {
  const words = sentence
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [sentence];
  return createHash("sha256")
    .update(JSON.stringify([agentId, session, words.join(" ")]))
    .digest("hex");
}

export class CapturedOnce {
  readonly #sessions = new Map<string, Set<string>>();

  /** Notes it; false when it was noted before. */
  note(session: string, digest: string): boolean {
    const known = this.#sessions.get(session) ?? new Set<string>();
    const isNew = !known.has(digest);
    known.delete(digest);
    known.add(digest);
    shorten(known, MOST_SENTENCES);
    this.#sessions.delete(session);
    this.#sessions.set(session, known);
    shorten(this.#sessions, MOST_SESSIONS);
    return isNew;
  }

  /** As if it had never been noted. */
  forget(session: string, digest: string): void {
    this.#sessions.get(session)?.delete(digest);
  }
}

/** Without its first entries beyond so many. */
function shorten(entries: Map<string, unknown> | Set<string>, most: number): void {
  for (const first of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(first);
  }
}
