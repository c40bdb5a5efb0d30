// What the plugin remembers of conversations while the host runs: bounded, and forgotten when a session ends or
// rests. It holds ids and counts, never a text.

export const MOST_SESSIONS = 500;
export const IDLE_MS = 30 * 60_000;
/** Questions of one session that feedback may still be about. */
export const MOST_QUESTIONS = 50;
/** Automatic recalls of one turn. */
export const MOST_RECALLS = 10;

/** A question that the service answered, for feedback about it later. */
export interface Asked {
  readonly queryId: string;
  /** The turn in which it was asked, where the host says which. */
  readonly turn: string | null;
  /** Nodes that were shown. */
  readonly shown: readonly string[];
  readonly at: number;
}

interface State {
  usedAt: number;
  turn: string | null;
  recalls: number;
  readonly asked: Asked[];
  readonly waiting: Map<string, Promise<unknown>>;
}

export class Sessions {
  readonly #states = new Map<string, State>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get size(): number {
    return this.#states.size;
  }

  /** Counts an automatic recall; false when the turn has had as many as it may. */
  mayRecall(session: string, turn: string | null): boolean {
    const state = this.#stateOf(session);
    if (turn === null || state.turn !== turn) {
      state.turn = turn;
      state.recalls = 0;
    }
    return ++state.recalls <= MOST_RECALLS;
  }

  /** What is already on its way under the same key in the same session, or else what `begin` starts. */
  once<T>(session: string, key: string, begin: () => Promise<T>): Promise<T> {
    const { waiting } = this.#stateOf(session);
    const before = waiting.get(key) as Promise<T> | undefined;
    if (before) return before;
    const started = begin().finally(() => waiting.delete(key));
    waiting.set(key, started);
    return started;
  }

  keep(session: string, asked: Omit<Asked, "at">): void {
    const { asked: before } = this.#stateOf(session);
    before.push({ ...asked, at: this.#now() });
    if (before.length > MOST_QUESTIONS) before.shift();
  }

  /** Questions of the session, newest last. */
  askedIn(session: string): readonly Asked[] {
    const state = this.#states.get(session);
    return state && this.#now() - state.usedAt < IDLE_MS ? state.asked : [];
  }

  forget(session: string): void {
    this.#states.delete(session);
  }

  /** The least recently used comes first in the map. */
  #stateOf(session: string): State {
    const now = this.#now();
    const known = this.#states.get(session);
    const isFresh = known !== undefined && now - known.usedAt < IDLE_MS;
    const state = isFresh
      ? known
      : { usedAt: now, turn: null, recalls: 0, asked: [], waiting: new Map<string, Promise<unknown>>() };
    state.usedAt = now;
    this.#states.delete(session);
    this.#states.set(session, state);
    for (const [name, { usedAt }] of this.#states) {
      if (this.#states.size <= MOST_SESSIONS && now - usedAt < IDLE_MS) break;
      this.#states.delete(name);
    }
    return state;
  }
}
