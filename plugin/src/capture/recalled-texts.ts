// What memory showed in each session, so that it is known again when a user repeats it. In memory only and bounded: the
// oldest texts of a session go first, and the session that rests longest.

const MOST_SESSIONS = 200;
const MOST_TEXTS = 200;
const MOST_CHARACTERS = 100_000;

export class RecalledTexts {
  readonly #texts = new Map<string, string[]>();

  keep(session: string, texts: readonly string[]): void {
    const known = this.#texts.get(session) ?? [];
    const kept = [...known.filter((text) => !texts.includes(text)), ...texts].slice(-MOST_TEXTS);
    for (let room = MOST_CHARACTERS, at = kept.length - 1; at >= 0; at--) {
      room -= kept[at].length;
      if (room >= 0) continue;
      kept.splice(0, at + 1);
      break;
    }
    this.#texts.delete(session);
    this.#texts.set(session, kept);
    for (const [oldest] of this.#texts) {
      if (this.#texts.size <= MOST_SESSIONS) break;
      this.#texts.delete(oldest);
    }
  }

  in(session: string): readonly string[] {
    return this.#texts.get(session) ?? [];
  }

  forget(session: string): void {
    this.#texts.delete(session);
  }
}
