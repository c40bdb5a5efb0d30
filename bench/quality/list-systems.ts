// The systems of a run: full text, the reference's embedder, and each embedder that can be had, alone and in the product.

import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { DEFAULT_EMBEDDER, embedderNamed } from "../../durable/embed/index.ts";
import { CannotRun } from "../rows.ts";
import { LEXICAL, vectorSystem } from "./plain-systems.ts";
import { productSystem } from "./product-system.ts";
import { RememberingEmbedder } from "./remembering-embedder.ts";
import type { System } from "./system.ts";

/** Embedders that are compared where they can be had, beside the default. */
const COMPARED = ["ngram-hash-v1", "static-v1", "use-lite-v1"] as const;

/**
 * All systems that can run here, or the ones named. Embedders that take long are left out of a quick run unless they
 * are named.
 */
export async function listSystems(
  names: readonly string[] | undefined,
  quick: boolean,
  say: (sentence: string) => void,
): Promise<System[]> {
  const parity = new RememberingEmbedder(embedderNamed(DEFAULT_EMBEDDER.parity)!);
  const systems = [LEXICAL, vectorSystem("hash", parity)];
  for (const name of new Set([DEFAULT_EMBEDDER.product, ...COMPARED])) {
    const suffix = name === DEFAULT_EMBEDDER.product ? "" : `:${name}`;
    const own = [`vector${suffix}`, `edgebrain${suffix}`];
    if (names && !own.some((name) => names.includes(name))) continue;
    const embedder = await available(name, say);
    if (!embedder || (quick && embedder.slow && !names)) continue;
    const remembering = new RememberingEmbedder(embedder);
    systems.push(vectorSystem(own[0], remembering), productSystem(own[1], remembering));
  }
  for (const name of names ?? []) {
    if (systems.some((system) => system.name === name)) continue;
    throw new CannotRun(
      `there is no system ${name} here: there are ${systems.map(({ name }) => name).join(", ")}`,
    );
  }
  // The floor is always measured, since the others are shown beside it.
  return systems.filter(({ name }) => name === LEXICAL.name || !names || names.includes(name));
}

/** An embedder that can embed here and now. */
async function available(name: string, say: (sentence: string) => void) {
  const embedder = embedderNamed(name);
  if (!embedder) return undefined;
  try {
    await embedder.embed(["Is it there?"], "query");
    return embedder;
  } catch (error) {
    if (!(error instanceof EmbedderFailure)) throw error;
    say(`quality: ${name} is left out: ${error.message}`);
    return undefined;
  }
}
