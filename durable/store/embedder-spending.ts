// What a memory has sent to its embedding provider today, kept on the object's disk, so that the day's allowance outlives
// the program.

import type { State } from "./state.ts";

/** A UTC day, as `2026-11-30`, and the tokens of that day. */
interface DaySpent {
  readonly day: string;
  readonly tokens: number;
}

export class EmbedderSpending {
  private readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  read(): DaySpent | undefined {
    const [, day, tokens] = /^(\S+) (\d+)$/.exec(this.state.get("embedder_spent") ?? "") ?? [];
    return day === undefined ? undefined : { day, tokens: Number(tokens) };
  }

  write({ day, tokens }: DaySpent): void {
    this.state.set("embedder_spent", `${day} ${tokens}`);
  }
}
