// Names in the index: hashes, so that any id fits the 64 bytes that Vectorize allows, and none tells what it stands for.

import { digestOf } from "../text/digest.ts";

/** Hex digits: 160 bits. */
const LENGTH = 40;

/** One agent's vectors. */
export function namespaceOf(agent: string): string {
  return digestOf(agent).slice(0, LENGTH);
}

/** One row of an agent's vectors, as an embedder made it. */
export function vectorNameOf(agent: string, embedder: string, id: string, route: number): string {
  return digestOf(JSON.stringify([agent, embedder, id, route])).slice(0, LENGTH);
}
