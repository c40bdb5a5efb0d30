// What a memory has sent to a provider today, kept on the object's disk, so that the day's allowance outlives
// the program.

import type { State } from "./state.ts";

/** A UTC day, as `2026-11-30`, and the tokens of that day. */
interface DaySpent {
  readonly day: string;
  readonly tokens: number;
}

export class DailySpending {
  private readonly state: State;
  private readonly fact: "embedder_spent" | "model_spent";

  constructor(state: State, fact: "embedder_spent" | "model_spent") {
    this.state = state;
    this.fact = fact;
  }

  read(): DaySpent | undefined {
    const [, day, tokens] = /^(\S+) (\d+)$/.exec(this.state.get(this.fact) ?? "") ?? [];
    return day === undefined ? undefined : { day, tokens: Number(tokens) };
  }

  write({ day, tokens }: DaySpent): void {
    this.state.set(this.fact, `${day} ${tokens}`);
  }
}
