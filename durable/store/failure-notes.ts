// Which embedders fail, kept on the object's disk, so that an object that wakes does not try again at once what it was told
// to leave alone.

import type { Failing } from "../embed/failure.ts";
import type { State } from "./state.ts";

type Notes = Record<string, Failing>;

export class FailureNotes {
  private readonly state: State;
  private notes: Notes | undefined;

  constructor(state: State) {
    this.state = state;
  }

  /** The note of an embedder, by its name. */
  of(name: string): { get(): Failing | null; set(failing: Failing | null): void } {
    return {
      get: () => this.all[name] ?? null,
      set: (failing) => {
        const { [name]: _, ...others } = this.all;
        this.notes = failing ? { ...others, [name]: failing } : others;
        this.state.set("failing", JSON.stringify(this.notes));
      },
    };
  }

  private get all(): Notes {
    this.notes ??= JSON.parse(this.state.get("failing") ?? "{}") as Notes;
    return this.notes;
  }
}
