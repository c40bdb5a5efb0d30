// The language model where there is one to be asked: a deployment without one, or whose variables are wrong, has none.

import { Refusal } from "../../wire/errors.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { Memory } from "./memory.ts";

export function modelOrNone({ model }: Pick<Memory, "model">): LanguageModel | null {
  try {
    return model?.() ?? null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
