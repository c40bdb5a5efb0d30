// A memory that waits for a reviewer: the request as it came, stored like any other once it is approved.

import { Refusal } from "../../wire/errors.ts";
import { MemoryRequest } from "../../wire/memories.ts";
import type { Payload } from "../../wire/proposal-payload.ts";

/** The memory that a proposal holds, or undefined. Refuses one that came by an import and is none. */
export function memoryIn({ memory }: Payload): MemoryRequest | undefined {
  if (memory === undefined) return undefined;
  const { data } = MemoryRequest.safeParse(memory);
  if (data) return data;
  throw new Refusal("invalid_request", "this proposal holds no memory that can be stored: reject it");
}
