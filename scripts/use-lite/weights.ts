// Builds the weights of the transformer into `assets/`, unless they are there already.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { USE_LITE_ASSET, USE_LITE_EMBEDDER } from "../../durable/embed/use-lite.ts";
import { PACKAGE, readModelPackage } from "./model-package.ts";
import { notice } from "./notice.ts";
import { weightsFile } from "./weights-file.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const ASSETS = path.join(ROOT, "assets");

export const WEIGHTS = path.join(ASSETS, USE_LITE_ASSET);

/** Writes the file of weights and its notice; false when they were there. */
export function buildWeights(): boolean {
  if (fs.existsSync(WEIGHTS) && assetName(fs.readFileSync(WEIGHTS)) === USE_LITE_ASSET) return false;
  const model = readModelPackage(path.join(ROOT, "node_modules", PACKAGE));
  const weights = weightsFile(model);
  const name = assetName(weights);
  if (name !== USE_LITE_ASSET) {
    throw new Error(
      `the build gives ${name}, and ${USE_LITE_EMBEDDER} is ${USE_LITE_ASSET}: ` +
        "other weights give other vectors, so they need an embedder with a name of its own",
    );
  }
  fs.mkdirSync(ASSETS, { recursive: true });
  fs.writeFileSync(path.join(ASSETS, "use-lite.NOTICE.txt"), notice(name, model));
  // Renamed when it is whole, so that a program which starts meanwhile reads all of it or nothing.
  const draft = `${WEIGHTS}.${process.pid}`;
  fs.writeFileSync(draft, weights);
  fs.renameSync(draft, WEIGHTS);
  return true;
}

function assetName(weights: Uint8Array): string {
  return `use-lite.${createHash("sha256").update(weights).digest("hex").slice(0, 8)}.bin`;
}
