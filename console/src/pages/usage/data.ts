// What the usage page makes of counts and limits.

import { COUNTED, type Counted, type UsageReply } from "../../../../wire/usage.ts";

export const CALLED: Readonly<Record<Counted, string>> = {
  queries: "Questions",
  reads: "Reads",
  writes: "Writes",
  embedded_characters: "Characters embedded",
  model_calls: "Calls of a model",
};

export interface Counter {
  readonly name: Counted;
  readonly title: string;
  readonly count: number;
  /** Null: nothing is limited. */
  readonly most: number | null;
  readonly share: number | null;
}

export function countersOf({ counts, limits, share }: UsageReply): Counter[] {
  return COUNTED.map((name) => ({
    name,
    title: CALLED[name],
    count: counts[name],
    most: name in limits ? limits[name as keyof typeof limits] : null,
    share: name in share ? share[name as keyof typeof share] : null,
  }));
}

/** From this share on somebody should look. */
const NEAR = 0.8;

export function lookOf(share: number | null): "good" | "warning" | "bad" | undefined {
  if (share === null) return undefined;
  return share >= 1 ? "bad" : share >= NEAR ? "warning" : "good";
}
