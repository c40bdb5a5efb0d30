// Lists that wrangler gives as JSON.

import type * as z from "zod";
import { Failure } from "../../cli/src/failure.ts";
import type { Answer } from "./wrangler.ts";

/** Throws a `Failure` that says what could not be listed. */
export function listed<Item>(
  schema: z.ZodType<Item[]>,
  { ok, stdout, stderr }: Answer,
  what: string,
): Item[] {
  const items = ok ? schema.safeParse(json(stdout)) : undefined;
  if (items?.success) return items.data;
  throw new Failure(`the ${what} can't be listed: ${(stderr || stdout).trim() || "wrangler gave no list"}`);
}

/** Wrangler may print notes before its JSON. */
function json(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.search(/^[[{]/m)));
  } catch {
    return undefined;
  }
}
