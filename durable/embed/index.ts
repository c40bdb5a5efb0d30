// The embedders by name. The name is part of an agent's identity, so a name is never given to other vectors.

import type { ProfileName } from "../graph/profiles.ts";
import type { AssetSource } from "./asset-source.ts";
import type { Embedder } from "./embedder.ts";
import { EmbedderFailure } from "./failure.ts";
import { HASH_EMBEDDER, HashEmbedder } from "./hash.ts";
import { NGRAM_HASH_EMBEDDER, NgramHashEmbedder } from "./ngram-hash.ts";
import { type RemoteMeans, remoteEmbedderNamed } from "./remote/named.ts";
import { STATIC_EMBEDDER, StaticEmbedder } from "./static.ts";
import { USE_LITE_EMBEDDER, UseLiteEmbedder } from "./use-lite.ts";

/** What embedders need of the place where they run; each part may be missing. */
export interface EmbedderMeans extends RemoteMeans {
  readonly assets?: AssetSource;
  /** The compiled use-lite/panel.wasm; without it the transformer is ten times slower. */
  readonly kernel?: WebAssembly.Module;
}

const noAssets: AssetSource = async () => null;

const EMBEDDERS = new Map<string, (assets: AssetSource, kernel?: WebAssembly.Module) => Embedder>([
  [STATIC_EMBEDDER, (assets) => new StaticEmbedder(assets)],
  [USE_LITE_EMBEDDER, (assets, kernel) => new UseLiteEmbedder(assets, kernel)],
  [HASH_EMBEDDER, () => new HashEmbedder()],
  [NGRAM_HASH_EMBEDDER, () => new NgramHashEmbedder()],
]);

/** What a new agent of a profile embeds with, where nothing else is asked for. */
export const DEFAULT_EMBEDDER: Readonly<Record<ProfileName, string>> = {
  parity: HASH_EMBEDDER,
  product: STATIC_EMBEDDER,
};

/** Names of the embedders that need no provider. */
export const ON_BOARD: readonly string[] = [...EMBEDDERS.keys()];

/** A new embedder with this name, or undefined when the name is unknown. */
export function embedderNamed(name: string, means: EmbedderMeans = {}): Embedder | undefined {
  return EMBEDDERS.get(name)?.(means.assets ?? noAssets, means.kernel) ?? remoteEmbedderNamed(name, means);
}

/**
 * The name that a new agent really begins with: the wanted one, or `ngram-hash-v1` where the assets lack the file of
 * `static-v1`. An agent that began without the file stays without.
 */
export async function beginningEmbedder(wanted: string, assets: AssetSource): Promise<string> {
  if (wanted !== STATIC_EMBEDDER) return wanted;
  try {
    await new StaticEmbedder(assets).open();
    return wanted;
  } catch (error) {
    if (error instanceof EmbedderFailure && error.reason === "missing_asset") return NGRAM_HASH_EMBEDDER;
    throw error;
  }
}
