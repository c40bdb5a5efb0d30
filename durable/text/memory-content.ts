// Whether a text says enough to be a memory.

import { charactersOf } from "./characters.ts";
import { strip } from "./lines.ts";

const LEAST_CHARACTERS = 10;

export function isLongEnough(content: string): boolean {
  return charactersOf(strip(content)) >= LEAST_CHARACTERS;
}
