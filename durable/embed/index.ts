// The embedders by name. The name is part of an agent's identity, so a name is never given to other vectors.

import type { ProfileName } from "../graph/profiles.ts";
import type { Embedder } from "./embedder.ts";
import { HASH_EMBEDDER, HashEmbedder } from "./hash.ts";
import { NGRAM_HASH_EMBEDDER, NgramHashEmbedder } from "./ngram-hash.ts";
import { type RemoteMeans, remoteEmbedderNamed } from "./remote/named.ts";

/** What embedders need of the place where they run; each part may be missing. */
export interface EmbedderMeans extends RemoteMeans {}

const EMBEDDERS = new Map<string, () => Embedder>([
  [HASH_EMBEDDER, () => new HashEmbedder()],
  [NGRAM_HASH_EMBEDDER, () => new NgramHashEmbedder()],
]);

/** What a new agent of a profile embeds with, where nothing else is asked for. */
export const DEFAULT_EMBEDDER: Readonly<Record<ProfileName, string>> = {
  parity: HASH_EMBEDDER,
  product: NGRAM_HASH_EMBEDDER,
};

/** Names of the embedders that need no provider. */
export const ON_BOARD: readonly string[] = [...EMBEDDERS.keys()];

/** A new embedder with this name, or undefined when the name is unknown. */
export function embedderNamed(name: string, means: EmbedderMeans = {}): Embedder | undefined {
  return EMBEDDERS.get(name)?.() ?? remoteEmbedderNamed(name, means);
}
