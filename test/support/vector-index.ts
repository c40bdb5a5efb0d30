// The stand-in for the Vectorize index, as tests look at it and change its conduct.

import { env } from "cloudflare:workers";
import type { VectorizeBinding } from "../../durable/vectorize/binding.ts";
import { namespaceOf } from "../../durable/vectorize/names.ts";
import type { IndexedVector } from "../../durable/vectorize/vector-store.ts";
import type { Conduct, VectorIndexStandIn } from "../../local/vector-index-stand-in.ts";
import type { VectorizeStandIn } from "../../local/vectorize-stand-in.ts";

// SAFETY: wrangler.local.toml binds both; the deployed worker has no such object, so its types do not know it.
const bindings = env as unknown as {
  readonly VECTOR_INDEX: DurableObjectNamespace<VectorIndexStandIn>;
  readonly VECTORS: VectorizeBinding & Pick<VectorizeStandIn, "insert" | "getByIds" | "query">;
};

export const VECTORS = bindings.VECTORS;

/** An index that does as it should, for vectors of this length. */
export const HONEST: Conduct = {
  dimension: 320,
  delayMs: 0,
  indexed: [],
  fault: null,
  losesAnswers: false,
};

/** Longer than any test. */
export const LATE_MS = 24 * 3_600_000;

export const indexObject = () => bindings.VECTOR_INDEX.get(bindings.VECTOR_INDEX.idFromName("index"));

export async function conduct(conduct: Partial<Conduct>): Promise<void> {
  await indexObject().conduct(conduct);
}

/** What the index shows of an agent. */
export async function shownOf(agent: string): Promise<IndexedVector[]> {
  const vectors: IndexedVector[] = await indexObject().visible();
  return vectors.filter(({ namespace }) => namespace === namespaceOf(agent));
}

/** Of its vectors, the nodes and routes, in order. */
export async function keysOf(agent: string): Promise<string[]> {
  const shown = await shownOf(agent);
  return shown.map(({ metadata }) => `${metadata.node} ${metadata.route}`).sort();
}
