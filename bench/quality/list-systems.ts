// The systems of a run: full text, the reference's embedder, and each embedder that can be had, alone and in the product.

import { DEFAULT_EMBEDDER } from "../../durable/embed/index.ts";
import type { Embedders } from "../embedders.ts";
import { CannotRun } from "../rows.ts";
import { LEXICAL, RANDOM, vectorSystem } from "./plain-systems.ts";
import { productSystem } from "./product-system.ts";
import { RememberingEmbedder } from "./remembering-embedder.ts";
import type { System } from "./system.ts";

/** Systems with one embedder, under the names that they go by. */
interface Family {
  readonly embedder: string;
  readonly vector: string;
  readonly product?: string;
}

/**
 * All systems that can run here, or the ones named and the floor that they are shown beside. Embedders that take long
 * are left out of a quick run unless they are named.
 */
export async function listSystems(
  embedders: Embedders,
  names: readonly string[] | undefined,
  quick: boolean,
  say: (sentence: string) => void,
): Promise<System[]> {
  const families = embedders.names.map(familyOf);
  const isWanted = (name: string | undefined) => name !== undefined && (names?.includes(name) ?? true);
  requireKnown(names ?? [], families);
  const systems = [LEXICAL, ...(isWanted(RANDOM.name) ? [RANDOM] : [])];
  for (const { embedder: name, vector, product } of families) {
    if (!isWanted(vector) && !isWanted(product)) continue;
    const embedder = await embedders.open(name, say);
    if (!embedder) continue;
    if (quick && embedder.slow && !names) {
      say(`${name} is left out of a quick run: name its systems with --systems`);
      continue;
    }
    const remembering = new RememberingEmbedder(embedder);
    if (isWanted(vector)) systems.push(vectorSystem(vector, remembering));
    if (product !== undefined && isWanted(product)) systems.push(productSystem(product, remembering));
  }
  return systems;
}

function familyOf(embedder: string): Family {
  if (embedder === DEFAULT_EMBEDDER.product) return { embedder, vector: "vector", product: "edgebrain" };
  // The reference asks with it in its own profile; in the product it is no choice.
  if (embedder === DEFAULT_EMBEDDER.parity) return { embedder, vector: "hash" };
  return { embedder, vector: `vector:${embedder}`, product: `edgebrain:${embedder}` };
}

function requireKnown(names: readonly string[], families: readonly Family[]): void {
  const known = [
    LEXICAL.name,
    RANDOM.name,
    ...families.flatMap(({ vector, product }) => [vector, product ?? []].flat()),
  ];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new CannotRun(`there is no system ${unknown} here: there are ${known.join(", ")}`);
}
