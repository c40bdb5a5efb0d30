// D1's failures in the words of the API.

import { Refusal } from "../wire/errors.ts";

/** Asks D1. What is there already is `name_taken`; every other failure means that D1 can't be reached. */
export async function reached<T>(ask: () => PromiseLike<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (violatesUnique(error)) {
      throw new Refusal("name_taken", "this name is taken: choose another, or use what is there");
    }
    const refusal = new Refusal("unavailable", "the directory can't be reached: try again in a moment");
    refusal.cause = error;
    throw refusal;
  }
}

function violatesUnique(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.message.includes("UNIQUE constraint failed")) return true;
  }
  return false;
}
