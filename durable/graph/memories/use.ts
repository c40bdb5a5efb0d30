// What using a memory leaves at it: it was of use once more, just now. That is no change of what it says, so nothing that
// somebody set is taken for changed by it, and taking something back leaves it.

import type { Json, Metadata } from "../records.ts";

type Fields = Readonly<Record<string, Json>>;

const USES = ["accessCount", "lastAccessed"] as const;

/** What is known of a memory; null where the metadata are of no memory. */
function memoryIn({ memory }: Metadata): Fields | null {
  const isObject = typeof memory === "object" && memory !== null && !Array.isArray(memory);
  return isObject ? (memory as Fields) : null;
}

/** Metadata as they are apart from any use. */
export function withoutUse(metadata: Metadata): Metadata {
  const memory = memoryIn(metadata);
  if (!memory) return metadata;
  const { accessCount: _, lastAccessed: __, ...said } = memory;
  return { ...metadata, memory: said };
}

/** Metadata with the use that others tell of. */
export function withUseOf(metadata: Metadata, used: Metadata): Metadata {
  const [memory, use] = [memoryIn(metadata), memoryIn(used)];
  if (!memory || !use) return metadata;
  const uses = Object.fromEntries(USES.flatMap((name) => (name in use ? [[name, use[name]]] : [])));
  return { ...metadata, memory: { ...memory, ...uses } };
}
