// Feedback on one question, as who knows the answer would give it: what helped, what misled, what was missing.

import type { Question } from "../quality/evaluation-set.ts";
import type { ProductMemory } from "../quality/product-memory.ts";

/** Documents that are wanted for a question. */
export const WANTED = 10;

/** What fired at these ranks and is no evidence, misled. */
const LOOKED_AT = 5;

/** Which evidence is named as wanted: what did not fire, or all of it, in place of saying that it helped. */
export type Wanting = "missing" | "all";

export interface Fed {
  readonly helped: number;
  readonly misled: number;
  readonly wanted: number;
}

/** Asks, and judges the answer: +1 for evidence that fired, −1 for what else fired among the first, 0 for the rest. */
export async function feed(
  memory: ProductMemory,
  { text, gold }: Question,
  wanting: Wanting = "missing",
): Promise<Fed> {
  const reply = await memory.query(text, WANTED);
  const fired = reply.fired.map(({ id }) => id);
  const evidence = Array.from(gold, (id) => memory.nodeOf(id));
  const named = wanting === "all" ? evidence : [];
  const helped = evidence.filter((id) => fired.includes(id) && !named.includes(id));
  const misled = fired.slice(0, LOOKED_AT).filter((id) => !evidence.includes(id));
  const wanted = evidence.filter((id) => !helped.includes(id));
  if (helped.length + misled.length + wanted.length > 0) {
    const outcomes = Object.fromEntries([...helped.map((id) => [id, 1]), ...misled.map((id) => [id, -1])]);
    await memory.perform("learn", { query_id: reply.query_id, outcome: 0, outcomes, wanted_ids: wanted });
  }
  return { helped: helped.length, misled: misled.length, wanted: wanted.length };
}
