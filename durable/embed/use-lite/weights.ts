// The weights of the transformer as they lie in the memory of the products.

import type { ModelFile } from "./model-file.ts";

/** A matrix of int8 weights in panels, with a scale a column, and what is added to each row of the product. */
export interface Dense {
  /** Address of the first panel. */
  readonly weights: number;
  /** Address of the first column's scale. */
  readonly scale: number;
  readonly bias: Float32Array;
  readonly terms: number;
  readonly columns: number;
}

export interface Norm {
  readonly scale: Float32Array;
  readonly bias: Float32Array;
}

export interface Layer {
  /** The first layer widens what passes beside its attention; elsewhere that passes as it is. */
  readonly residual: Dense | null;
  readonly attentionNorm: Norm;
  readonly queriesKeysValues: Dense;
  readonly attentionOutput: Dense;
  readonly feedNorm: Norm;
  readonly feedIn: Dense;
  readonly feedOut: Dense;
}

export interface Weights {
  /** Texts of the pieces by id, and their scores. */
  readonly vocabulary: readonly string[];
  readonly scores: Float32Array;
  /** A row of int8 a piece, and a scale a row. */
  readonly embedding: Int8Array;
  readonly embeddingScale: Float32Array;
  /** What positions are told apart by. */
  readonly frequencies: Float32Array;
  readonly layers: readonly Layer[];
  readonly last: Dense;
}

/** Copies a file to the start of `memory` and finds its parts there. Throws where one is missing. */
export function placeWeights(file: ModelFile, memory: ArrayBuffer): Weights {
  new Uint8Array(memory).set(file.body);
  const section = (name: string) => {
    const found = file.sections.get(name);
    if (!found) throw new RangeError(`it lacks ${name}`);
    return found;
  };
  const floats = (name: string) => {
    const { offset, bytes } = section(name);
    return new Float32Array(memory, offset, bytes / Float32Array.BYTES_PER_ELEMENT);
  };
  const dense = (name: string): Dense => ({
    weights: section(name).offset,
    scale: section(`${name}.scale`).offset,
    bias: floats(`${name}.bias`),
    terms: section(name).rows,
    columns: section(name).columns,
  });
  const norm = (name: string): Norm => ({ scale: floats(`${name}.scale`), bias: floats(`${name}.bias`) });
  const layer = (name: string): Layer => ({
    residual: file.sections.has(`${name}.residual`) ? dense(`${name}.residual`) : null,
    attentionNorm: norm(`${name}.attention-norm`),
    queriesKeysValues: dense(`${name}.queries-keys-values`),
    attentionOutput: dense(`${name}.attention-output`),
    feedNorm: norm(`${name}.feed-norm`),
    feedIn: dense(`${name}.feed-in`),
    feedOut: dense(`${name}.feed-out`),
  });
  const pieces = section("pieces");
  const embedding = section("embedding");
  return {
    vocabulary: new TextDecoder()
      .decode(file.body.subarray(pieces.offset, pieces.offset + pieces.bytes))
      .split("\n"),
    scores: floats("pieces.scores"),
    embedding: new Int8Array(memory, embedding.offset, embedding.bytes),
    embeddingScale: floats("embedding.scale"),
    frequencies: floats("frequencies"),
    layers: [layer("layer0"), layer("layer1")],
    last: dense("last"),
  };
}
