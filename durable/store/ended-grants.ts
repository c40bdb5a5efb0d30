// Grants that this object was told have ended: it refuses whoever still comes with one, however lately a Worker asked the
// directory. The last ones are kept; a Worker forgets in half a minute what it knew of the others.

import type { State } from "./state.ts";

/** The oldest leave first. */
export const MOST_ENDED = 1_000;

export class EndedGrants {
  readonly #state: State;
  /** By id of the grant: from which version on it is good again. Undefined until it is looked at. */
  #known: Map<string, number> | undefined;

  constructor(state: State) {
    this.#state = state;
  }

  /** From now on versions before this one are refused; what was ended stays so. */
  end(id: string, before: number): void {
    const known = this.#ended;
    const until = Math.max(before, known.get(id) ?? 0);
    known.delete(id);
    known.set(id, until);
    if (known.size > MOST_ENDED) known.delete(known.keys().next().value!);
    this.#state.set("ended", JSON.stringify([...known]));
  }

  refuses(id: string, version: number): boolean {
    const before = this.#ended.get(id);
    return before !== undefined && !(version >= before);
  }

  get #ended(): Map<string, number> {
    this.#known ??= new Map(JSON.parse(this.#state.get("ended") ?? "[]") as [string, number][]);
    return this.#known;
  }
}
