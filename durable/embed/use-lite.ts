// The encoder on board: a small transformer that knows English, beside the hash block that carries names and all else.
//   document = [√0.7 · u ; √0.3 · g]     u: Universal Sentence Encoder Lite, length 1;  g: hash block, length 1
//   question = [u ; 0] where it is English, [0 ; g] where it is not
// A question's cosine is thus √0.7 · cos(u, u) = 0.84 · cos(u, u), or √0.3 · cos(g, g) = 0.55 · cos(g, g): with one weight w,
// English meaning counts 0.84 · w beside the words, and likeness of letters 0.55 · w.

import type { AssetSource } from "./asset-source.ts";
import type { Embedder } from "./embedder.ts";
import { EmbedderFailure } from "./failure.ts";
import { unit } from "./hash.ts";
import { HASH_BLOCK, HashBlock } from "./hash-block.ts";
import { isEnglish } from "./use-lite/english.ts";
import { readModelFile } from "./use-lite/model-file.ts";
import { plainPanels, simdPanels } from "./use-lite/panels.ts";
import { READ_CHARACTERS } from "./use-lite/pieces.ts";
import { ENCODED, Transformer } from "./use-lite/transformer.ts";

export const USE_LITE_EMBEDDER = "use-lite-v1";

/** Ends with the first digits of the file's SHA-256. Other weights give other vectors, so they need another embedder's name. */
export const USE_LITE_ASSET = "use-lite.17ce50c6.bin";

/** What of a document's square is the transformer's; the rest is the hash block's. */
const ENCODER_SHARE = 0.7;

/** What an isolate holds: all its objects share one copy of the weights. */
interface Holder {
  transformer?: Transformer;
}
const isolate: Holder = {};

export class UseLiteEmbedder implements Embedder {
  readonly name = USE_LITE_EMBEDDER;
  readonly dimension = ENCODED + HASH_BLOCK;
  readonly slow = true;
  readonly #assets: AssetSource;
  readonly #kernel: WebAssembly.Module | undefined;
  readonly #holder: Holder;
  readonly #block = new HashBlock(HASH_BLOCK);
  #opening: Promise<Transformer> | undefined;

  /** `kernel` is the compiled use-lite/panel.wasm; without it embedding gives the same vectors, ten times slower. */
  constructor(assets: AssetSource, kernel?: WebAssembly.Module, holder: Holder = isolate) {
    this.#assets = assets;
    this.#kernel = kernel;
    this.#holder = holder;
  }

  /** Takes 10 to 60 ms of processor time a text, all texts in one breath: callers give few at a time. */
  async embed(texts: readonly string[], side: "query" | "document"): Promise<Float64Array[]> {
    const transformer = await this.#open();
    return texts.map((text) => this.#vectorOf(transformer, text.toWellFormed(), side));
  }

  /** Each embedder waits for its own loading: what another object's request began may end with that request. */
  #open(): Promise<Transformer> {
    if (this.#holder.transformer) return Promise.resolve(this.#holder.transformer);
    this.#opening ??= this.#load().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #load(): Promise<Transformer> {
    const file = await this.#assets(USE_LITE_ASSET);
    if (file === null) throw missing("is not among the assets");
    const kernel = this.#kernel;
    try {
      this.#holder.transformer ??= new Transformer(readModelFile(file), (bytes) =>
        kernel ? simdPanels(kernel, bytes) : plainPanels(bytes),
      );
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw missing(`is not the file of ${USE_LITE_EMBEDDER}: ${error.message}`);
    }
    return this.#holder.transformer;
  }

  #vectorOf(transformer: Transformer, text: string, side: "query" | "document"): Float64Array {
    const vector = new Float64Array(this.dimension);
    if (!/[\p{L}\p{N}]/u.test(text)) return vector;
    const pieces = transformer.piecesOf(text);
    const share =
      side === "document" ? ENCODER_SHARE : isEnglish(text.slice(0, READ_CHARACTERS), pieces.length) ? 1 : 0;
    if (share > 0) {
      const encoded = transformer.encode(pieces);
      for (let index = 0; index < ENCODED; index++) vector[index] = Math.sqrt(share) * encoded[index];
    }
    if (share < 1) {
      const letters = this.#block.of(text);
      const weight = Math.sqrt(1 - share);
      for (let index = 0; index < HASH_BLOCK; index++) vector[ENCODED + index] = weight * letters[index];
    }
    return unit(vector);
  }
}

function missing(what: string): EmbedderFailure {
  return new EmbedderFailure(
    "missing_asset",
    `${USE_LITE_ASSET} ${what}: run \`npm run build:embedder\`, then start or deploy again`,
  );
}
